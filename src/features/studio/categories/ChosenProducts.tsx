import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { countText } from '#domain/basics/count-text.ts';
import { formatPounds, pence } from '#domain/money/money.ts';
import type { ListedProduct } from '#domain/contracts/staff-catalogue.ts';
import { catalogueQuery } from '../catalogue/catalogue-queries.ts';
import { movedTo, placeText } from '../catalogue/product-order.ts';
import { Button } from '../kit/Button.tsx';
import { problemText } from '../kit/problem-text.ts';
import { SearchBox } from '../kit/SearchBox.tsx';
import { SortedRows } from '../catalogue/SortedRows.tsx';
import { useProductsBySlug } from './use-products-by-slug.ts';

/** Products found at a time. */
const mostFound = 8;

function pictureOf({ colours }: ListedProduct): string | null {
  const shown = colours.filter(({ archived }) => !archived);
  return shown.flatMap(({ images }) => images)[0] ?? null;
}

function factsOf(product: ListedProduct | undefined, isLoading: boolean): string {
  if (!product) return isLoading ? '…' : 'No longer in the catalogue';
  const { state, price_pence, stock } = product;
  const facts = [
    formatPounds(pence(price_pence)),
    state === 'archived' && 'archived',
    state === 'opens' && 'not open yet',
    stock === 'sold_out' && 'sold out',
  ];
  return facts.filter(Boolean).join(' · ');
}

interface Props {
  /** Slugs, in their order. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** The products of a collection chosen by hand: found by name, sorted, removed. */
export function ChosenProducts({ chosen, onChange }: Props) {
  const [q, setQ] = useState('');
  const [said, setSaid] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const [first] = useState(chosen);
  const [added, setAdded] = useState<ReadonlyMap<string, ListedProduct>>(new Map());
  const fetched = useProductsBySlug(first);
  const known = { ...fetched, products: new Map([...fetched.products, ...added]) };
  const catalogue = useQuery({ ...catalogueQuery({ q }), enabled: q !== '' });
  const found = (catalogue.data?.products ?? []).filter(
    ({ slug, state }) => state !== 'archived' && !chosen.includes(slug),
  );
  const nameOf = (slug: string) => known.products.get(slug)?.name ?? slug;

  function add(product: ListedProduct): void {
    const { slug, name } = product;
    setAdded(new Map([...added, [slug, product]]));
    onChange([...chosen, slug]);
    setSaid(`${name} added, ${placeText([...chosen, slug], slug)}.`);
    search.current?.focus();
  }

  function remove(slug: string): void {
    onChange(chosen.filter((other) => other !== slug));
    setSaid(`${nameOf(slug)} removed.`);
    // The pressed button is gone.
    search.current?.focus();
  }

  function move(slug: string, to: number): void {
    const now = movedTo(chosen, slug, to);
    onChange(now);
    setSaid(`${nameOf(slug)} is now at ${placeText(now, slug)}.`);
  }

  return (
    <div className="category-products">
      <SearchBox
        ref={search}
        q={q}
        label="Search for products to add"
        placeholder="Name, category …"
        onSearch={setQ}
      />
      {catalogue.isError && q !== '' && (
        <p className="message-error">{problemText(catalogue.error)}</p>
      )}
      {q !== '' && catalogue.data && (
        <ul aria-label="Found products" className="category-found">
          {found.slice(0, mostFound).map((product) => (
            <li key={product.slug}>
              <span>{product.name}</span>
              <span className="studio-soft">{factsOf(product, false)}</span>
              <Button look="small" aria-label={`Add: ${product.name}`} onClick={() => add(product)}>
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
        items={chosen.map((slug) => {
          const product = known.products.get(slug);
          return {
            slug,
            name: nameOf(slug),
            picture: product ? pictureOf(product) : null,
            facts: factsOf(product, known.isLoading),
          };
        })}
        onMove={move}
        onRemove={remove}
      />
    </div>
  );
}
