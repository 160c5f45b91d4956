import { useStore } from '@nanostores/react';
import type { CartItem } from '#domain/cart/cart.ts';
import { $cart } from '#stores/cart.ts';

const NO_ITEMS: readonly CartItem[] = [];

/** The cart's lines; empty in server-rendered HTML. */
export function useCart(): readonly CartItem[] {
  return useStore($cart, { ssr: () => NO_ITEMS });
}
