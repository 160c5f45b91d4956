import { computed } from 'nanostores';
import { fetchLiveProducts } from '../api/catalogue.ts';
import { checkStock } from '../api/stock-check.ts';
import * as rules from '#shop/cart.ts';
import type { CartItem, LineId, StockLevel } from '#shop/cart.ts';
import { reorder } from '#shop/reorder.ts';
import type { Reorder, ReorderLine } from '#shop/reorder.ts';
import { reprice } from '#shop/reprice.ts';
import type { PriceChange } from '#shop/reprice.ts';
import { syncStock } from '#shop/stock-sync.ts';
import type { StockChange } from '#shop/stock-sync.ts';
import type { Product } from '#shop/product.ts';
import { $root } from './root.ts';
import { currentSession } from './session.ts';

/** The lines of the cart. */
export const $cart = computed($root, ({ cart }) => cart);

/** Units in the cart, for the header. */
export const $cartCount = computed($cart, rules.itemCount);

function setCart(cart: readonly CartItem[]): void {
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

/** Puts an earlier order into the cart, as far as it can be. @returns what came of it. */
export function addReorder(lines: readonly ReorderLine[]): Reorder {
  const result = reorder($cart.get(), lines);
  setCart(result.items);
  return result;
}

/** Brings the cart down to the stock given. @returns what changed, to tell the shopper. */
export function applyStock(levels: readonly StockLevel[]): readonly StockChange[] {
  const { items, changes } = syncStock($cart.get(), levels);
  setCart(items);
  return changes;
}

/**
 * Checks the cart's stock with the server and brings the cart down to it.
 * @returns what changed; nothing for an empty cart, which asks nobody.
 * @throws ApiError when the check fails; the cart is unchanged then.
 */
export async function syncCart(): Promise<readonly StockChange[]> {
  const lines = $cart.get().map(rules.lineIdOf);
  if (lines.length === 0) return [];
  return applyStock(await checkStock(lines, currentSession()?.access));
}

/**
 * Gives the cart the prices that the shop asks now.
 * @returns what changed; nothing for an empty cart, which asks nobody.
 * @throws ApiError when they cannot be fetched; the cart is unchanged then.
 */
export async function refreshPrices(): Promise<readonly PriceChange[]> {
  const ids = $cart.get().map(({ id }) => id);
  if (ids.length === 0) return [];
  const products = await fetchLiveProducts(ids);
  const { items, changes } = reprice($cart.get(), products);
  setCart(items);
  return changes;
}
