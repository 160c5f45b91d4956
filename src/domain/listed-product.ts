import { z } from 'zod';

/** A row of the view `listed_products`, which the build and the API read alike. */
export const ListedProduct = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  price_pence: z.int(),
  category_id: z.int(),
  category_name: z.string(),
  created_at: z.string(),
  /** When what its page shows last changed. */
  last_change: z.string(),
  color_variants: z.array(
    z.object({
      id: z.int(),
      color_name: z.string(),
      quantity: z.int(),
      images: z.array(z.object({ image: z.string() })),
    }),
  ),
});
export type ListedProduct = z.infer<typeof ListedProduct>;
