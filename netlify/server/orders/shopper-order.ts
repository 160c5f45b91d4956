import { z } from 'zod';
import { returnKinds, returnStates } from '#domain/enums.ts';
import { pence as checkedPence } from '#domain/money/money.ts';
import { CreditNotes } from '#domain/contracts/credit-notes.ts';
import { ReturnLabel } from '#domain/orders/return-label.ts';
import { TimelineEntry } from '#domain/contracts/timeline-entry.ts';
import { Receipt } from '../mail/receipt.ts';

const amount = z.int().transform(checkedPence);
const moment = z.string().transform((text) => new Date(text).toISOString());
const units = z.array(z.object({ variant_id: z.int(), quantity: z.int() }));

/** An order with its history and the actions open to its shopper (`shopper_order`). */
export const ShopperOrder = Receipt.extend({
  reference: z.string(),
  /** Paid beyond the items' prices, for pieces that became cheaper ones. */
  changed_pence: amount,
  /** When a delayed withdrawal takes effect, unless its owner undoes it; null without one. */
  cancels_at: moment.nullable(),
  billing_name: z.string(),
  can_cancel: z.boolean(),
  can_return: z.boolean(),
  return_until: z.string().nullable(),
  can_withdraw: z.boolean(),
  withdraw_until: z.string().nullable(),
  has_return_labels: z.boolean(),
  counted_from: z.string().nullable(),
  delivery_known: z.boolean(),
  returnable: units,
  timeline: z.array(TimelineEntry),
  parcels: z.array(
    z.object({
      carrier: z.string(),
      tracking_number: z.string().nullable(),
      sent_at: moment,
      delivered_at: moment.nullable(),
      expected: z.object({ arrives_from: z.string(), arrives_by: z.string() }).nullable(),
      items: units,
    }),
  ),
  refunds: z.array(
    z.object({
      amount_pence: amount,
      deduction_pence: amount,
      deduction_reason: z.string().nullable(),
      at: moment,
      arrived: z.boolean(),
      needs_shopper: z.boolean(),
      refund_by: z.string(),
    }),
  ),
  /** Refunds that Stripe has not taken. */
  owed_pence: amount,
  /** Whether some of that came back or was refused. */
  refund_failed: z.boolean(),
  credit_notes: CreditNotes,
  returns: z.array(
    z.object({
      id: z.int(),
      kind: z.enum(returnKinds),
      state: z.enum(returnStates),
      code: z.string(),
      asked_at: moment,
      send_by: z.string(),
      items: units,
      photos: z.int(),
      refund_due: z.boolean(),
      /** Null if the shop buys none. */
      label: ReturnLabel.nullable(),
      /** Pieces wanted instead, until staff have decided. */
      wish: z.array(
        z.object({ quantity: z.int(), product_name: z.string(), color_name: z.string() }),
      ),
      /** The first order placed after it (`order_after_return`). */
      next_order: z.int().nullable(),
    }),
  ),
  /** Cancelled units, by the colour's id. */
  cancelled: z.record(z.string(), z.int()),
  /** Pieces exchanged for those of another order, which is null until the link for them is paid. */
  became: z.array(
    z.object({
      variant_id: z.int(),
      quantity: z.int(),
      product_name: z.string(),
      color_name: z.string(),
      order: z.int().nullable(),
    }),
  ),
  /** The returns after which it was placed (`returns_before_order`). */
  after_returns: z.array(z.object({ code: z.string(), order: z.int() })),
});

export type ShopperOrder = z.infer<typeof ShopperOrder>;
