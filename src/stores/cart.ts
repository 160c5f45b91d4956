import { computed } from 'nanostores';
import * as rules from '#domain/cart/cart.ts';
import type { CartItem, LineId } from '#domain/cart/cart.ts';
import type { Product } from '#domain/catalogue/product.ts';
import { $root } from './root.ts';

/** The lines of the cart. */
export const $cart = computed($root, ({ cart }) => cart);

/** Number of units in the cart, for the header. */
export const $cartCount = computed($cart, rules.itemCount);

/** Replaces the cart's lines; setting the same array does nothing. */
export function setCart(cart: readonly CartItem[]): void {
  if (cart !== $cart.get()) $root.set({ ...$root.get(), cart });
}

/**
 * Adds one unit of a colour to the cart, unless the cart already holds its stock as given in `product`.
 * @param variantId a colour of the product; an unknown one counts as out of stock.
 */
export function addToCart(product: Product, variantId: number): 'added' | 'out-of-stock' {
  const variant = product.color_variants.find(({ id }) => id === variantId);
  const before = $cart.get();
  const after = variant ? rules.addToCart(before, product, variant) : before;
  setCart(after);
  return after === before ? 'out-of-stock' : 'added';
}

/** Sets a line's quantity, unless that is above its stock. */
export function setQuantity(line: LineId, quantity: number): void {
  setCart(rules.setQuantity($cart.get(), line, quantity));
}

/** Removes a line from the cart. */
export function removeLine(line: LineId): void {
  setCart(rules.removeLine($cart.get(), line));
}
