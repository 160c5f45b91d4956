import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ColourStock } from '#domain/contracts/staff-inventory.ts';
import { formatPounds } from '#domain/money/money.ts';
import { Button } from '../../kit/Button.tsx';
import { AmountField, amountIn } from '../../kit/form/AmountField.tsx';
import { SearchBox } from '../../kit/SearchBox.tsx';
import { stockQuery } from '../../stock/stock-queries.ts';
import { lineName } from './order-texts.ts';
import { UnitFields, useUnits } from './UnitFields.tsx';

/** Most results shown below the search. */
const SHOWN = 6;

interface SoldLine {
  variant_id: number;
  quantity: number;
  unit_pence?: number;
}

/** Pieces chosen from the whole stock, as orders take them, and the fields that choose them. */
export function usePieces() {
  const [chosen, setChosen] = useState<readonly ColourStock[]>([]);
  const [prices, setPrices] = useState<ReadonlyMap<number, string>>(new Map());
  const { units, fields } = useUnits(
    chosen,
    ({ free }) => free,
    () => new Map(),
  );

  function choose(colour: ColourStock): void {
    setChosen([...chosen, colour]);
    fields.setTyped(new Map([...fields.typed, [colour.variant_id, '1']]));
  }

  const lines = [...units].map(([variant_id, quantity]): SoldLine => {
    const typed = prices.get(variant_id) ?? '';
    // NaN: not an amount, which the contract refuses.
    const unit_pence = amountIn(typed) ?? Number.NaN;
    return typed === '' ? { variant_id, quantity } : { variant_id, quantity, unit_pence };
  });
  return { lines, picker: { choose, fields }, pricing: { chosen, prices, setPrices } };
}

type Picked = ReturnType<typeof usePieces>['picker'];

/** A search for colours in stock, and a quantity for each chosen one. */
export function PiecePicker({ choose, fields }: Picked) {
  return (
    <>
      <PieceSearch choose={choose} taken={fields.lines} />
      {fields.lines.length > 0 && <UnitFields legend="Pieces" isEach {...fields} />}
    </>
  );
}

/** Agreed prices of the chosen pieces, in place of today's. */
export function PriceFields({
  chosen,
  prices,
  setPrices,
}: ReturnType<typeof usePieces>['pricing']) {
  return chosen.map((colour) => (
    <AmountField
      key={colour.variant_id}
      label={`Agreed price of one ${lineName(colour)}`}
      hint={`Today’s is ${formatPounds(colour.price_pence)}. Leave empty to keep it.`}
      value={prices.get(colour.variant_id) ?? ''}
      onChange={(price) => setPrices(new Map([...prices, [colour.variant_id, price]]))}
    />
  ));
}

interface Props {
  choose: (colour: ColourStock) => void;
  /** Pieces that are not offered. */
  taken: readonly Pick<ColourStock, 'variant_id'>[];
  label?: string;
}

/** A search for colours in stock. */
export function PieceSearch({ choose, taken, label = 'Find pieces' }: Props) {
  const [q, setQ] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const found = useQuery({ ...stockQuery(q, 'all', undefined), enabled: q !== '' });
  const known = new Set(taken.map(({ variant_id }) => variant_id));
  const matches =
    q === '' ? [] : (found.data?.rows ?? []).filter(({ free, archived }) => free > 0 && !archived);
  const offered = matches.filter(({ variant_id }) => !known.has(variant_id));
  return (
    <>
      <SearchBox
        ref={search}
        q={q}
        label={label}
        placeholder="Product, colour, SKU …"
        onSearch={setQ}
      />
      <ul className="order-found" aria-label="Pieces found">
        {offered.slice(0, SHOWN).map((colour) => (
          <li key={colour.variant_id}>
            <span>
              {lineName(colour)} <span className="studio-dim">{colour.free} in stock</span>
            </span>
            <Button
              look="small"
              onClick={() => {
                choose(colour);
                search.current?.focus();
              }}
            >
              Add<span className="sr-only"> {lineName(colour)}</span>
            </Button>
          </li>
        ))}
      </ul>
      {q !== '' && found.isSuccess && matches.length === 0 && (
        <p className="studio-soft">No pieces in stock match this.</p>
      )}
    </>
  );
}
