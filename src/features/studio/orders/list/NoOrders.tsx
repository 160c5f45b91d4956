import { filtersSet } from '#domain/contracts/staff-orders.ts';
import { emptyTexts } from './list-names.ts';
import type { ListPlace } from '../queries.ts';
import { Button } from '../../kit/Button.tsx';
import { goTo, linkTo } from '../../kit/use-place.ts';

function emptyText({ list, q, filters }: ListPlace): string {
  const isFiltered = filtersSet(filters).length > 0;
  if (q !== '') return `No orders match “${q}”${isFiltered ? ' and the filters' : ''}.`;
  return isFiltered ? 'No orders match the filters.' : emptyTexts[list];
}

/** An empty list, with ways to widen the search. */
export function NoOrders({ place }: { place: ListPlace }) {
  const { list, q, filters } = place;
  return (
    <div className="studio-empty">
      <p>{emptyText(place)}</p>
      {filtersSet(filters).length > 0 && (
        <Button onClick={() => goTo({ ...place, filters: {}, after: null })}>Clear filters</Button>
      )}
      {q !== '' && list !== 'all' && (
        <p>
          <a className="link" {...linkTo({ at: 'list', list: 'all', q, filters: {}, after: null })}>
            Search in all orders
          </a>
        </p>
      )}
    </div>
  );
}
