import type { PhotosAnswer } from '#domain/wire/return-photos.ts';
import {
  getOrder,
  getOrders,
  getOrdersForPrint,
  getReturnPhotos,
  type ListFilters,
  type OrdersForPrint,
  type StaffList,
  type StaffOrder,
  type StaffOrdersAnswer,
} from '#domain/wire/staff-orders.ts';
import type { Customer } from '../checkout.ts';
import { callStaff } from './call-staff.ts';

/** A page of a list. */
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
  customer: Customer,
  signal?: AbortSignal,
): Promise<StaffOrdersAnswer> {
  const asked = { list, ...filters, q: q.trim() === '' ? '' : q, after };
  return callStaff(getOrders, asked, customer, { signal });
}

/** One order by its number, or a checkout by its id. @throws ApiError 404 */
export function fetchStaffOrder(
  which: { order: number } | { checkout: string },
  customer: Customer,
  signal?: AbortSignal,
): Promise<StaffOrder> {
  const asked = 'order' in which ? { order: String(which.order) } : { checkout: which.checkout };
  return callStaff(getOrder, asked, customer, { signal });
}

/** The photos of an order's returns; their addresses work for fifteen minutes. @throws ApiError 404 */
export async function fetchReturnPhotos(
  order: number,
  customer: Customer,
  signal?: AbortSignal,
): Promise<PhotosAnswer['photos']> {
  return (await callStaff(getReturnPhotos, { order: String(order) }, customer, { signal })).photos;
}

/** Packing slips, in the order given, and the pick list of several orders. @throws ApiError */
export function fetchOrdersForPrint(
  orders: readonly number[],
  customer: Customer,
  signal?: AbortSignal,
): Promise<OrdersForPrint> {
  return callStaff(getOrdersForPrint, { orders: orders.join(',') }, customer, { signal });
}
