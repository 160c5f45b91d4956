import { PhotosAnswer } from '#domain/wire/return-photos.ts';
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

/** The photos of an order's returns; their addresses work for fifteen minutes. @throws ApiError 404 */
export async function fetchReturnPhotos(
  order: number,
  { access }: Customer,
  signal?: AbortSignal,
): Promise<PhotosAnswer['photos']> {
  const { photos } = await request(
    `/api/staff/return-photos?order=${order}`,
    (body) => PhotosAnswer.parse(body),
    { access, signal },
  );
  return photos;
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
