import { clockOffset } from '#domain/clock-offset.ts';
import { isProduct } from '#domain/product-shape.ts';
import type { Product } from '#domain/product.ts';
import { readList, readRecord, readText } from '../http/answer.ts';
import { readAnswer } from '../http/request.ts';

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

/** @throws Error */
export async function fetchOpened(signal?: AbortSignal): Promise<Opened> {
  const response = await fetch('/api/listing/opened/', { signal: signal ?? null });
  const { status, headers } = response;
  return readAnswer(status, await response.text(), null, (body) => {
    const { products, until } = readRecord(body);
    const now = Date.now();
    const offset = clockOffset(now, now, headers.get('date'), headers.get('age'));
    return {
      products: readList(products, isProduct),
      until: until === null ? null : Date.parse(readText(until)) - offset,
    };
  });
}
