import { fetchLiveProducts } from '#api/listing/products.ts';
import { checkStock } from '#api/listing/stock-check.ts';
import { lineIdOf } from '#domain/cart/cart.ts';
import type { StockLevel } from '#domain/cart/cart.ts';
import { reprice } from '#domain/cart/reprice.ts';
import type { PriceChange } from '#domain/cart/reprice.ts';
import { syncStock } from '#domain/cart/stock-sync.ts';
import type { StockChange } from '#domain/cart/stock-sync.ts';
import { $cart, setCart } from '../cart.ts';
import { currentSession } from '../session.ts';

/** Reduces the cart to the given stock. @returns the changes, to show to the shopper. */
export function applyStock(levels: readonly StockLevel[]): readonly StockChange[] {
  const { items, changes } = syncStock($cart.get(), levels);
  setCart(items);
  return changes;
}

/**
 * Fetches the stock of the cart's lines and reduces the cart to it. Makes no call for an empty cart.
 * @returns the changes.
 * @throws ApiError if the check fails; the cart is then unchanged.
 */
export async function syncCart(): Promise<readonly StockChange[]> {
  const lines = $cart.get().map(lineIdOf);
  if (lines.length === 0) return [];
  return applyStock(await checkStock(lines, currentSession()?.access));
}

/**
 * Updates the cart to current prices. Makes no call for an empty cart.
 * @returns the changes.
 * @throws ApiError if the prices cannot be fetched; the cart is then unchanged.
 */
export async function refreshPrices(): Promise<readonly PriceChange[]> {
  const ids = $cart.get().map(({ id }) => id);
  if (ids.length === 0) return [];
  const products = await fetchLiveProducts(ids);
  const { items, changes } = reprice($cart.get(), products);
  setCart(items);
  return changes;
}
