import { parsePrice, type Pence } from './money.ts';
import type { Product } from './product.ts';

/** The price to show crossed out beside a sale's, where the law allows to; else null. */
export function formerPrice({ sale }: Pick<Product, 'sale'>): Pence | null {
  return sale?.was ? parsePrice(sale.regular) : null;
}
