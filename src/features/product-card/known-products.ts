import { fetchLiveProducts } from '#api/listing/products.ts';
import { onContent } from '#browser/content/content.ts';
import type { Product } from '#domain/product.ts';

/** The latest known state of each product on this page, by id. */
const known = new Map<number, Product>();

/** Questions about a product that have not been answered yet, by its id. */
const asked = new Map<number, Promise<unknown>>();

/** How long a press waits for an answer, in milliseconds; then what was known before must do. */
const LONGEST_WAIT_MS = 1000;

// The next page asks anew, or a long visit would show old prices and stock.
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
 * Says that a product's state is being asked for, so that nobody acts on what the page was built with.
 * @param answer settles when `keepProduct` has been told; it never rejects.
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
 * A product in its latest known state; `undefined` when it is no longer sold.
 * @throws ApiError
 */
export async function listedProduct(id: number): Promise<Product | undefined> {
  if (asked.has(id)) await Promise.race([asked.get(id), longestWait()]);
  return known.get(id) ?? (await fetchLiveProducts([id]))[0];
}
