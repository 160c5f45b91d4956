import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { imageAddress, imagePath } from '#domain/catalogue/image.ts';
import { countText } from '#domain/basics/count-text.ts';
import { formatPounds, pence } from '#domain/money/money.ts';
import { mostMailedProducts } from '#domain/contracts/mailing-draft.ts';
import type { EditedProduct } from '#domain/contracts/staff-catalogue.ts';
import type { ShownProduct } from '#domain/contracts/staff-mailings.ts';
import { Button } from '../kit/Button.tsx';
import { problemText } from '../kit/problem-text.ts';
import { SearchBox } from '../kit/SearchBox.tsx';
import { foundProductsQuery } from './mailing-queries.ts';

/** Results shown of a search; a narrower one finds more. */
const mostFound = 6;

function shownOf({ id, name, price_pence, colours }: EditedProduct): ShownProduct {
  const pictures = colours.flatMap(({ archived, images }) => (archived ? [] : images));
  return { id, name, price_pence, picture: pictures[0] ?? null };
}

function foundText(found: readonly ShownProduct[]): string {
  if (found.length === 0) return 'No other products match.';
  const rest = found.length > mostFound ? `, the first ${mostFound} are shown` : '';
  return `${countText(found.length, 'product')}${rest}.`;
}

function Picture({ product }: { product: ShownProduct | undefined }) {
  const image = product?.picture ? { image: product.picture } : undefined;
  return <img src={imageAddress(imagePath(image, ''), 120)} alt="" width="48" height="60" />;
}

interface ChosenProps {
  name: string;
  /** Undefined if the shop no longer has it. */
  product: ShownProduct | undefined;
  isFirst: boolean;
  onEarlier: () => void;
  onRemove: () => void;
}

function ChosenProduct({ name, product, isFirst, onEarlier, onRemove }: ChosenProps) {
  return (
    <li>
      <Picture product={product} />
      <div>
        <p>{name}</p>
        <p className="studio-soft">
          {product ? formatPounds(pence(product.price_pence)) : 'No longer in the shop.'}
        </p>
      </div>
      <div className="studio-actions">
        {!isFirst && (
          <Button look="small" aria-label={`Earlier: ${name}`} onClick={onEarlier}>
            Earlier
          </Button>
        )}
        <Button look="remove" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  );
}

interface FoundProps {
  found: readonly ShownProduct[];
  onAdd: (product: ShownProduct) => void;
}

function FoundProducts({ found, onAdd }: FoundProps) {
  return (
    <ul aria-label="Found products" className="mailing-found">
      {found.slice(0, mostFound).map((product) => (
        <li key={product.id}>
          <button type="button" onClick={() => onAdd(product)}>
            <Picture product={product} />
            <span>{product.name}</span>
            <span className="studio-soft">{formatPounds(pence(product.price_pence))}</span>
            <span className="sr-only">Add to the e-mail</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface Props {
  /** Ids, in their order. */
  chosen: readonly number[];
  /** Products as saved. */
  known: readonly ShownProduct[];
  onChange: (chosen: number[]) => void;
}

/** The products of a mailing, found by name, in the order of the e-mail. */
export function MailingProducts({ chosen, known, onChange }: Props) {
  const [q, setQ] = useState('');
  const [added, setAdded] = useState<ReadonlyMap<number, ShownProduct>>(new Map());
  const [news, setNews] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const title = useId();
  const isFull = chosen.length >= mostMailedProducts;
  const isSearching = q !== '' && !isFull;
  const catalogue = useQuery({ ...foundProductsQuery(q), enabled: isSearching });
  const found = (catalogue.data?.products ?? [])
    .filter(({ id, archived }) => !archived && !chosen.includes(id))
    .map(shownOf);
  const products = new Map([...added, ...known.map((one) => [one.id, one] as const)]);
  const nameOf = (id: number) => products.get(id)?.name ?? `Product ${id}`;

  function add(product: ShownProduct): void {
    setAdded(new Map([...added, [product.id, product]]));
    setQ('');
    setNews(`${product.name} added to the e-mail.`);
    onChange([...chosen, product.id]);
    search.current?.focus();
  }

  function remove(id: number): void {
    setNews(`${nameOf(id)} removed from the e-mail.`);
    onChange(chosen.filter((one) => one !== id));
    // The pressed button is gone.
    list.current?.focus();
  }

  function putEarlier(place: number): void {
    const ids = [...chosen];
    ids.splice(place - 1, 0, ...ids.splice(place, 1));
    onChange(ids);
  }

  return (
    <section aria-labelledby={title} className="mailing-products">
      <h2 id={title} className="label">
        Products
      </h2>
      <p className="studio-soft">
        Up to {mostMailedProducts}. Each appears with its picture and its price when the e-mail is
        sent.
      </p>
      <ul ref={list} tabIndex={-1} aria-label="Chosen products" className="mailing-chosen">
        {chosen.map((id, place) => (
          <ChosenProduct
            key={id}
            name={nameOf(id)}
            product={products.get(id)}
            isFirst={place === 0}
            onEarlier={() => putEarlier(place)}
            onRemove={() => remove(id)}
          />
        ))}
      </ul>
      {isFull ? (
        <p className="studio-soft">That is the maximum. Remove one to choose another.</p>
      ) : (
        <SearchBox
          ref={search}
          q={q}
          label="Search for products"
          placeholder="Name, category …"
          onSearch={setQ}
        />
      )}
      {catalogue.isError && q !== '' && (
        <p className="message-error">{problemText(catalogue.error)}</p>
      )}
      {isSearching && catalogue.data && <FoundProducts found={found} onAdd={add} />}
      <output className="studio-soft">
        {q === '' || !catalogue.data ? news : foundText(found)}
      </output>
    </section>
  );
}
