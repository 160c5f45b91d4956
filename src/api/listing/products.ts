import { isProduct } from '#domain/product-shape.ts';
import type { Product } from '#domain/product.ts';
import { readList } from '../http/answer.ts';
import { request } from '../http/request.ts';

/**
 * The current state of those products that are in the shop. Not cached by the CDN, unlike the listings.
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
