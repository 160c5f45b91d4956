import * as z from 'zod';
import { actors } from '../enums.ts';
import { pence } from '../money/money.ts';

/** Null for packers. */
const money = z.int().transform(pence).nullable();

/** An event of an order, as its timeline shows it to staff and shopper. Absent values are null. */
export const TimelineEntry = z.object({
  id: z.string(),
  at: z.string().transform((text) => new Date(text).toISOString()),
  /** A kind of `order_events`, or `paid`, `awaiting_payment`, `refund`, `dispute_opened`, `dispute_closed`, `mail_sent`. */
  kind: z.string(),
  actor: z.enum(actors),
  /** The colleague who did it; null in the shopper's view. */
  staff: z.string().nullable(),
  /** The parcel, return or e-mail concerned. */
  about: z.string().nullable(),
  carrier: z.string().nullable(),
  tracking_number: z.string().nullable(),
  items: z
    .array(
      z.object({
        variant_id: z.int(),
        product_name: z.string(),
        color_name: z.string(),
        quantity: z.int(),
        /** Returned units that cannot be sold again. */
        written_off: z.int(),
      }),
    )
    .nullable(),
  /** Also null for packers. */
  amount_pence: money,
  /** Deducted for use from a return, for the reason in `text`; null for packers. */
  deduction_pence: money,
  /** Current state of a refund or dispute. */
  state: z.string().nullable(),
  /** A note or a reason. */
  text: z.string().nullable(),
});
export type TimelineEntry = z.output<typeof TimelineEntry>;
