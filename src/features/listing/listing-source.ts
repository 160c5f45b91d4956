import { fetchCategoryProducts, fetchProducts } from '#api/catalogue/listings.ts';
import { onContent } from '#browser/content/content.ts';
import type { Product } from '#domain/catalogue/product.ts';
import { keepProduct } from '#features/product-card/known-products.ts';

/**
 * The category id in a data attribute: empty means all products (`null`), `address` the id at the end of
 * the page's URL.
 */
export function namedCategory(name: string | undefined): number | null {
  if (!name) return null;
  return Number(name === 'address' ? location.pathname.match(/(\d+)\/?$/)?.[1] : name);
}

/** Headers of the last response. */
let lastHeaders = new Headers();

/** Headers of the last response, which state when the products next change by themselves. */
export function listingHeaders(): Headers {
  return lastHeaders;
}

async function fetchListing(categoryId: number | null, first?: number): Promise<Product[]> {
  const { products, headers } = await (categoryId === null
    ? fetchProducts(first)
    : fetchCategoryProducts(categoryId, first));
  lastHeaders = headers;
  products.forEach(keepProduct);
  return products;
}

/**
 * A category's first products, or the shop's newest for `null`: enough for a listing's first page
 * without loading the rest.
 * @throws ApiError
 */
export function newestProducts(categoryId: number | null, count: number): Promise<Product[]> {
  return fetchListing(categoryId, count);
}

const loads = new Map<number | null, Promise<Product[]>>();

// The next page fetches again, or a long visit would show old prices and stock.
onContent((_main, life) => life.addEventListener('abort', () => loads.clear()));

/**
 * A category's products, or all of them for `null`, fetched once per page. A failure is not cached, so
 * the next call retries.
 * @throws ApiError
 */
export function listingProducts(categoryId: number | null): Promise<Product[]> {
  const pending = loads.get(categoryId);
  if (pending) return pending;
  const load = fetchListing(categoryId);
  loads.set(categoryId, load);
  load.catch(() => loads.delete(categoryId));
  return load;
}

/** Makes the next call of `listingProducts` fetch again. */
export function forgetListings(): void {
  loads.clear();
}
