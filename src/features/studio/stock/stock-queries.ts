import { getColourStock, getStock, type StockShow } from '#domain/contracts/staff-inventory.ts';
import { keepsPrevious, staffQuery } from '../kit/staff-query.ts';

/** A page of the stockroom. The previous one stays until it is there, and the search keeps its focus. */
export function stockQuery(q: string, show: StockShow, after: string | undefined) {
  return staffQuery(['stock', q, show, after], getStock, { q, show, after }, keepsPrevious);
}

/** One colour with a page of its movements. */
export function colourQuery(variant: string, after: string | undefined) {
  return staffQuery(['stock', 'colour', variant, after], getColourStock, { variant, after });
}
