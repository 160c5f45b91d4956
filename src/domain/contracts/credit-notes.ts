import * as z from 'zod';
import { pence } from '../money/money.ts';

const amount = z.int().transform(pence);

/** Credit notes of a payment (`credit_notes_of`). */
export const CreditNotes = z.array(
  z.object({
    number: z.int(),
    cancels: z.int().nullable(),
    issued_at: z.string(),
    amount_pence: amount,
    tax_pence: amount,
    rate_basis_points: z.int(),
    goods_pence: amount,
    /** Off the goods, for use, without tax. */
    deduction_pence: amount,
    deduction_reason: z.string().nullable(),
    /** Why it was refunded (`refundPurposes`). */
    reason: z.string().nullable(),
    shipping_pence: amount,
    goodwill_pence: amount,
    items: z.array(z.object({ name: z.string(), quantity: z.int(), pence: amount })),
  }),
);
export type CreditNotes = z.output<typeof CreditNotes>;
