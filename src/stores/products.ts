import { computed } from 'nanostores';
import type { Product } from '#shop/product.ts';
import { $root } from './root.ts';

/** Browsers give a site about 5 MB; the catalogue must never push the cart out of it. */
const MOST_REMEMBERED = 200;

/** The products seen last, as the listing call sent them. */
export const $products = computed($root, ({ products }) => products);

/** Keeps a listing for pages that come later; of a long one only its beginning. */
export function rememberProducts(products: readonly Product[]): void {
  $root.set({ ...$root.get(), products: products.slice(0, MOST_REMEMBERED) });
}
