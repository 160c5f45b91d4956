import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { imageAddress, imagePath } from '#domain/address/image.ts';
import { countText } from '#domain/count-text.ts';
import { priceText } from '#domain/shown-price.ts';
import { pageTax } from '#browser/page-tax.ts';
import { pence } from '#domain/money.ts';
import type { EditedProduct } from '#domain/wire/staff-catalogue.ts';
import { Loading } from '#ui/islands/Loading.tsx';
import { PageLinks } from '../PageLinks.tsx';
import type { AreaPlace } from '../place.ts';
import { Problem } from '../Problem.tsx';
import { problemText } from '../problem-text.ts';
import { SearchBox } from '../SearchBox.tsx';
import { goTo, linkTo } from '../use-place.ts';
import { catalogueQuery } from './catalogue-queries.ts';
import { keptProducts } from './kept-products.ts';
import { draftPlace, newProductPlace, productPlace } from './release-place.ts';
import type { TypedProduct } from './typed-product.ts';

function ProductRow({ product, category }: { product: EditedProduct; category: string }) {
  const { slug, name, price_pence, archived, colours } = product;
  const [image] = colours.flatMap(({ images }) => images);
  return (
    <li>
      <img
        src={imageAddress(imagePath(image === undefined ? undefined : { image }, ''), 120)}
        alt=""
        width="48"
        height="60"
        loading="lazy"
      />
      <a
        className="studio-number"
        {...linkTo({ at: 'catalogue', page: 'product', query: { slug } })}
      >
        {name}
      </a>
      <span className="studio-soft">
        {priceText(pence(price_pence), pageTax())} · {category} ·{' '}
        {countText(colours.length, 'colour')}
        {archived && ' · archived'}
      </span>
    </li>
  );
}

function placeOfUnsaved({ was, form }: TypedProduct): AreaPlace {
  if (form.version > 0) return draftPlace(form.release);
  return was ? productPlace(was.slug) : newProductPlace(form.release);
}

/** Input of this browser that no draft has yet. */
function Unsaved() {
  const [unsaved] = useState(keptProducts);
  if (unsaved.length === 0) return null;
  return (
    <section className="release-note" aria-labelledby="unsaved-products">
      <h2 id="unsaved-products" className="studio-subheading">
        Not saved yet
      </h2>
      <ul>
        {unsaved.map((typed) => (
          <li key={typed.form.release}>
            <a className="link" {...linkTo(placeOfUnsaved(typed))}>
              {typed.now.name.trim() || 'New product'}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** All products, archived ones included, to edit one without a spreadsheet. */
export function ProductList({ place }: { place: AreaPlace }) {
  const { q = '', after } = place.query;
  const search = useRef<HTMLInputElement>(null);
  const [fresh] = useState(() => crypto.randomUUID());
  const catalogue = useQuery(catalogueQuery(q, after === undefined ? null : Number(after)));
  const { data } = catalogue;
  const names = new Map(data?.categories.map(({ slug, name }) => [slug, name]));
  const query: Record<string, string> = q === '' ? {} : { q };
  return (
    <>
      <div className="studio-bar">
        <h1 className="heading">Products</h1>
        <SearchBox
          ref={search}
          q={q}
          label="Search in products"
          placeholder="Name, slug, category …"
          onSearch={(text) => goTo({ ...place, query: text === '' ? {} : { q: text } }, 'replace')}
        />
      </div>
      <div className="studio-actions">
        <a className="button" {...linkTo(newProductPlace(fresh))}>
          New product
        </a>
      </div>
      <Unsaved />
      {catalogue.isError && (
        <Problem text={problemText(catalogue.error)} onRetry={() => void catalogue.refetch()} />
      )}
      {catalogue.isPending && <Loading />}
      {data?.products.length === 0 && (
        <div className="studio-empty">
          <p>No products match.</p>
        </div>
      )}
      <ul
        className="release-list catalogue-products"
        data-stale={catalogue.isPlaceholderData ? '' : undefined}
      >
        {data?.products.map((product) => (
          <ProductRow
            key={product.slug}
            product={product}
            category={names.get(product.category) ?? ''}
          />
        ))}
      </ul>
      <PageLinks
        first={after === undefined ? null : { ...place, query }}
        next={data?.next ? { ...place, query: { ...query, after: String(data.next) } } : null}
      />
    </>
  );
}
