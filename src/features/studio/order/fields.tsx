import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { formatPounds, isPrice, NO_PENCE, parsePrice, poundsText } from '#domain/money.ts';
import { typedNumber } from './typed-amount.ts';
import type { Pence } from '#domain/money.ts';
import type { Units } from '#domain/refund-amount.ts';
import type { Line } from './order-texts.ts';
import { lineName } from './order-texts.ts';

interface FieldProps {
  label: string;
  hint?: ReactNode;
  children: (id: string, hintId: string | undefined) => ReactNode;
}

/** A labelled field, with a hint that is read with it. */
function Field({ label, hint, children }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  return (
    <div>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {children(id, hintId)}
      {hintId && (
        <p id={hintId} className="studio-soft">
          {hint}
        </p>
      )}
    </div>
  );
}

interface TextProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  required?: boolean;
  maxLength?: number;
  /** Several lines. */
  rows?: number;
  autoCapitalize?: 'characters';
}

/** A text to type, in one line or several. */
export function TextField({ label, hint, rows, onChange, autoCapitalize, ...input }: TextProps) {
  return (
    <Field label={label} hint={hint}>
      {(id, describedBy) =>
        rows === undefined ? (
          <input
            id={id}
            aria-describedby={describedBy}
            className="field"
            autoComplete="off"
            autoCapitalize={autoCapitalize}
            spellCheck={false}
            onChange={({ currentTarget: { value } }) => onChange(value)}
            {...input}
          />
        ) : (
          <textarea
            id={id}
            aria-describedby={describedBy}
            className="field"
            rows={rows}
            onChange={({ currentTarget: { value } }) => onChange(value)}
            {...input}
          />
        )
      }
    </Field>
  );
}

interface DayProps {
  label: string;
  value: string;
  min?: string;
  max: string;
  onChange: (value: string) => void;
}

/** A day, as an ISO date. */
export function DayField({ label, onChange, ...input }: DayProps) {
  return (
    <Field label={label}>
      {(id) => (
        <input
          id={id}
          type="date"
          className="field"
          required
          onChange={({ currentTarget: { value } }) => onChange(value)}
          {...input}
        />
      )}
    </Field>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value | '';
  /** Texts by value. */
  choices: Readonly<Record<Value, string>>;
  onChange: (value: Value) => void;
}

/** One of several, none at first unless `value` says so. */
export function ChoiceField<Value extends string>({
  label,
  value,
  choices,
  onChange,
}: ChoiceProps<Value>) {
  const values = Object.keys(choices) as Value[];
  return (
    <Field label={label}>
      {(id) => (
        <select
          id={id}
          className="field"
          required
          value={value}
          onChange={({ currentTarget }) => {
            const chosen = values.find((other) => other === currentTarget.value);
            if (chosen !== undefined) onChange(chosen);
          }}
        >
          {value === '' && <option value="">Choose …</option>}
          {values.map((other) => (
            <option key={other} value={other}>
              {choices[other]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** An amount as typed, in pence: nothing is none; null when it is no amount. */
export function amountIn(text: string): Pence | null {
  if (text.trim() === '') return NO_PENCE;
  const amount = typedNumber(text) ?? '';
  return isPrice(amount) ? parsePrice(amount) : null;
}

interface AmountProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The most that it can be, offered by a button. */
  most?: Pence;
}

/** An amount in pounds. */
export function AmountField({ label, value, onChange, most }: AmountProps) {
  return (
    <Field label={label}>
      {(id) => (
        <div className="order-amount">
          <span aria-hidden="true">£</span>
          <input
            id={id}
            className="field"
            inputMode="decimal"
            autoComplete="off"
            placeholder="0.00"
            pattern={String.raw`\s*£?\s*(\d+|\d{1,3}(,\d{3})+)(\.\d{1,2})?\s*`}
            title="Pounds and pence, such as 4.95"
            value={value}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
          {most !== undefined && most > 0 && (
            <button
              type="button"
              className="studio-small"
              onClick={() => onChange(poundsText(most))}
            >
              All {formatPounds(most)}
            </button>
          )}
        </div>
      )}
    </Field>
  );
}

/**
 * Units of lines as they are typed. What has left meanwhile, or went back, is no longer among them.
 * @param most of a line, as `UnitFields` takes it.
 */
export function useUnits(
  lines: readonly Line[],
  most: (line: Line) => number,
  initial: () => Units,
) {
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(
    () => new Map([...initial()].map(([variant, units]) => [variant, String(units)])),
  );
  const units = new Map(
    lines.flatMap((line): [number, number][] => {
      const text = typed.get(line.variant_id)?.trim() ?? '';
      const isSome = /^\d{1,5}$/.test(text) && Number(text) > 0 && most(line) > 0;
      return isSome ? [[line.variant_id, Number(text)]] : [];
    }),
  );
  return { typed, units, setTyped };
}

/** As calls take units. */
export function itemsOf(units: Units): { variant_id: number; quantity: number }[] {
  return [...units].map(([variant_id, quantity]) => ({ variant_id, quantity }));
}

interface UnitsProps extends Pick<ReturnType<typeof useUnits>, 'typed' | 'setTyped'> {
  legend: string;
  lines: readonly Line[];
  most: (line: Line) => number;
}

/** How many pieces of each line; those that have none to choose are left out. */
export function UnitFields({ legend, lines, most, typed, setTyped }: UnitsProps) {
  const id = useId();
  const shown = lines.filter((line) => most(line) > 0);
  function setAll(count: (line: Line) => number): void {
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
            // What is typed replaces what was there: else 1 becomes 01.
            onFocus={({ currentTarget }) => currentTarget.select()}
            onChange={({ currentTarget: { value } }) =>
              setTyped(new Map([...typed, [line.variant_id, value]]))
            }
          />
          <span className="studio-dim">of {most(line)}</span>
        </div>
      ))}
      {shown.length > 1 && (
        <p className="order-quick">
          <button type="button" className="studio-small" onClick={() => setAll(most)}>
            All
          </button>{' '}
          <button type="button" className="studio-small" onClick={() => setAll(() => 0)}>
            None
          </button>
        </p>
      )}
    </fieldset>
  );
}
