import { isProduct } from '#domain/catalogue/product-shape.ts';
import type { Product } from '#domain/catalogue/product.ts';
import { readList } from '../http/answer.ts';
import { request } from '../http/request.ts';

/** A response's products, and its headers, which state the next opening (watch-opening.ts). */
export interface ListingAnswer {
  products: Product[];
  headers: Headers;
}

function fetchListing(path: string, first?: number, signal?: AbortSignal): Promise<ListingAnswer> {
  const query = first === undefined ? '' : `?first=${first}`;
  return request(
    `/api/listing/productListing/${path}${query}`,
    (body, headers) => ({ products: readList(body, isProduct), headers }),
    { signal },
  );
}

/**
 * All products, newest first.
 * @param first maximum number to fetch.
 * @throws ApiError
 */
export function fetchProducts(first?: number, signal?: AbortSignal): Promise<ListingAnswer> {
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
): Promise<ListingAnswer> {
  return fetchListing(`${categoryId}/`, first, signal);
}
