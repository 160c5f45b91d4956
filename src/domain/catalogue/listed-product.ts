import { z } from 'zod';
import { Product } from './product.ts';

/** A row of the view `listed_products`, read by both the build and the API. */
export const ListedProduct = Product.omit({ price: true, sale: true, attributes: true }).extend({
  price_pence: z.int(),
  /** The sale behind the current price. */
  sale: z
    .object({
      regular_pence: z.int(),
      was: z.boolean(),
      from: z.string().optional(),
      until: z.string().optional(),
    })
    .nullable(),
  category_id: z.int(),
  /** Position in the category's listing; null sorts first. */
  place: z.int().nullable(),
  /** Last change to anything shown on its page. */
  last_change: z.string(),
});
export type ListedProduct = z.infer<typeof ListedProduct>;
