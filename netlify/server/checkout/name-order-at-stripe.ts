import type { Stripe } from 'stripe';
import { company } from '#brand/company.ts';
import { stripe } from '../stripe-client.ts';

/** Metadata key of the order number on a Stripe payment. */
const orderMetadataKey = 'order_id';

/**
 * Writes the order's number on its payment at Stripe, unless it is there. Without an idempotency key:
 * a repeat does no harm, and with a key Stripe would replay a failure for a day.
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
