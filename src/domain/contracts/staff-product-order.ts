import * as z from 'zod';
import { reads } from './staff-call.ts';

/** A product in a category's order: on sale now, or opening later. */
const OrderedProduct = z.object({
  slug: z.string(),
  name: z.string(),
  /** ISO 8601; null once shoppers see it. */
  opens_at: z.string().nullable(),
  image: z.string().nullable(),
  colours: z.int(),
  sold_out: z.boolean(),
});
export type OrderedProduct = z.infer<typeof OrderedProduct>;

/** `GET /api/staff/product-order?category=SLUG`: a category, or the first if none is named. */
export const ProductOrder = z.object({
  category: z.string(),
  categories: z.array(z.object({ slug: z.string(), name: z.string() })),
  /** Slugs of the products with a place; archived products of the category may be among them. */
  order: z.array(z.string()),
  /** Newest first. */
  products: z.array(OrderedProduct),
});
export type ProductOrder = z.infer<typeof ProductOrder>;

/** A category's products and the order that marketers gave them. @throws 403, 404 */
export const getProductOrder = reads(
  '/api/staff/product-order',
  z.object({ category: z.string().max(100).optional() }),
  ProductOrder,
);
