import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { countText } from '#domain/basics/count-text.ts';
import { formatPounds, pence } from '#domain/money/money.ts';
import type { ListedProduct } from '#domain/contracts/staff-catalogue.ts';
import { catalogueQuery } from '../catalogue/catalogue-queries.ts';
import { SortedRows } from '../catalogue/SortedRows.tsx';
import { Button } from '../kit/Button.tsx';
import { problemText } from '../kit/problem-text.ts';
import { SearchBox } from '../kit/SearchBox.tsx';
import { movedTo, placeText } from '../kit/sorting/moved.ts';

/** Products found at a time. */
const mostFound = 8;

/** A product as it is listed among the chosen ones. */
export interface ChosenProduct {
  name: string;
  picture: string | null;
  /** Shown below the name. */
  facts: string;
}

/** A product of the catalogue as it is listed among the chosen ones. */
export function chosenProduct({
  name,
  price_pence,
  state,
  stock,
  colours,
}: ListedProduct): ChosenProduct {
  const shown = colours.filter(({ archived }) => !archived);
  const facts = [
    formatPounds(pence(price_pence)),
    state === 'archived' && 'archived',
    state === 'opens' && 'not open yet',
    stock === 'sold_out' && 'sold out',
  ];
  return {
    name,
    picture: shown.flatMap(({ images }) => images)[0] ?? null,
    facts: facts.filter(Boolean).join(' · '),
  };
}

interface Props {
  /** Keys, in their order. */
  chosen: readonly string[];
  keyOf: (product: ListedProduct) => string;
  /** The product of a key that was not added here. */
  knownOf: (key: string) => ChosenProduct;
  /** Maximum number. */
  most?: number;
  onChange: (chosen: string[]) => void;
}

/** Chooses products: found by name, sorted, removed. */
export function ProductChooser({ chosen, keyOf, knownOf, most = Infinity, onChange }: Props) {
  const [q, setQ] = useState('');
  const [said, setSaid] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const [added, setAdded] = useState<ReadonlyMap<string, ChosenProduct>>(new Map());
  const catalogue = useQuery({ ...catalogueQuery({ q }), enabled: q !== '' });
  const found = (catalogue.data?.products ?? []).filter(
    (product) => product.state !== 'archived' && !chosen.includes(keyOf(product)),
  );
  const productOf = (key: string) => added.get(key) ?? knownOf(key);

  function add(product: ListedProduct): void {
    const key = keyOf(product);
    setAdded(new Map([...added, [key, chosenProduct(product)]]));
    onChange([...chosen, key]);
    setSaid(`${product.name} added, ${placeText([...chosen, key], key)}.`);
    search.current?.focus();
  }

  function remove(key: string): void {
    onChange(chosen.filter((other) => other !== key));
    setSaid(`${productOf(key).name} removed.`);
    // The pressed button is gone.
    search.current?.focus();
  }

  function move(key: string, to: number): void {
    const now = movedTo(chosen, key, to);
    onChange(now);
    setSaid(`${productOf(key).name} is now at ${placeText(now, key)}.`);
  }

  const isFull = chosen.length >= most;
  return (
    <div className="category-products">
      <SearchBox
        ref={search}
        q={q}
        label="Search for products to add"
        placeholder="Name, category …"
        onSearch={setQ}
      />
      {isFull && <p className="studio-soft">That is the maximum. Remove one to add another.</p>}
      {catalogue.isError && q !== '' && (
        <p className="message-error">{problemText(catalogue.error)}</p>
      )}
      {q !== '' && catalogue.data && (
        <ul aria-label="Found products" className="category-found">
          {found.slice(0, mostFound).map((product) => (
            <li key={product.slug}>
              <span>{product.name}</span>
              <span className="studio-soft">{chosenProduct(product).facts}</span>
              <Button
                look="small"
                aria-label={`Add: ${product.name}`}
                disabled={isFull}
                onClick={() => add(product)}
              >
                Add
              </Button>
            </li>
          ))}
        </ul>
      )}
      <output className="studio-soft">
        {q !== '' && catalogue.data
          ? `${countText(found.length, 'product')} found${found.length > mostFound ? `, the first ${mostFound} shown` : ''}.`
          : said}
      </output>
      <output className="sr-only">{said}</output>
      {chosen.length === 0 && <p className="studio-soft">No products yet.</p>}
      <SortedRows
        label="Chosen products"
        items={chosen.map((id) => ({ id, ...productOf(id) }))}
        onMove={move}
        onRemove={remove}
      />
    </div>
  );
}
