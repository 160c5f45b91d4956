import { imageAddress, imagePath } from '#domain/catalogue/image.ts';
import type { CatalogueSort } from '#domain/enums.ts';
import { formatPounds, pence } from '#domain/money/money.ts';
import type { ListedProduct } from '#domain/contracts/staff-catalogue.ts';
import { momentText } from '../kit/day-text.ts';
import { linkTo } from '../kit/use-place.ts';
import { fewLeftText } from './few-left.ts';
import { nextSort } from '../catalogue/product-filters.ts';
import { productPlace } from '../releases/release-place.ts';

function StateBadge({ product }: { product: ListedProduct }) {
  const { state, visible_from } = product;
  if (state === 'live')
    return (
      <span className="studio-badge" data-tone="done">
        Live
      </span>
    );
  if (state === 'archived') return <span className="studio-badge">Archived</span>;
  const opens = visible_from === null ? 'Hidden: no colour' : `Opens ${momentText(visible_from)}`;
  return (
    <span className="studio-badge" data-tone="look">
      {opens}
    </span>
  );
}

function StockCell({ product }: { product: ListedProduct }) {
  const { stock, units } = product;
  if (stock === 'sold_out')
    return (
      <span className="studio-badge" data-tone="act">
        Sold out
      </span>
    );
  return (
    <>
      <span className="product-units">{units}</span>{' '}
      {stock === 'low' && (
        <>
          <span className="studio-badge" data-tone="look">
            Low
          </span>
          <span className="studio-soft product-low">{fewLeftText(product)}</span>
        </>
      )}
    </>
  );
}

function PriceCell({ product }: { product: ListedProduct }) {
  const { price_pence, sale_price_pence } = product;
  return (
    <>
      {formatPounds(pence(price_pence))}
      {sale_price_pence > 0 && (
        <span className="product-sale">Sale {formatPounds(pence(sale_price_pence))}</span>
      )}
    </>
  );
}

function ChangedCell({ product: { changed_at, changed_by } }: { product: ListedProduct }) {
  return (
    <>
      {momentText(changed_at)}
      {changed_by !== null && <span className="studio-soft">{changed_by}</span>}
    </>
  );
}

interface HeadProps {
  column: 'name' | 'price' | 'stock' | 'changed';
  title: string;
  sort: CatalogueSort;
  onSort: (sort: CatalogueSort) => void;
}

function SortHead({ column, title, sort, onSort }: HeadProps) {
  const isUp = sort === column;
  const isDown = sort === `${column}_back`;
  // The latest change comes first, then the oldest.
  const [up, down] =
    column === 'changed'
      ? (['descending', 'ascending'] as const)
      : (['ascending', 'descending'] as const);
  const direction = isUp ? up : isDown ? down : undefined;
  return (
    <th scope="col" aria-sort={direction} data-column={column}>
      <button type="button" className="product-sort" onClick={() => onSort(nextSort(sort, column))}>
        {title}
        <span aria-hidden="true">{direction && (direction === 'ascending' ? ' ↑' : ' ↓')}</span>
      </button>
    </th>
  );
}

interface Props {
  products: readonly ListedProduct[];
  /** Category names by slug. */
  categories: ReadonlyMap<string, string>;
  sort: CatalogueSort;
  onSort: (sort: CatalogueSort) => void;
  /** Selected products by slug. */
  chosen: ReadonlyMap<string, ListedProduct>;
  onChoose: (chosen: ReadonlyMap<string, ListedProduct>) => void;
}

/** Products as rows to sort and select; on phones each row is a card. */
export function ProductTable({ products, categories, sort, onSort, chosen, onChoose }: Props) {
  const count = products.filter(({ slug }) => chosen.has(slug)).length;
  const isAll = count > 0 && count === products.length;

  function choose(those: readonly ListedProduct[], on: boolean): void {
    const next = new Map(chosen);
    for (const product of those) {
      if (on) next.set(product.slug, product);
      else next.delete(product.slug);
    }
    onChoose(next);
  }

  const head = { sort, onSort };
  return (
    <table className="studio-table product-table">
      <thead>
        <tr>
          <th scope="col" data-column="select">
            <input
              type="checkbox"
              className="studio-box"
              aria-label="Select all on this page"
              ref={(box) => {
                if (box) box.indeterminate = count > 0 && !isAll;
              }}
              checked={isAll}
              onChange={({ currentTarget }) => choose(products, currentTarget.checked)}
            />
          </th>
          <SortHead {...head} column="name" title="Product" />
          <th scope="col">Status</th>
          <SortHead {...head} column="price" title="Price" />
          <SortHead {...head} column="stock" title="Stock" />
          <th scope="col">Category</th>
          <SortHead {...head} column="changed" title="Last change" />
        </tr>
      </thead>
      <tbody>
        {products.map((product) => {
          const { slug, name, colours, category } = product;
          const [image] = colours.flatMap(({ images }) => images);
          return (
            <tr key={slug} data-chosen={chosen.has(slug) ? '' : undefined}>
              <td data-column="select">
                <input
                  type="checkbox"
                  className="studio-box"
                  aria-label={`Select ${name}`}
                  checked={chosen.has(slug)}
                  onChange={({ currentTarget }) => choose([product], currentTarget.checked)}
                />
              </td>
              <td data-column="name">
                <span className="product-name">
                  <img
                    src={imageAddress(
                      imagePath(image === undefined ? undefined : { image }, ''),
                      120,
                    )}
                    alt=""
                    width="48"
                    height="60"
                    loading="lazy"
                  />
                  <a className="studio-number" {...linkTo(productPlace(slug))}>
                    {name}
                  </a>
                </span>
              </td>
              <td data-column="state">
                <StateBadge product={product} />
              </td>
              <td data-column="price">
                <PriceCell product={product} />
              </td>
              <td data-column="stock">
                <StockCell product={product} />
              </td>
              <td data-column="category">{categories.get(category)}</td>
              <td data-column="changed">
                <ChangedCell product={product} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
