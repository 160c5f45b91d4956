import { isProduct } from '#domain/catalogue/product-shape.ts';
import type { Product } from '#domain/catalogue/product.ts';
import { readList } from '../http/answer.ts';
import { request } from '../http/request.ts';

/**
 * The current state of those given products that are in the shop. Unlike the listings, not cached by the
 * CDN.
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
