import { isCategory } from '#domain/catalogue/product-shape.ts';
import type { Category } from '#domain/catalogue/product.ts';
import { readList } from '../http/answer.ts';
import { request } from '../http/request.ts';

/** All categories. @throws ApiError */
export function fetchCategories(signal?: AbortSignal): Promise<Category[]> {
  return request('/api/listing/categories', (body) => readList(body, isCategory), { signal });
}
