import type { Product } from '#domain/product.ts';
import { $root } from '#stores/root.ts';

/** Browsers give a site about 5 MB; the catalogue must never push the cart out of it. */
const MOST_REMEMBERED = 200;

/** Keeps a listing as the state's products (spec, section 3); of a long one only its beginning. */
export function rememberProducts(products: readonly Product[]): void {
  $root.set({ ...$root.get(), products: products.slice(0, MOST_REMEMBERED) });
}
