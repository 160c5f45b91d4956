import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { formatPounds, pence } from '#domain/money/money.ts';
import type { ExchangeOffer } from '#api/read-order.ts';
import type { OfferSearch, OrderActs } from './order-acts.ts';
import { useAct } from './use-act.ts';

/** The difference to a piece that is returned. */
function costText(cost: number): string {
  if (cost === 0) return 'at no cost';
  return cost > 0
    ? `${formatPounds(pence(cost))} to pay`
    : `${formatPounds(pence(-cost))} goes back to you`;
}

interface Props {
  /** The returned piece. */
  name: string;
  from: number;
  quantity: number;
  find: OrderActs['findOffers'];
  /** The chosen piece, null for the money. */
  value: number | null;
  onChange: (to: number | null) => void;
}

/** Chooses what a shopper would like instead of a piece: its money, or another piece found by name. */
export function InsteadField({ name, from, quantity, find, value, onChange }: Props) {
  const { busy, problem, run } = useAct();
  const [words, setWords] = useState('');
  const [offers, setOffers] = useState<readonly ExchangeOffer[] | null>(null);
  const chosen = offers?.find(({ variantId }) => variantId === value);

  function search(): void {
    if (words.trim() === '') return;
    const asked: OfferSearch = { from, quantity, words: words.trim() };
    void run(async () => {
      onChange(null);
      setOffers(await find(asked));
    });
  }

  function searchOnEnter(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return;
    // Enter would send the form.
    event.preventDefault();
    search();
  }

  return (
    <div className="grid gap-2">
      <label className="label" htmlFor={`words-${from}`}>
        Something else instead of {name}? Search by name or colour
      </label>
      <div className="grid grid-cols-[1fr_auto] gap-2">
        <input
          id={`words-${from}`}
          type="search"
          className="field"
          maxLength={100}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={searchOnEnter}
        />
        <button type="button" className="button-quiet" aria-busy={busy} onClick={search}>
          Search<span className="sr-only"> instead of {name}</span>
        </button>
      </div>
      {offers !== null && (
        <select
          className="field"
          aria-label={`Instead of ${name}`}
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
        >
          <option value="">
            {offers.length === 0 ? 'Nothing found: your money back' : 'Nothing: my money back'}
          </option>
          {offers.map((offer) => (
            <option key={offer.variantId} value={offer.variantId}>
              {offer.name}: {costText(offer.cost)}
            </option>
          ))}
        </select>
      )}
      <output>
        {problem === '' ? (
          // Phones cut the option's end off.
          chosen && `Difference: ${costText(chosen.cost)}`
        ) : (
          <span className="message-error">{problem}</span>
        )}
      </output>
    </div>
  );
}
