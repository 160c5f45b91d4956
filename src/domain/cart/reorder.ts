import { addToCart, lineIdOf, lineKey, setQuantity } from './cart.ts';
import type { CartItem } from './cart.ts';
import type { Product } from '../catalogue/product.ts';
import { remainingStock } from './stock.ts';

/** A line of an earlier order, with today's product and stock. */
export interface ReorderLine {
  name: string;
  colour: string;
  variantId: number;
  quantity: number;
  /** Units available to this shopper. */
  stock: number;
  /** The current product; `null` if it is no longer sold. */
  product: Product | null;
}

/** An ordered item that could not be added to the cart again, or not in full. */
export interface Shortfall {
  name: string;
  colour: string;
  wanted: number;
  added: number;
  /** Whether it is still in the catalogue. */
  sold: boolean;
}

/** The cart after reordering, and the shortfalls. */
export interface Reorder {
  items: readonly CartItem[];
  /** Units added to the cart. */
  added: number;
  shortfalls: readonly Shortfall[];
}

/** The cart plus the items of an earlier order, as far as they are still sold and in stock. */
export function reorder(cart: readonly CartItem[], lines: readonly ReorderLine[]): Reorder {
  let items = cart;
  let total = 0;
  const shortfalls: Shortfall[] = [];
  for (const { name, colour, variantId, quantity: wanted, stock, product } of lines) {
    const listed = product?.color_variants.find(({ id }) => id === variantId);
    const variant = listed && { ...listed, quantity: stock };
    const added = variant ? Math.min(wanted, remainingStock(variant, items)) : 0;
    if (product && variant && added > 0) {
      const line = { productId: product.id, selectedColorId: variantId };
      const isLine = (item: CartItem) => lineKey(lineIdOf(item)) === lineKey(line);
      const held = items.find(isLine)?.quantity ?? 0;
      items = setQuantity(addToCart(items, product, variant), line, held + added);
    }
    total += added;
    if (added < wanted) {
      shortfalls.push({ name, colour, wanted, added, sold: variant !== undefined });
    }
  }
  return { items, added: total, shortfalls };
}

/** A sentence for shoppers about one shortfall. */
export function describeShortfall({ name, colour, wanted, added, sold }: Shortfall): string {
  const what = `${name} (${colour})`;
  if (!sold) return `${what} is no longer sold.`;
  if (added === 0) return `${what} could not be added: no more in stock.`;
  return `${what}: only ${added} of ${wanted} could be added, no more in stock.`;
}
