import { isProduct } from '#domain/product-shape.ts';
import type { Product } from '#domain/product.ts';
import { readList, readRecord, readText } from '../http/answer.ts';
import { request } from '../http/request.ts';

/** What the last build did not know. */
interface Opened {
  /** Products that opened in the last days. */
  products: Product[];
  /** When the next products open, ISO 8601; null while none are announced. */
  until: string | null;
}

/** @throws ApiError */
export function fetchOpened(signal?: AbortSignal): Promise<Opened> {
  return request(
    '/api/listing/opened/',
    (body) => {
      const { products, until } = readRecord(body);
      return {
        products: readList(products, isProduct),
        until: until === null ? null : readText(until),
      };
    },
    { signal },
  );
}
