import { z } from 'zod';
import { pence } from '#domain/money.ts';
import { Receipt } from '../orders/receipt.ts';

const Payment = z.object({
  email: z.string(),
  reference: z.string(),
  asked_at: z.string(),
  amount_pence: z.int().transform(pence),
  items: z.array(z.object({ product_name: z.string(), color_name: z.string(), quantity: z.int() })),
});
/** A payment without an order. */
export type Payment = z.infer<typeof Payment>;

/** With the day by which the money is back, as an ISO date. */
const RefundedPayment = Payment.extend({ refund_by: z.string() });
/** A payment without an order that went back. */
export type RefundedPayment = z.infer<typeof RefundedPayment>;

const lease = { id: z.uuid(), claim: z.uuid(), about: z.string() };

/** An e-mail that the shop owes, as the outbox hands it to its sender (`mail_content`). */
export const OwedMail = z.discriminatedUnion('kind', [
  z.object({ ...lease, kind: z.literal('order'), content: z.object({ receipt: Receipt }) }),
  z.object({
    ...lease,
    kind: z.enum(['sold_out_refund', 'refund']),
    content: RefundedPayment,
  }),
  z.object({ ...lease, kind: z.literal('payment_failed'), content: Payment }),
  z.object({
    ...lease,
    kind: z.literal('confirm_email'),
    content: z.object({ email: z.string() }),
  }),
  z.object({
    ...lease,
    kind: z.literal('confirm_subscription'),
    content: z.object({ email: z.string(), subscription: z.uuid() }),
  }),
]);
export type OwedMail = z.infer<typeof OwedMail>;
