import { Stripe } from 'stripe';
import { database, dataOf } from '../database.ts';
import { stripe } from '../stripe-client.ts';

/** Refunds with these statuses have not returned the money and never will. */
const failedStatuses = new Set<string | null>(['failed', 'canceled']);

function isRefundedAlready(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'charge_already_refunded';
}

/** The refund of a payment that was already refunded, by us or by hand. */
async function earlierRefund(payment_intent: string): Promise<Stripe.Refund> {
  const { data } = await stripe().refunds.list({ payment_intent, limit: 100 });
  const refund = data.find(({ status }) => !failedStatuses.has(status));
  if (!refund) throw new Error('Stripe says that the charge is refunded, but lists no refund');
  return refund;
}

/**
 * Refunds a payment in full, exactly once. The idempotency key protects for the day that Stripe keeps
 * it; after that, Stripe refuses to refund more than was paid (docs.stripe.com/api/idempotent_requests).
 */
async function refundInFull(checkout: string, payment_intent: string): Promise<Stripe.Refund> {
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
 * Refunds a checkout that cannot be supplied, and records the refund. Failures are logged; the sweep
 * retries them.
 * @returns whether the refund was made.
 */
export async function refundCheckout(
  checkout: string,
  paymentIntent: string | null,
): Promise<boolean> {
  try {
    if (!paymentIntent) throw new Error('the session has no payment intent');
    const { id, status } = await refundInFull(checkout, paymentIntent);
    if (failedStatuses.has(status)) throw new Error(`refund ${id} is ${status}`);
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
