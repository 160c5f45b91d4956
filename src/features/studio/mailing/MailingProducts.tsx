import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { imageAddress, imagePath } from '#domain/address/image.ts';
import { countText } from '#domain/count-text.ts';
import { formatPounds, pence } from '#domain/money.ts';
import { mostMailedProducts } from '#domain/wire/mailing-draft.ts';
import type { EditedProduct } from '#domain/wire/staff-catalogue.ts';
import type { ShownProduct } from '#domain/wire/staff-mailings.ts';
import { problemText } from '../problem-text.ts';
import { SearchBox } from '../SearchBox.tsx';
import { foundProductsQuery } from './mailing-queries.ts';

/** How many of a search are offered: more are found by another word. */
const mostFound = 6;

function shownOf({ id, name, price_pence, colours }: EditedProduct): ShownProduct {
  const pictures = colours.flatMap(({ archived, images }) => (archived ? [] : images));
  return { id, name, price_pence, picture: pictures[0] ?? null };
}

function Picture({ product }: { product: ShownProduct | undefined }) {
  const image = product?.picture ? { image: product.picture } : undefined;
  return <img src={imageAddress(imagePath(image, ''), 120)} alt="" width="48" height="60" />;
}

interface Props {
  /** Ids, in their order. */
  chosen: readonly number[];
  /** What is known of those that are saved. */
  known: readonly ShownProduct[];
  onChange: (chosen: number[]) => void;
}

/** The products of a mailing: found by name, in the order in which the e-mail shows them. */
export function MailingProducts({ chosen, known, onChange }: Props) {
  const [q, setQ] = useState('');
  const [added, setAdded] = useState<ReadonlyMap<number, ShownProduct>>(new Map());
  const [said, setSaid] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const title = useId();
  const isFull = chosen.length >= mostMailedProducts;
  const catalogue = useQuery({ ...foundProductsQuery(q), enabled: q !== '' && !isFull });
  const found = (catalogue.data?.products ?? [])
    .filter(({ id, archived }) => !archived && !chosen.includes(id))
    .map(shownOf);
  const products = new Map([...added, ...known.map((one) => [one.id, one] as const)]);

  function add(product: ShownProduct): void {
    setAdded(new Map([...added, [product.id, product]]));
    setQ('');
    setSaid(`${product.name} is in the e-mail.`);
    onChange([...chosen, product.id]);
    search.current?.focus();
  }

  function remove(id: number): void {
    setSaid(`${products.get(id)?.name ?? `Product ${id}`} is taken out.`);
    onChange(chosen.filter((one) => one !== id));
    // The button that was pressed is gone.
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
        Up to {mostMailedProducts}. Each is shown with its picture and the price of the moment it is
        sent.
      </p>
      <ul ref={list} tabIndex={-1} aria-label="Chosen products" className="mailing-chosen">
        {chosen.map((id, place) => {
          const product = products.get(id);
          const name = product?.name ?? `Product ${id}`;
          return (
            <li key={id}>
              <Picture product={product} />
              <div>
                <p>{name}</p>
                <p className="studio-soft">
                  {product ? formatPounds(pence(product.price_pence)) : 'The shop has it no more.'}
                </p>
              </div>
              <div className="studio-actions">
                {place > 0 && (
                  <button
                    type="button"
                    className="studio-small"
                    aria-label={`Earlier: ${name}`}
                    onClick={() => putEarlier(place)}
                  >
                    Earlier
                  </button>
                )}
                <button
                  type="button"
                  className="studio-small"
                  aria-label={`Remove ${name}`}
                  onClick={() => remove(id)}
                >
                  Remove
                </button>
              </div>
            </li>
          );
        })}
      </ul>
      {isFull ? (
        <p className="studio-soft">That is the most. Remove one to choose another.</p>
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
      {q !== '' && !isFull && catalogue.data && (
        <ul aria-label="Found products" className="mailing-found">
          {found.slice(0, mostFound).map((product) => (
            <li key={product.id}>
              <button type="button" onClick={() => add(product)}>
                <Picture product={product} />
                <span>{product.name}</span>
                <span className="studio-soft">{formatPounds(pence(product.price_pence))}</span>
                <span className="sr-only">Add to the e-mail</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <output className="studio-soft">
        {q === '' || !catalogue.data
          ? said
          : `${found.length === 0 ? 'No other product is like that' : countText(found.length, 'product')}${found.length > mostFound ? `, the first ${mostFound} are shown` : ''}.`}
      </output>
    </section>
  );
}
