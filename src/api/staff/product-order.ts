import { getProductOrder, type ProductOrder } from '#domain/wire/staff-product-order.ts';
import type { Customer } from '../checkout.ts';
import { callStaff } from './call-staff.ts';

/** The products of a category, the first if none is named, and their order. @throws ApiError 403, 404 */
export function fetchProductOrder(
  category: string | undefined,
  customer: Customer,
  signal?: AbortSignal,
): Promise<ProductOrder> {
  return callStaff(getProductOrder, { category }, customer, { signal });
}
