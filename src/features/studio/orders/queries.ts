import { queryOptions } from '@tanstack/react-query';
import { getOrder, getOrders } from '#domain/contracts/staff-orders.ts';
import { asStaff } from '../kit/as-staff.ts';
import type { Place } from '../kit/place.ts';

export type ListPlace = Extract<Place, { at: 'list' }>;
export type OrderPlace = Extract<Place, { at: 'order' | 'checkout' }>;

/** A page of a list, as in its URL. */
export function ordersQuery({ list, q, filters, after }: ListPlace) {
  return queryOptions({
    queryKey: ['orders', list, q, filters, after],
    queryFn: ({ signal }) =>
      asStaff(getOrders, { list, q, ...filters, after: after ?? undefined }, { signal }),
  });
}

/** One order, or one payment without an order. */
export function orderQuery(place: OrderPlace) {
  const asked =
    place.at === 'order' ? { order: String(place.order) } : { checkout: place.checkout };
  return queryOptions({
    queryKey: ['order', place.at === 'order' ? place.order : place.checkout],
    queryFn: ({ signal }) => asStaff(getOrder, asked, { signal }),
  });
}
