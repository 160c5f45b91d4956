import type { Stripe } from 'stripe';
import { z } from 'zod';
import { database, dataOf } from '../database.ts';
import { stripe } from '../stripe-client.ts';
import { log } from '../log.ts';

/** Metadata key of a refund's ledger row at Stripe. */
export const refundMetadataKey = 'refund_id';

/** A refund at Stripe, as `record_refunds` takes it. */
export type RefundFacts = ReturnType<typeof refundFacts>;

export function refundFacts(refund: Stripe.Refund) {
  return {
    id: refund.id,
    attempt: z.uuid().safeParse(refund.metadata?.[refundMetadataKey]).data ?? null,
    amount_pence: refund.amount,
    status: refund.status,
    reason: refund.reason,
    failure_reason: refund.failure_reason ?? null,
    created: refund.created,
  };
}

/** All refunds of a payment at Stripe, failed ones included. */
export async function refundsAtStripe(paymentIntent: string): Promise<RefundFacts[]> {
  const found: RefundFacts[] = [];
  const list = stripe().refunds.list({ payment_intent: paymentIntent, limit: 100 });
  for await (const refund of list) found.push(refundFacts(refund));
  return found;
}

const Recorded = z.object({
  checkout_id: z.uuid(),
  order_id: z.int().nullable(),
  outcome: z.string(),
  changes: z.array(
    z.object({
      stripe_refund_id: z.string(),
      amount_pence: z.int(),
      state: z.string(),
      failure_reason: z.string().nullable(),
    }),
  ),
});
type Recorded = z.infer<typeof Recorded>;

/** Alerts the operator to refunds that need a person. */
function logChanges({ checkout_id, order_id, changes }: Recorded): void {
  for (const { stripe_refund_id: id, amount_pence, state, failure_reason } of changes) {
    const refund = { refund: id, pence: amount_pence, checkout: checkout_id, order: order_id };
    if (state === 'failed' || state === 'cancelled') {
      log.error('REFUND FAILED', { ...refund, state, why: failure_reason });
    } else if (state === 'requires_action') {
      log.error('REFUND NEEDS ACTION: it waits for the shopper’s bank details', refund);
    }
  }
}

/**
 * Enters refunds just fetched from Stripe into the ledger.
 * @returns null when the shop has no payment with this intent.
 */
export async function recordRefunds(
  paymentIntent: string,
  refunds: RefundFacts[],
): Promise<Recorded | null> {
  const asked = { p_payment_intent: paymentIntent, p_refunds: refunds };
  const recorded = Recorded.nullable().parse(dataOf(await database().rpc('record_refunds', asked)));
  if (recorded) logChanges(recorded);
  return recorded;
}

/** Brings the ledger of a payment in line with Stripe, including refunds made at the dashboard. */
export async function syncRefunds(paymentIntent: string): Promise<Recorded | null> {
  return recordRefunds(paymentIntent, await refundsAtStripe(paymentIntent));
}
