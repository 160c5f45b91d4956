import type { Stripe } from 'stripe';
import { company } from '#company';
import { stripe } from '../stripe-client.ts';

/** Where a payment at Stripe carries the number of its order. */
const orderMetadataKey = 'order_id';

/**
 * Writes the order's number on its payment at Stripe, unless it is there. Without an idempotency key of
 * its own: twice does no harm, and Stripe would repeat a failure for a day.
 * @throws Stripe.errors.StripeError
 */
export async function nameOrderAtStripe(
  order: number,
  { id, metadata }: Pick<Stripe.PaymentIntent, 'id' | 'metadata'>,
): Promise<void> {
  if (metadata[orderMetadataKey] === String(order)) return;
  await stripe().paymentIntents.update(id, {
    description: `${company.brand} order ${order}`,
    metadata: { [orderMetadataKey]: order },
  });
}
