import type { ListedProduct } from './listed-product.ts';
import { pence, penceToPounds } from '../money/money.ts';
import type { Product } from './product.ts';

/** Converts a row to the shape of the listing calls, with the price in pounds. */
export function productOfListed(listed: ListedProduct): Product {
  const { price_pence, sale, category_id: _, last_change: __, place: ___, drawn, ...rest } = listed;
  const product = drawn ? { ...rest, drawn } : rest;
  const price = penceToPounds(pence(price_pence));
  if (!sale) return { ...product, price };
  const { regular_pence, ...times } = sale;
  return { ...product, price, sale: { regular: penceToPounds(pence(regular_pence)), ...times } };
}
