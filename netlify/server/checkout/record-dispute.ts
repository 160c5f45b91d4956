import type { Stripe } from 'stripe';
import { database, dataOf } from '../database.ts';
import { isMissing, stripe } from '../stripe-client.ts';
import { idOf } from './expandable.ts';
import { log } from '../log.ts';

/** Alerts the operator: evidence has a deadline, and the parcel may still be stopped. */
function logDispute(dispute: Stripe.Dispute, checkout: string, order: number | null) {
  const { due_by: due } = dispute.evidence_details;
  log.error('DISPUTE', {
    dispute: dispute.id,
    pence: dispute.amount,
    checkout,
    order,
    status: dispute.status,
    why: dispute.reason,
    answer_by: due === null ? null : new Date(due * 1000).toISOString(),
  });
}

/** Records a dispute just fetched from Stripe; does nothing when its payment is not this shop's. */
async function recordDispute(dispute: Stripe.Dispute): Promise<void> {
  const intent = idOf(dispute.payment_intent);
  if (!intent) return;
  const recorded = await database().rpc('record_dispute', {
    p_payment_intent: intent,
    p_dispute: {
      id: dispute.id,
      amount_pence: dispute.amount,
      reason: dispute.reason,
      status: dispute.status,
      due_by: dispute.evidence_details.due_by,
      created: dispute.created,
    },
  });
  const [found] = dataOf(recorded);
  if (!found?.news) return;
  logDispute(dispute, found.checkout, found.order);
}

/** Records a dispute's state at Stripe; one unknown to Stripe is ignored. */
export async function syncDispute(id: string): Promise<void> {
  try {
    await recordDispute(await stripe().disputes.retrieve(id));
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Records the state of a payment's disputes at Stripe. */
export async function syncDisputesOf(paymentIntent: string): Promise<void> {
  const { data } = await stripe().disputes.list({ payment_intent: paymentIntent, limit: 100 });
  for (const dispute of data) await recordDispute(dispute);
}
