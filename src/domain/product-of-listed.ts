import type { ListedProduct } from './listed-product.ts';
import { pence, penceToPounds } from './money.ts';
import type { Product } from './product.ts';

/** Converts a row to the shape of the listing calls, with the price in pounds. */
export function productOfListed(listed: ListedProduct): Product {
  const { price_pence, category_id: _, last_change: __, ...product } = listed;
  return { ...product, price: penceToPounds(pence(price_pence)) };
}
