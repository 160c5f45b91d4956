import { reorder } from '#domain/reorder.ts';
import type { Reorder, ReorderLine } from '#domain/reorder.ts';
import { $cart, setCart } from '#stores/cart.ts';

/** Puts an earlier order into the cart, as far as it can be. @returns what came of it. */
export function addReorder(lines: readonly ReorderLine[]): Reorder {
  const result = reorder($cart.get(), lines);
  setCart(result.items);
  return result;
}
