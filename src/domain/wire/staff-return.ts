/** Staff calls about returned goods. Amounts in pence. */
import { z } from 'zod';
import { returnKinds, returnStates } from '../enums.ts';
import { acts } from './staff-call.ts';
import { quantity, rowId, severalLines } from './fields.ts';
import { MoneyAnswer } from './staff-money.ts';

/** Idempotency key: made by the browser for each press of a button, and the same in a retry. */
const event = z.uuid('Not a valid action.');

const pence = z
  .int('Not an amount in pence.')
  .min(0, 'An amount cannot be negative.')
  .max(1_000_000_000, 'Not an amount in pence.');

const units = z.int('Not a number of units.').min(0, 'Not a number of units.').max(10_000);

const ReturnKind = z.enum(returnKinds, 'Choose a reason.');

const reason = severalLines(1000)
  .or(z.literal(''))
  .nullish()
  .transform((text) => text || null);

/** `POST /api/staff/return` */
export const StaffReturnBody = z.discriminatedUnion('do', [
  z.object({
    /** Made for a shopper who asked by e-mail, or whose parcel came unannounced. */
    do: z.literal('ask'),
    event,
    order: rowId,
    kind: ReturnKind,
    /** Null for all that can come back. */
    items: z
      .array(z.object({ variant_id: rowId, quantity }))
      .min(1, 'Choose what comes back.')
      .max(100)
      .nullable(),
    reason,
  }),
  z.object({
    do: z.literal('receive'),
    event,
    return: rowId,
    /** Units that arrived in this parcel. */
    items: z
      .array(z.object({ variant_id: rowId, restocked: units, written_off: units }))
      .min(1, 'Say what came back.')
      .max(100),
  }),
  z.object({
    /** Managers with a fresh login only. */
    do: z.literal('settle'),
    event,
    return: rowId,
    /** Part of the delivery charge to refund; null for what the law requires. */
    shipping_pence: pence.nullish().transform((amount) => amount ?? null),
    /** The goods' loss in value by use. */
    deduction_pence: pence.default(0),
  }),
  z.object({
    /** Managers only. */
    do: z.literal('refuse'),
    event,
    return: rowId,
    /** Shown to the shopper. */
    reason: severalLines(1000),
  }),
]);
export type StaffReturnBody = z.input<typeof StaffReturnBody>;

/** A return after the action, with its order's status; `refund` only after it was settled. */
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
  refund: MoneyAnswer.shape.refund.optional(),
});

/** Announces, receives, settles or refuses a return; the last two are for managers. */
export const changeReturn = acts('/api/staff/return', StaffReturnBody, StaffReturnAnswer);
