import * as z from 'zod';
import { reads } from './staff-call.ts';

/** A product as it is put in order: one of the category on sale, or one that opens later. */
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

/** `GET /api/staff/product-order?category=SLUG`: a category, the first without one named. */
export const ProductOrder = z.object({
  category: z.string(),
  categories: z.array(z.object({ slug: z.string(), name: z.string() })),
  /** Slugs of those that have a place; products of the category that were archived may be among them. */
  order: z.array(z.string()),
  /** Newest first. */
  products: z.array(OrderedProduct),
});
export type ProductOrder = z.infer<typeof ProductOrder>;

/** A category's products and the order that marketers gave them. */
export const getProductOrder = reads(
  '/api/staff/product-order',
  z.object({ category: z.string().max(100).optional() }),
  ProductOrder,
);
