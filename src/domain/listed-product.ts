import { z } from 'zod';
import { Product } from './product.ts';

/** A row of the view `listed_products`, which both the build and the API read. */
export const ListedProduct = Product.omit({ price: true, sale: true, attributes: true }).extend({
  price_pence: z.int(),
  /** The sale whose price that is. */
  sale: z
    .object({
      regular_pence: z.int(),
      was: z.boolean(),
      from: z.string().optional(),
      until: z.string().optional(),
    })
    .nullable(),
  category_id: z.int(),
  /** Where it stands in its category's listing; null is before all that have a place. */
  place: z.int().nullable(),
  /** When anything shown on its page last changed. */
  last_change: z.string(),
});
export type ListedProduct = z.infer<typeof ListedProduct>;
