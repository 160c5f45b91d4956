import { useId, useState } from 'react';
import type { Line } from './order-texts.ts';
import { lineName } from './order-texts.ts';
import { Button } from '../../kit/Button.tsx';

/** Units by the colour's id. */
export type Units = ReadonlyMap<number, number>;

/** A colour of which a quantity is typed. */
type Piece = Pick<Line, 'variant_id' | 'product_name' | 'color_name'>;

type Count<Of extends Piece = Line> = (line: Of) => number;

/**
 * Quantities typed for the lines of an order. A line without units left is dropped when the order is refetched.
 * @param most quantity available of a line.
 * @returns the valid quantities, and the props of their `UnitFields`.
 */
export function useUnits<Of extends Piece>(
  lines: readonly Of[],
  most: Count<Of>,
  initial: () => Units,
) {
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(
    () => new Map([...initial()].map(([variant, units]) => [variant, String(units)])),
  );
  const units: Units = new Map(
    lines.flatMap((line): [number, number][] => {
      const text = typed.get(line.variant_id)?.trim() ?? '';
      const isSome = /^\d{1,5}$/.test(text) && Number(text) > 0 && most(line) > 0;
      return isSome ? [[line.variant_id, Number(text)]] : [];
    }),
  );
  return { units, fields: { lines, most, typed, setTyped } };
}

/** Quantities of all lines, as the initial value of `useUnits`. */
export function allOf<Of extends Piece>(lines: readonly Of[], count: Count<Of>): () => Units {
  return () => new Map(lines.map((line) => [line.variant_id, count(line)]));
}

/** Quantities as the API takes them. */
export function itemsOf(units: Units): { variant_id: number; quantity: number }[] {
  return [...units].map(([variant_id, quantity]) => ({ variant_id, quantity }));
}

interface Props<Of extends Piece> {
  legend: string;
  lines: readonly Of[];
  most: Count<Of>;
  typed: ReadonlyMap<number, string>;
  setTyped: (typed: ReadonlyMap<number, string>) => void;
  /** Whether each quantity is chosen by itself, without buttons for all of them. */
  isEach?: boolean;
}

/** A quantity field for each line with units available. */
export function UnitFields<Of extends Piece>(props: Props<Of>) {
  const { legend, lines, most, typed, setTyped, isEach = false } = props;
  const id = useId();
  const shown = lines.filter((line) => most(line) > 0);
  function setAll(count: Count<Of>): void {
    setTyped(new Map(shown.map((line) => [line.variant_id, String(count(line))])));
  }
  return (
    <fieldset className="order-units">
      <legend className="label">{legend}</legend>
      {shown.map((line) => (
        <div key={line.variant_id} className="order-unit">
          <label htmlFor={`${id}-${line.variant_id}`}>{lineName(line)}</label>
          <input
            id={`${id}-${line.variant_id}`}
            type="number"
            inputMode="numeric"
            className="field"
            min={0}
            max={most(line)}
            step={1}
            value={typed.get(line.variant_id) ?? '0'}
            required
            // Typing replaces the old value; otherwise 1 becomes 01.
            onFocus={({ currentTarget }) => currentTarget.select()}
            onChange={({ currentTarget: { value } }) =>
              setTyped(new Map([...typed, [line.variant_id, value]]))
            }
          />
          <span className="studio-dim">of {most(line)}</span>
        </div>
      ))}
      {!isEach && shown.length > 1 && (
        <p className="order-quick">
          <Button look="small" onClick={() => setAll(most)}>
            All
          </Button>{' '}
          <Button look="small" onClick={() => setAll(() => 0)}>
            None
          </Button>
        </p>
      )}
    </fieldset>
  );
}
