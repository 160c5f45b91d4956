import { z } from 'zod';
import { Product } from './product.ts';

/** A row of the view `listed_products`, which the build and the API read alike. */
export const ListedProduct = Product.omit({ price: true }).extend({
  price_pence: z.int(),
  category_id: z.int(),
  /** When what its page shows last changed. */
  last_change: z.string(),
});
export type ListedProduct = z.infer<typeof ListedProduct>;
