import { reorder } from '#domain/cart/reorder.ts';
import type { Reorder, ReorderLine } from '#domain/cart/reorder.ts';
import { $cart, setCart } from '#stores/cart.ts';

/** Adds a past order to the cart, as far as stock allows. @returns the units added and the shortfalls. */
export function addReorder(lines: readonly ReorderLine[]): Reorder {
  const result = reorder($cart.get(), lines);
  setCart(result.items);
  return result;
}
