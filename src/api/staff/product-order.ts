import { ProductOrder } from '#domain/wire/staff-product-order.ts';
import type { Customer } from '../checkout.ts';
import { request } from '../http/request.ts';

/** The products of a category, the first if none is named, and their order. @throws ApiError 403, 404 */
export function fetchProductOrder(
  category: string | undefined,
  { access }: Customer,
  signal?: AbortSignal,
): Promise<ProductOrder> {
  const query = category === undefined ? '' : `?${new URLSearchParams({ category })}`;
  return request(`/api/staff/product-order${query}`, (body) => ProductOrder.parse(body), {
    access,
    signal,
  });
}
