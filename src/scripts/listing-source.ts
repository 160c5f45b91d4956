import { ApiError, BAD_RESPONSE, NETWORK_ERROR } from '../api/api-error.ts';
import { fetchCategoryProducts, fetchProducts } from '../api/catalogue.ts';
import type { Product } from '#shop/product.ts';

/**
 * The category that a place of the page names: `null` is all products, `address` the id at the end
 * of the page's own address.
 */
export function namedCategory(name: string | undefined): number | null {
  if (!name) return null;
  return Number(name === 'address' ? location.pathname.match(/(\d+)\/?$/)?.[1] : name);
}

const loads = new Map<number | null, Promise<Product[]>>();

/**
 * The products of a category, or all of them for `null`, asked for once a page. A failure is
 * forgotten, so that the next call tries again.
 * @throws ApiError
 */
export function listingProducts(categoryId: number | null): Promise<Product[]> {
  const known = loads.get(categoryId);
  if (known) return known;
  const load = categoryId === null ? fetchProducts() : fetchCategoryProducts(categoryId);
  loads.set(categoryId, load);
  load.catch(() => loads.delete(categoryId));
  return load;
}

/** What a listing that could not be fetched says of it: one of two texts (spec, section 8). */
export function listingFailure(error: unknown): string {
  return error instanceof ApiError && error.status > 0 ? BAD_RESPONSE : NETWORK_ERROR;
}

/**
 * One product of a listing as it is now; `undefined` when it has left the shop.
 * @throws ApiError
 */
export async function listedProduct(
  categoryId: number | null,
  productId: number,
): Promise<Product | undefined> {
  const products = await listingProducts(categoryId);
  return products.find(({ id }) => id === productId);
}
