import { lineIdOf, lineKey } from './cart.ts';
import type { CartItem, StockLevel } from './cart.ts';

/** A line whose quantity a stock check changed. `now` is 0 if the line was removed. */
export interface StockChange {
  name: string;
  colour: string;
  was: number;
  now: number;
}

/** The cart after a stock check, and the changes to tell the shopper about. */
export interface StockSync {
  items: readonly CartItem[];
  changes: readonly StockChange[];
}

/**
 * Reduces the cart to the available stock: lines without stock are removed, lines above it are reduced
 * to it (spec, section 4). Lines that were not checked stay as they are.
 */
export function syncStock(items: readonly CartItem[], levels: readonly StockLevel[]): StockSync {
  const stockOf = new Map(levels.map((level) => [lineKey(level), level.currentStock]));
  const kept: CartItem[] = [];
  const changes: StockChange[] = [];
  for (const item of items) {
    const stock = stockOf.get(lineKey(lineIdOf(item))) ?? item.selectedColor.quantity;
    const quantity = Math.min(item.quantity, Math.max(stock, 0));
    if (quantity !== item.quantity) {
      const { name, selectedColor, quantity: was } = item;
      changes.push({ name, colour: selectedColor.color_name, was, now: quantity });
    }
    if (quantity > 0) {
      kept.push({ ...item, quantity, selectedColor: { ...item.selectedColor, quantity: stock } });
    }
  }
  return { items: kept, changes };
}

/** A sentence for shoppers about one change. */
export function describeStockChange({ name, colour, now }: StockChange): string {
  return now === 0
    ? `${name} (${colour}) is out of stock and was removed from your cart.`
    : `${name} (${colour}): only ${now} left, so your cart now holds ${now}.`;
}
