import { getOrder, getOrders } from '#domain/contracts/staff-orders.ts';
import { staffQuery } from '../kit/staff-query.ts';
import type { Place } from '../kit/place.ts';

export type ListPlace = Extract<Place, { at: 'list' }>;
export type OrderPlace = Extract<Place, { at: 'order' | 'checkout' }>;

/** A page of a list, as in its URL. */
export function ordersQuery({ list, q, filters, after }: ListPlace) {
  return staffQuery(['orders', list, q, filters, after], getOrders, {
    list,
    q,
    ...filters,
    after: after ?? undefined,
  });
}

/** One order, or one payment without an order. */
export function orderQuery(place: OrderPlace) {
  const asked =
    place.at === 'order' ? { order: String(place.order) } : { checkout: place.checkout };
  return staffQuery(
    ['order', place.at === 'order' ? place.order : place.checkout],
    getOrder,
    asked,
  );
}
