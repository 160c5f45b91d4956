import {
  filtersSet,
  OrdersForPrint,
  StaffOrder,
  StaffOrdersAnswer,
} from '#domain/wire/staff-orders.ts';
import type { ListFilters, StaffList } from '#domain/wire/staff-orders.ts';
import type { Customer } from '../checkout.ts';
import { request } from '../http/request.ts';

/** What of a list is asked for. */
interface ListQuery {
  list: StaffList;
  /** Search text; empty for all of the list. */
  q?: string;
  /** `next` of the page before; the first page without it. */
  after?: string | undefined;
  filters?: ListFilters;
}

/** A page of fifty rows of a list. @throws ApiError */
export function fetchStaffOrders(
  { list, q = '', after, filters = {} }: ListQuery,
  { access }: Customer,
  signal?: AbortSignal,
): Promise<StaffOrdersAnswer> {
  const query = new URLSearchParams([['list', list], ...filtersSet(filters)]);
  if (q.trim() !== '') query.set('q', q);
  if (after !== undefined) query.set('after', after);
  return request(`/api/staff/orders?${query}`, (body) => StaffOrdersAnswer.parse(body), {
    access,
    signal,
  });
}

/** One order by its number, or a checkout by its id. @throws ApiError 404 */
export function fetchStaffOrder(
  which: { order: number } | { checkout: string },
  { access }: Customer,
  signal?: AbortSignal,
): Promise<StaffOrder> {
  const query =
    'order' in which ? `order=${which.order}` : `checkout=${encodeURIComponent(which.checkout)}`;
  return request(`/api/staff/order?${query}`, (body) => StaffOrder.parse(body), { access, signal });
}

/** Packing slips, in the order given, and the pick list of several orders. @throws ApiError */
export function fetchOrdersForPrint(
  orders: readonly number[],
  { access }: Customer,
  signal?: AbortSignal,
): Promise<OrdersForPrint> {
  return request(
    `/api/staff/orders-for-print?orders=${orders.join(',')}`,
    (body) => OrdersForPrint.parse(body),
    { access, signal },
  );
}
