import { parsePrice, type Pence } from '../money/money.ts';
import type { Product } from './product.ts';

/** The crossed-out price beside a sale price, if the law allows one; else null. */
export function formerPrice({ sale }: Pick<Product, 'sale'>): Pence | null {
  return sale?.was ? parsePrice(sale.regular) : null;
}
