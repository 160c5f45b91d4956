import { computed } from 'nanostores';
import * as rules from '#domain/cart.ts';
import type { CartItem, LineId } from '#domain/cart.ts';
import type { Product } from '#domain/product.ts';
import { $root } from './root.ts';

/** The lines of the cart. */
export const $cart = computed($root, ({ cart }) => cart);

/** Units in the cart, for the header. */
export const $cartCount = computed($cart, rules.itemCount);

/** Puts other lines in place of the cart's; the same array changes nothing. */
export function setCart(cart: readonly CartItem[]): void {
  if (cart !== $cart.get()) $root.set({ ...$root.get(), cart });
}

/**
 * Puts one unit of a colour into the cart, unless its stock (as the product given says) is used up.
 * @param variantId one of the product's colours; an unknown one counts as out of stock.
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

/** Takes a line out of the cart. */
export function removeLine(line: LineId): void {
  setCart(rules.removeLine($cart.get(), line));
}

/** Empties the cart. */
export function clearCart(): void {
  setCart([]);
}
