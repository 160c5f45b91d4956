import { z } from 'zod';
import { pence as checkedPence } from '#domain/money.ts';
import { TimelineEntry } from '#domain/wire/staff-orders.ts';
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

const moment = z.string().transform((text) => new Date(text).toISOString());
const units = z.array(z.object({ variant_id: z.int(), quantity: z.int() }));

/** An order with what happened to it and what its shopper can do now (`shopper_order`). */
export const ShopperOrder = Receipt.extend({
  reference: z.string(),
  /** When it is cancelled, unless its owner undoes the withdrawal; null when there is none. */
  cancels_at: moment.nullable(),
  billing_name: z.string(),
  can_cancel: z.boolean(),
  can_return: z.boolean(),
  return_until: z.string().nullable(),
  can_withdraw: z.boolean(),
  withdraw_until: z.string().nullable(),
  delivery_known: z.boolean(),
  returnable: units,
  timeline: z.array(TimelineEntry),
  parcels: z.array(
    z.object({
      carrier: z.string(),
      tracking_number: z.string().nullable(),
      sent_at: moment,
      delivered_at: moment.nullable(),
      items: units,
    }),
  ),
  refunds: z.array(
    z.object({
      amount_pence: amount,
      at: moment,
      arrived: z.boolean(),
      needs_shopper: z.boolean(),
      refund_by: z.string(),
    }),
  ),
  returns: z.array(
    z.object({
      id: z.int(),
      kind: z.enum(['return', 'withdrawal', 'fault']),
      state: z.enum(['asked', 'received', 'settled', 'refused', 'called_off']),
      code: z.string(),
      asked_at: moment,
      send_by: z.string(),
      items: units,
      photos: z.int(),
      refund_due: z.boolean(),
      /** The first order placed after it (`order_after_return`). */
      next_order: z.int().nullable(),
    }),
  ),
  /** The returns after which it was placed (`returns_before_order`). */
  after_returns: z.array(z.object({ code: z.string(), order: z.int() })),
});

export type ShopperOrder = z.infer<typeof ShopperOrder>;
