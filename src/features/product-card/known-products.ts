import { fetchLiveProducts } from '#api/listing/products.ts';
import { onContent } from '#browser/content/content.ts';
import type { Product } from '#domain/product.ts';

/** The latest known state of each product on this page, by id. */
const known = new Map<number, Product>();

// The next page asks anew, or a long visit would show old prices and stock.
onContent((_main, life) => life.addEventListener('abort', () => known.clear()));

/** Records the current state of a product. */
export function keepProduct(product: Product): void {
  known.set(product.id, product);
}

/**
 * A product in its latest known state; `undefined` when it is no longer sold.
 * @throws ApiError
 */
export async function listedProduct(id: number): Promise<Product | undefined> {
  return known.get(id) ?? (await fetchLiveProducts([id]))[0];
}
