import type { Config } from '@netlify/functions';
import { z } from 'zod';
import { answer } from '#server/answer.ts';
import { completeSession } from '#server/checkout/complete-session.ts';
import { endpoint } from '#server/endpoint.ts';
import { environment } from '#server/environment.ts';
import { sessionId } from '#domain/wire/fields.ts';
import { HttpError } from '#server/http-error.ts';
import { readBytes } from '#server/request-body.ts';
import { stripe } from '#server/stripe-client.ts';

export const config: Config = { path: '/api/stripe/webhook' };

/** Maximum age of a signature in seconds, against replay. */
const toleranceSeconds = 300;

/** Bytes; Stripe's events are far smaller. Unsigned requests must not exhaust memory. */
const maxEventBytes = 1_000_000;

const SessionEvent = z.object({
  type: z.enum([
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
    'checkout.session.async_payment_failed',
    'checkout.session.expired',
  ]),
  data: z.object({ object: z.object({ id: sessionId }) }),
});

/** The event, if Stripe signed exactly these bytes. */
async function verifiedEvent(request: Request): Promise<unknown> {
  const signature = request.headers.get('stripe-signature') ?? '';
  const { STRIPE_WEBHOOK_SECRET } = environment();
  if (!STRIPE_WEBHOOK_SECRET) throw new Error('STRIPE_WEBHOOK_SECRET is not set');
  const bytes = await readBytes(request, maxEventBytes);
  try {
    return await stripe().webhooks.constructEventAsync(
      bytes,
      signature,
      STRIPE_WEBHOOK_SECRET,
      toleranceSeconds,
    );
  } catch {
    throw new HttpError(400, 'The signature is missing or wrong.');
  }
}

/** Answers 200 only after the durable write; a failure answers 500, so that Stripe retries. */
export default endpoint({
  POST: async (request) => {
    // Other event types are acknowledged and ignored.
    const { data: event } = SessionEvent.safeParse(await verifiedEvent(request));
    if (event) await completeSession(event.data.object.id);
    return answer(200, { received: true });
  },
});
