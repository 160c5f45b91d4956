import type { CartItem } from './cart.ts';
import type { Product } from './product.ts';

/** The cart with the prices of the products given; lines of other products keep theirs. */
export function reprice(
  items: readonly CartItem[],
  products: readonly Product[],
): readonly CartItem[] {
  const priceOf = new Map(products.map(({ id, price }) => [id, price]));
  return items.map((item) => ({ ...item, price: priceOf.get(item.id) ?? item.price }));
}
