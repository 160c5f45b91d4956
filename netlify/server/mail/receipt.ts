import { z } from 'zod';
import { paymentMethods } from '#domain/enums.ts';
import { pence as checkedPence } from '#domain/money/money.ts';
import { Duties } from '#domain/countries/duty-rules.ts';
import { PostalDelivery } from '#domain/contracts/postal-delivery.ts';

const amount = z.int().transform(checkedPence);

/** An order as returned by the database, for the account page and the confirmation e-mail. */
export const Receipt = z.object({
  id: z.int(),
  status: z.string(),
  // Browsers need not parse PostgreSQL's timestamp format.
  created_at: z.string().transform((text) => new Date(text).toISOString()),
  /** ISO 3166-1 alpha-2. */
  country: z.string(),
  /** As stated before payment; null within the United Kingdom. */
  duties: Duties.nullable(),
  leaves_by: z.string(),
  arrives_from: z.string(),
  arrives_by: z.string(),
  subtotal_pence: amount,
  discount_pence: amount,
  /** The discount code; null without one. */
  code: z.string().nullable(),
  /** The order whose swapped pieces pay for the discount. */
  paid_with: z.int().nullable(),
  tax_pence: amount,
  /** Tax added to the prices, in basis points (600 is 6 %), and tax included in them: one is 0. */
  tax_basis_points: z.int(),
  included_basis_points: z.int(),
  /** The terms it was made under (`terms_versions`), and since when they apply. */
  terms_version: z.int(),
  terms_published_at: z.string().transform((text) => new Date(text).toISOString()),
  /** The tax included in the total; 0 where it was added to the prices. */
  tax_inside_pence: amount,
  shipping_pence: amount,
  shipping_name: z.string(),
  /** Signed difference to goods, tax and shipping, accepted by a person. */
  adjustment_pence: amount,
  order_amount_pence: amount,
  /** Refunded so far, arrived or not. */
  refunded_pence: amount,
  /** Whether the payment is disputed. */
  disputed: z.boolean(),
  /** The order whose pieces it sends again, free of charge. */
  replaces: z.int().nullable(),
  /** Whether it was given away. */
  is_gift: z.boolean(),
  method: z.enum(paymentMethods),
  /** The gift card that paid part of it, and what is left on it now; null without one. */
  gift_card: z.object({ code_end: z.string(), paid_pence: amount, left_pence: amount }).nullable(),
  /** Whether staff handed the pieces over when they sold them. */
  handed_over: z.boolean(),
  /** The order for whose pieces it is given. */
  exchange_of: z.int().nullable(),
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
