import { fetchLiveProducts } from '#api/listing/products.ts';
import { onContent } from '#browser/content/content.ts';
import type { Product } from '#domain/catalogue/product.ts';

/** The latest known state of each product on this page, by id. */
const known = new Map<number, Product>();

/** Pending requests for a product's state, by its id. */
const asked = new Map<number, Promise<unknown>>();

/**
 * Maximum time a press waits for a response, in milliseconds; after that the last known state is used.
 */
const LONGEST_WAIT_MS = 1000;

// The next page fetches again, or a long visit would show old prices and stock.
onContent((_main, life) =>
  life.addEventListener('abort', () => {
    known.clear();
    asked.clear();
  }),
);

/** Records the current state of a product. */
export function keepProduct(product: Product): void {
  known.set(product.id, product);
}

/**
 * Registers a pending request for a product's state, so that a press waits for it instead of using the
 * state as of the build.
 * @param answer settles after `keepProduct` was called; never rejects.
 */
export function askProduct(id: number, answer: Promise<unknown>): void {
  const settled: Promise<unknown> = answer.finally(() => {
    if (asked.get(id) === settled) asked.delete(id);
  });
  asked.set(id, settled);
}

function longestWait(): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS));
}

/**
 * A product's latest known state; `undefined` if it is no longer sold.
 * @throws ApiError
 */
export async function listedProduct(id: number): Promise<Product | undefined> {
  if (asked.has(id)) await Promise.race([asked.get(id), longestWait()]);
  return known.get(id) ?? (await fetchLiveProducts([id]))[0];
}
