import { isProduct } from '#domain/catalogue/product-shape.ts';
import type { Product } from '#domain/catalogue/product.ts';
import { readList } from '../http/answer.ts';
import { request } from '../http/request.ts';

/**
 * The current state of the products in the shop that have one of the given colours.
 * @throws ApiError
 */
export function fetchProductsOfColours(variants: ReadonlySet<number>): Promise<Product[]> {
  const asked = [...variants].join(',');
  return request(`/api/listing/liveProducts/?variants=${asked}`, (body) =>
    readList(body, isProduct),
  );
}
