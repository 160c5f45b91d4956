import type { CartItem } from './cart.ts';
import { parsePrice } from '../money/money.ts';
import type { Pence } from '../money/money.ts';
import type { Product } from '../catalogue/product.ts';
import { priceText } from '../money/shown-price.ts';

/** A product in the cart whose price has changed. */
export interface PriceChange {
  name: string;
  was: Pence;
  now: Pence;
}

/** The cart at current prices, and the changes to tell the shopper about. */
export interface Repriced {
  items: readonly CartItem[];
  changes: readonly PriceChange[];
}

/** Updates the cart to the prices of `products`; lines of other products keep theirs. */
export function reprice(items: readonly CartItem[], products: readonly Product[]): Repriced {
  const priceOf = new Map(products.map(({ id, price }) => [id, price]));
  const changes = new Map<number, PriceChange>();
  const repriced = items.map((item) => {
    const price = priceOf.get(item.id) ?? item.price;
    const [was, now] = [parsePrice(item.price), parsePrice(price)];
    if (was === now) return item;
    changes.set(item.id, { name: item.name, was, now });
    return { ...item, price };
  });
  return { items: changes.size === 0 ? items : repriced, changes: [...changes.values()] };
}

/** A sentence for shoppers about one change. @param tax per cent added to the prices. */
export function describePriceChange({ name, was, now }: PriceChange, tax: number): string {
  return `The price of ${name} has changed from ${priceText(was, tax)} to ${priceText(now, tax)}.`;
}
