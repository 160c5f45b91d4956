import { isProduct } from '#domain/product-shape.ts';
import type { Product } from '#domain/product.ts';
import { readList } from '../http/answer.ts';
import { request } from '../http/request.ts';

function fetchListing(path: string, first?: number, signal?: AbortSignal): Promise<Product[]> {
  const query = first === undefined ? '' : `?first=${first}`;
  return request(
    `/api/listing/productListing/${path}${query}`,
    (body) => readList(body, isProduct),
    { signal },
  );
}

/**
 * All products, newest first.
 * @param first maximum number to fetch.
 * @throws ApiError
 */
export function fetchProducts(first?: number, signal?: AbortSignal): Promise<Product[]> {
  return fetchListing('', first, signal);
}

/**
 * A category's products in its own order; newest first if none was set.
 * @param first maximum number to fetch.
 * @throws ApiError 404 if the category does not exist.
 */
export function fetchCategoryProducts(
  categoryId: number,
  first?: number,
  signal?: AbortSignal,
): Promise<Product[]> {
  return fetchListing(`${categoryId}/`, first, signal);
}
