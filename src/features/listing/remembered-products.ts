import type { Product } from '#domain/catalogue/product.ts';
import { $root } from '#stores/root.ts';

/** localStorage holds about 5 MB per site; the catalogue must never crowd out the cart. */
const MAX_REMEMBERED = 200;

/** Stores a listing's products in the persisted state (spec, section 3), truncated. */
export function rememberProducts(products: readonly Product[]): void {
  $root.set({ ...$root.get(), products: products.slice(0, MAX_REMEMBERED) });
}
