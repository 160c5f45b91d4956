import { isProduct } from '#domain/catalogue/product-shape.ts';
import type { Product } from '#domain/catalogue/product.ts';
import { readList, readRecord, readText } from '../http/answer.ts';
import { request } from '../http/request.ts';
import { deviceMoment } from './device-moment.ts';

/** Changes since the last build. */
interface Opened {
  /** Products added to the shop in the last days. */
  products: Product[];
  /**
   * When the next products become available, in milliseconds since 1970 by this device's clock, however wrong;
   * null if none are announced.
   */
  until: number | null;
}

/** @throws ApiError */
export function fetchOpened(): Promise<Opened> {
  return request('/api/listing/opened/', (body, headers) => {
    const { products, until } = readRecord(body);
    return {
      products: readList(products, isProduct),
      until: until === null ? null : deviceMoment(readText(until), headers),
    };
  });
}
