import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Units } from '#domain/refund-amount.ts';
import type { ColourStock } from '#domain/wire/staff-inventory.ts';
import { SearchBox } from '../SearchBox.tsx';
import { stockQuery } from '../stock/stock-queries.ts';
import { lineName } from './order-texts.ts';
import { UnitFields, useUnits } from './UnitFields.tsx';

/** Most results shown below the search. */
const SHOWN = 6;

/** Pieces chosen from the whole stock: the quantities, and the fields that choose them. */
export function usePieces() {
  const [q, setQ] = useState('');
  const [chosen, setChosen] = useState<readonly ColourStock[]>([]);
  const { units, fields } = useUnits(
    chosen,
    ({ free }) => free,
    () => new Map(),
  );

  function choose(colour: ColourStock): void {
    setChosen([...chosen, colour]);
    fields.setTyped(new Map([...fields.typed, [colour.variant_id, '1']]));
  }

  return { units, picker: { q, setQ, choose, fields } };
}

type Props = ReturnType<typeof usePieces>['picker'];

/** A search for colours in stock, and a quantity for each chosen one. */
export function PiecePicker({ q, setQ, choose, fields }: Props) {
  const search = useRef<HTMLInputElement>(null);
  const found = useQuery({ ...stockQuery(q, 'all', undefined), enabled: q !== '' });
  const taken: Units = new Map(fields.lines.map(({ variant_id }) => [variant_id, 1]));
  const offered =
    q === ''
      ? []
      : (found.data?.rows ?? []).filter(
          ({ variant_id, free, archived }) => free > 0 && !archived && !taken.has(variant_id),
        );
  return (
    <>
      <SearchBox
        ref={search}
        q={q}
        label="Find pieces"
        placeholder="Product, colour, SKU …"
        onSearch={setQ}
      />
      <ul className="order-found" aria-label="Pieces found">
        {offered.slice(0, SHOWN).map((colour) => (
          <li key={colour.variant_id}>
            <span>
              {lineName(colour)} <span className="studio-dim">{colour.free} in stock</span>
            </span>
            <button
              type="button"
              className="studio-small"
              onClick={() => {
                choose(colour);
                search.current?.focus();
              }}
            >
              Add<span className="sr-only"> {lineName(colour)}</span>
            </button>
          </li>
        ))}
      </ul>
      {q !== '' && found.isSuccess && offered.length === 0 && fields.lines.length === 0 && (
        <p className="studio-soft">No pieces in stock match this.</p>
      )}
      {fields.lines.length > 0 && <UnitFields legend="Pieces" isEach {...fields} />}
    </>
  );
}
