import { z } from 'zod';
import { pence as checkedPence } from '#domain/money.ts';
import { PostalDelivery } from '#domain/wire/postal-delivery.ts';

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
  /** The tax that came on top of the prices, in basis points (600 is 6 %), and that which was in them: one is 0. */
  tax_basis_points: z.int(),
  included_basis_points: z.int(),
  /** The terms it was made under (`terms_versions`), and since when they are in force. */
  terms_version: z.int(),
  terms_published_at: z.string().transform((text) => new Date(text).toISOString()),
  /** The tax in all that was paid; 0 where it came on top. */
  tax_inside_pence: amount,
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
  delivery: PostalDelivery,
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
