import type { CartItem } from '#shop/cart.ts';
import { $cart } from '../stores/cart.ts';
import { useStore } from './use-store.ts';

const NO_ITEMS: readonly CartItem[] = [];

/** The cart's lines; none in server-rendered HTML, which knows no shopper. */
export function useCart(): readonly CartItem[] {
  return useStore($cart, () => NO_ITEMS);
}
