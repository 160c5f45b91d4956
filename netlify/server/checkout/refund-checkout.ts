import { database, dataOf } from '../database.ts';
import { stripe } from '../stripe-client.ts';

/**
 * Gives all the money back for a checkout whose goods are gone, once: the idempotency key is the
 * checkout's. A failure is logged and left to the sweep, which tries again.
 * @returns whether the money is on its way back.
 */
export async function refundCheckout(
  checkout: string,
  paymentIntent: string | null,
): Promise<boolean> {
  try {
    if (!paymentIntent) throw new Error('the session has no payment intent');
    const refund = await stripe().refunds.create(
      { payment_intent: paymentIntent, metadata: { checkout_id: checkout } },
      { idempotencyKey: `refund-${checkout}` },
    );
    dataOf(await database().rpc('record_refund', { p_checkout: checkout, p_refund: refund.id }));
    return true;
  } catch (error) {
    console.error(
      `REFUND FAILED: checkout ${checkout} is paid, cannot be supplied and is not refunded`,
      error,
    );
    return false;
  }
}
