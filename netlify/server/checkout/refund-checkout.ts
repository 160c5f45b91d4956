import { Stripe } from 'stripe';
import { database, dataOf } from '../database.ts';
import { stripe } from '../stripe-client.ts';

/** Refunds in these states have not given the money back and never will. */
const lost = new Set<string | null>(['failed', 'canceled']);

function isRefundedAlready(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'charge_already_refunded';
}

/** The refund of a payment that is refunded already, by us or by hand. */
async function earlierRefund(payment_intent: string): Promise<Stripe.Refund> {
  const { data } = await stripe().refunds.list({ payment_intent, limit: 100 });
  const made = data.find(({ status }) => !lost.has(status));
  if (!made) throw new Error('Stripe says refunded, and knows no refund');
  return made;
}

/**
 * All the money back, once. The idempotency key guards a day, as long as Stripe remembers it; after
 * that its refusal to refund more than was paid does (docs.stripe.com/api/idempotent_requests).
 */
async function refundWhole(checkout: string, payment_intent: string): Promise<Stripe.Refund> {
  try {
    return await stripe().refunds.create(
      { payment_intent, metadata: { checkout_id: checkout } },
      { idempotencyKey: `refund-${checkout}` },
    );
  } catch (error) {
    if (!isRefundedAlready(error)) throw error;
    return earlierRefund(payment_intent);
  }
}

/**
 * Gives all the money back for a checkout whose goods are gone, and records it. A failure is logged
 * and left to the sweep, which tries again.
 * @returns whether the money is on its way back.
 */
export async function refundCheckout(
  checkout: string,
  paymentIntent: string | null,
): Promise<boolean> {
  try {
    if (!paymentIntent) throw new Error('the session has no payment intent');
    const { id, status } = await refundWhole(checkout, paymentIntent);
    if (lost.has(status)) throw new Error(`refund ${id} is ${status}`);
    dataOf(await database().rpc('record_refund', { p_checkout: checkout, p_refund: id }));
    return true;
  } catch (error) {
    console.error(
      `REFUND FAILED: checkout ${checkout} is paid, cannot be supplied and is not refunded`,
      error,
    );
    return false;
  }
}
