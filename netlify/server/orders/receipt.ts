import { z } from 'zod';
import { pence as checkedPence } from '#domain/money.ts';

const amount = z.int().transform(checkedPence);

/** An order as returned by the database, for the account page and the confirmation e-mail. */
export const Receipt = z.object({
  id: z.int(),
  status: z.string(),
  // Browsers need not parse PostgreSQL's timestamp format.
  created_at: z.string().transform((text) => new Date(text).toISOString()),
  /** ISO 3166-1 alpha-2. */
  country: z.string(),
  leaves_by: z.string(),
  arrives_from: z.string(),
  arrives_by: z.string(),
  subtotal_pence: amount,
  tax_pence: amount,
  shipping_pence: amount,
  shipping_name: z.string(),
  /** Signed: charged beyond goods, tax and shipping, where a person accepted that. */
  adjustment_pence: amount,
  order_amount_pence: amount,
  /** Refunded so far, arrived or not. */
  refunded_pence: amount,
  /** Whether the shopper's bank claims the money back. */
  disputed: z.boolean(),
  total_items: z.int(),
  email: z.string(),
  delivery: z.object({
    name: z.string(),
    line1: z.string(),
    line2: z.string().optional(),
    town: z.string().optional(),
    region: z.string().optional(),
    postcode: z.string().optional(),
    country: z.string(),
    phone: z.string().optional(),
  }),
  items: z.array(
    z.object({
      product_id: z.int(),
      variant_id: z.int(),
      product_name: z.string(),
      color_name: z.string(),
      unit_pence: amount,
      quantity: z.int(),
      image: z.string().nullable(),
    }),
  ),
});

export type Receipt = z.infer<typeof Receipt>;
