import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getColourStock, getStock, type StockShow } from '#domain/contracts/staff-inventory.ts';
import { asStaff } from '../kit/as-staff.ts';

/** A page of the stockroom. The previous one stays until it is there, and the search keeps its focus. */
export function stockQuery(q: string, show: StockShow, after: string | undefined) {
  return queryOptions({
    queryKey: ['stock', q, show, after],
    queryFn: ({ signal }) => asStaff(getStock, { q, show, after }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** One colour with a page of its movements. */
export function colourQuery(variant: string, after: string | undefined) {
  return queryOptions({
    queryKey: ['stock', 'colour', variant, after],
    queryFn: ({ signal }) => asStaff(getColourStock, { variant, after }, { signal }),
  });
}
