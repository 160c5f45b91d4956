import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { countText } from '#domain/basics/count-text.ts';
import { type StockShow, stockShows } from '#domain/contracts/staff-inventory.ts';
import { ItemPicture } from '#ui/ItemPicture.tsx';
import { PageLinks } from '../kit/PageLinks.tsx';
import type { AreaPlace } from '../kit/place.ts';
import { Awaited } from '../kit/Awaited.tsx';
import { SearchBox } from '../kit/SearchBox.tsx';
import { goTo, linkTo } from '../kit/use-place.ts';
import { ColourFacts } from './ColourFacts.tsx';
import { stockQuery } from './stock-queries.ts';
import { showNames } from './stock-texts.ts';

/** A list's place. */
function listAt(show: StockShow, q: string, after?: number): AreaPlace {
  const query = {
    ...(show !== 'all' && { show }),
    ...(q !== '' && { q }),
    ...(after !== undefined && { after: String(after) }),
  };
  return { at: 'stock', page: '', query };
}

/** The stockroom: every colour with its stock, those that are low, waited for or expected. */
export function StockList({ place: { query } }: { place: AreaPlace }) {
  const search = useRef<HTMLInputElement>(null);
  const show = stockShows.find((one) => one === query['show']) ?? 'all';
  const { q = '', after } = query;
  const found = useQuery(stockQuery(q, show, after));
  const { data } = found;
  const rows = data?.rows ?? [];
  return (
    <>
      <div className="studio-bar">
        <h1 className="heading">Stock</h1>
        <p className="studio-total" aria-live="polite">
          {data &&
            (rows.length === data.total
              ? countText(data.total, 'colour')
              : `${data.before + 1}–${data.before + rows.length} of ${countText(data.total, 'colour')}`)}
        </p>
        <SearchBox
          ref={search}
          q={q}
          label="Search the stock"
          placeholder="Product, colour, SKU, barcode …"
          onSearch={(text) => goTo(listAt(show, text), 'replace')}
        />
      </div>
      <nav aria-label="Parts of the stock" className="stock-shows">
        {stockShows.map((one) => (
          <a
            key={one}
            className="button-quiet"
            aria-current={one === show ? 'page' : undefined}
            {...linkTo(listAt(one, q))}
          >
            {showNames[one]}
          </a>
        ))}
      </nav>
      <Awaited query={found} />
      {data && rows.length === 0 && <p className="studio-empty">No colours here.</p>}
      <ul className="stock-list">
        {rows.map((row) => (
          <li key={row.variant_id}>
            <ItemPicture image={row.image} />
            <div>
              <a
                className="link"
                {...linkTo({ at: 'stock', page: 'colour', query: { id: String(row.variant_id) } })}
              >
                {row.product_name}, {row.color_name}
              </a>
              <p className="studio-soft studio-sku">
                {row.sku}
                {row.archived && ', archived'}
              </p>
            </div>
            <ColourFacts of={row} />
          </li>
        ))}
      </ul>
      <PageLinks
        first={after === undefined ? null : listAt(show, q)}
        next={data?.next ? listAt(show, q, data.next) : null}
      />
    </>
  );
}
