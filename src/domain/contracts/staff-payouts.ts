/** Payouts of Stripe beside the shop's payments (supabase/schemas/money/stripe_balance.sql). Money is in hundredths. */
import * as z from 'zod';
import { entryKinds, movementKinds } from '../enums.ts';
import { reads } from './staff-call.ts';

const about = {
  order: z.int().nullable(),
  /** Null for a payment that the shop does not know. */
  checkout: z.uuid().nullable(),
  /** Id of the payment, refund or dispute at Stripe. */
  stripe: z.string().nullable(),
};

/** An entry of Stripe's balance that differs from the shop's records. */
const Difference = z.object({
  id: z.string(),
  kind: z.enum(entryKinds),
  /** `unknown`: the shop has no such payment, refund or dispute. `amount`: it has another amount. */
  difference: z.enum(['unknown', 'amount']),
  amount_pence: z.int(),
  /** The shop's amount. */
  expected_pence: z.int().nullable(),
  ...about,
});
export type Difference = z.infer<typeof Difference>;

/**
 * sales + refunds + disputes − fees + other + rest = amount. Made by hand: before + sales + refunds + disputes − fees +
 * other − amount = left; rest is what the balance lacks.
 */
const Payout = z.object({
  id: z.string(),
  amount_pence: z.int(),
  currency: z.string(),
  /** Stripe's: `paid`, `failed` and so on. */
  status: z.string(),
  is_live: z.boolean(),
  arrives_on: z.iso.date(),
  /** `unread`: Stripe has not listed it yet. */
  state: z.enum(['reconciled', 'differs', 'unread']),
  /** Whether it was made at the dashboard. Stripe lists no entries for it: it is paid from the balance. */
  by_hand: z.boolean(),
  /** The balance before it, without the entries since the previous one made by hand, and after it; null for others. */
  before_pence: z.int().nullable(),
  left_pence: z.int().nullable(),
  sales_pence: z.int(),
  refunds_pence: z.int(),
  disputes_pence: z.int(),
  fees_pence: z.int(),
  other_pence: z.int(),
  rest_pence: z.int(),
  /** Twenty at the most. */
  differences: z.array(Difference),
});
export type Payout = z.infer<typeof Payout>;

/** `GET /api/staff/payouts` */
const PayoutsAnswer = z.object({
  /** When Stripe's balance was last read to the end; null before the first time. */
  read_at: z.string().nullable(),
  /** Newest first. */
  payouts: z.array(Payout),
  next: z.string().nullable(),
  /** Payments and refunds of the shop that Stripe's balance lacks after three days; twenty at the most. */
  missing: z.array(
    z.object({
      kind: z.enum(movementKinds),
      at: z.string(),
      amount_pence: z.int(),
      currency: z.string(),
      ...about,
    }),
  ),
});
export type PayoutsAnswer = z.infer<typeof PayoutsAnswer>;

const PayoutsQuery = z.object({
  /** `next` of the previous page. */
  after: z
    .string()
    .regex(/^po_\w{1,60}$/, 'The list has no such page.')
    .optional(),
});

/** A page of payouts. @throws 400, 403 */
export const getPayouts = reads('/api/staff/payouts', PayoutsQuery, PayoutsAnswer);
