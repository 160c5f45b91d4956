import { isCategory, isProduct } from '#shop/product-shape.ts';
import type { Category, Product } from '#shop/product.ts';
import { readList } from './answer.ts';
import { request } from './request.ts';

/** All categories. @throws ApiError */
export function fetchCategories(signal?: AbortSignal): Promise<Category[]> {
  return request('/api/listing/categories', (body) => readList(body, isCategory), { signal });
}

/** All products, newest first. @throws ApiError */
export function fetchProducts(signal?: AbortSignal): Promise<Product[]> {
  return request('/api/listing/productListing/', (body) => readList(body, isProduct), { signal });
}

/** The products of a category, newest first. @throws ApiError 404 when there is no such category. */
export function fetchCategoryProducts(
  categoryId: number,
  signal?: AbortSignal,
): Promise<Product[]> {
  return request(
    `/api/listing/productListing/${categoryId}/`,
    (body) => readList(body, isProduct),
    { signal },
  );
}

/**
 * Those of the products that are in the shop, as they are at this moment; the listings may be a
 * little older.
 * @throws ApiError
 */
export function fetchLiveProducts(
  ids: readonly number[],
  signal?: AbortSignal,
): Promise<Product[]> {
  const asked = [...new Set(ids)].join(',');
  return request(`/api/listing/liveProducts/?ids=${asked}`, (body) => readList(body, isProduct), {
    signal,
  });
}
