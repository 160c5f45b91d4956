import type { ListedProduct } from './listed-product.ts';
import { pence, penceToPounds } from './money.ts';
import type { Product } from './product.ts';

/** The product in the shape of the listing calls, with its price in pounds. */
export function productOfListed(listed: ListedProduct): Product {
  return {
    id: listed.id,
    name: listed.name,
    description: listed.description,
    price: penceToPounds(pence(listed.price_pence)),
    category_name: listed.category_name,
    created_at: listed.created_at,
    color_variants: listed.color_variants,
  };
}
