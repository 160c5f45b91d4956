import type { Config } from '@netlify/functions';
import type { Stripe } from 'stripe';
import { answer } from '#server/answer.ts';
import { completeSession } from '#server/checkout/complete-session.ts';
import { endpoint } from '#server/endpoint.ts';
import { environment } from '#server/environment.ts';
import { HttpError } from '#server/http-error.ts';
import { stripe } from '#server/stripe-client.ts';

export const config: Config = { path: '/api/stripe/webhook' };

/** Seconds that a signature may be old, so that a recorded call cannot be replayed later. */
const toleranceSeconds = 300;

/** The event, if Stripe signed exactly these bytes. */
async function verifiedEvent(request: Request): Promise<Stripe.Event> {
  const signature = request.headers.get('stripe-signature') ?? '';
  const { STRIPE_WEBHOOK_SECRET } = environment();
  try {
    return await stripe().webhooks.constructEventAsync(
      await request.text(),
      signature,
      STRIPE_WEBHOOK_SECRET,
      toleranceSeconds,
    );
  } catch {
    throw new HttpError(400, 'The signature is missing or wrong.');
  }
}

/** Answers 200 only after the durable write; a failure answers 500, so that Stripe tries again. */
export default endpoint({
  POST: async (request) => {
    const event = await verifiedEvent(request);
    switch (event.type) {
      case 'checkout.session.completed':
      case 'checkout.session.async_payment_succeeded':
      case 'checkout.session.async_payment_failed':
      case 'checkout.session.expired':
        await completeSession(event.data.object.id);
        break;
      default:
        break;
    }
    return answer(200, { received: true });
  },
});
