/** Staff calls about returned goods. Amounts in pence. */
import { z } from 'zod';
import { returnKinds, returnStates } from '../enums.ts';
import { acts } from './staff-call.ts';
import { amountUpTo, quantity, rowId, severalLines } from './fields.ts';
import { MoneyAnswer } from './staff-money.ts';

/** Idempotency key: made by the browser for each press of a button, and the same in a retry. */
const event = z.uuid('Not a valid action.');

const pence = amountUpTo(1_000_000_000);

const units = z.int('Not a number of units.').min(0, 'Not a number of units.').max(10_000);

const ReturnKind = z.enum(returnKinds, 'Choose a reason.');

const reason = severalLines(1000)
  .or(z.literal(''))
  .nullish()
  .transform((text) => text || null);

/** A return after the action, with its order's status. */
const StaffReturnAnswer = z.object({
  id: z.int(),
  order: z.int(),
  kind: ReturnKind,
  state: z.enum(returnStates),
  code: z.string(),
  reason: z.string().nullable(),
  asked_at: z.string(),
  received_at: z.string().nullable(),
  closed_at: z.string().nullable(),
  status: z.string(),
  items: z.array(
    z.object({
      variant_id: z.int(),
      quantity: z.int(),
      restocked: z.int(),
      written_off: z.int(),
    }),
  ),
});

/**
 * Announces a return for a shopper who asked by e-mail, or whose parcel came unannounced.
 * @throws 400, 404, 409, as do all calls here.
 */
export const askReturn = acts(
  '/api/staff/return/ask',
  z.object({
    event,
    order: rowId,
    kind: ReturnKind,
    /** Null for all that can come back. */
    items: z
      .array(z.object({ variant_id: rowId, quantity }))
      .min(1, 'Choose pieces to return.')
      .max(100)
      .nullable(),
    reason,
  }),
  StaffReturnAnswer,
);

/** Records goods that came back. */
export const receiveReturn = acts(
  '/api/staff/return/receive',
  z.object({
    event,
    return: rowId,
    /** Units that arrived in this parcel. */
    items: z
      .array(z.object({ variant_id: rowId, restocked: units, written_off: units }))
      .min(1, 'Enter what came back.')
      .max(100),
  }),
  StaffReturnAnswer,
);

/** A return that was closed, with what that refunded. */
const ClosedReturn = StaffReturnAnswer.extend({ refund: MoneyAnswer.shape.refund });

/** The refund that the question showed, as in `cancelItems`. */
const refund_pence = pence.optional();

/** Refunds a received return; for managers with a fresh login. @throws 403 `login_too_old`, `role_too_low` */
export const settleReturn = acts(
  '/api/staff/return/settle',
  z.object({
    event,
    return: rowId,
    /** Part of the delivery charge to refund; null for what the law requires. */
    shipping_pence: pence.nullish().transform((amount) => amount ?? null),
    /** The goods' loss in value by use. */
    deduction_pence: pence.default(0),
    /** Why it is deducted, for the shopper; required with a deduction. */
    deduction_reason: reason,
    refund_pence,
  }),
  ClosedReturn,
);

/** Refuses a return, and refunds what was paid for its exchange. @throws as `settleReturn` */
export const refuseReturn = acts(
  '/api/staff/return/refuse',
  z.object({
    event,
    return: rowId,
    /** Shown to the shopper. */
    reason: severalLines(1000),
    refund_pence,
  }),
  ClosedReturn,
);
