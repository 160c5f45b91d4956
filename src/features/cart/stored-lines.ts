import { readText, writeText } from '#browser/web-storage.ts';
import { readCartItems } from '#domain/cart/cart.ts';
import type { CartItem } from '#domain/cart/cart.ts';
import { isRecord, parseJson } from '#domain/basics/record.ts';

/** The cart's lines as stored, before the stores have loaded; none when storage is blocked or damaged. */
export function storedLines(): readonly CartItem[] {
  const root = parseJson(readText('local', 'root') ?? '');
  return isRecord(root) ? readCartItems(root.cart) : [];
}

/** Replaces them, where the stores have not loaded. */
export function storeLines(cart: readonly CartItem[]): void {
  const root = parseJson(readText('local', 'root') ?? '');
  if (isRecord(root)) writeText('local', 'root', JSON.stringify({ ...root, cart }));
}
