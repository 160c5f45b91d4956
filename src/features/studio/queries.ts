import { queryOptions } from '@tanstack/react-query';
import { getMe } from '#domain/wire/staff-me.ts';
import { getOrder, getOrders } from '#domain/wire/staff-orders.ts';
import { asStaff } from './as-staff.ts';
import type { Place } from './place.ts';

export type ListPlace = Extract<Place, { at: 'list' }>;
export type OrderPlace = Extract<Place, { at: 'order' | 'checkout' }>;

/** The logged-in member of staff, with the counts in the header. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => asStaff(getMe, {}, { signal }),
  // Shorter than the wait between two looks at an order that awaits Stripe.
  staleTime: 2000,
});

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
