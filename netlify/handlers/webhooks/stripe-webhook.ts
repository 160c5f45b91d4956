import { Stripe } from 'stripe';
import { answer } from '#server/answer.ts';
import { handleEvent, PaymentEvent } from '#server/checkout/payment-event.ts';
import { environment } from '#server/environment.ts';
import { HttpError } from '#server/http-error.ts';
import { readBytes } from '#server/request-body.ts';
import { stripe } from '#server/stripe-client.ts';
import { log } from '#server/log.ts';
import { callMessages } from '#server/messages/calls.ts';

/** Maximum difference in seconds between a signature's time and ours, against replay. */
const toleranceSeconds = 300;

/** Bytes; Stripe's events are far smaller. Unsigned requests must not exhaust memory. */
const maxEventBytes = 1_000_000;

/** Logs the reason: from here, a misconfigured webhook and an attack look alike. */
function logRefusal(error: unknown): void {
  if (error instanceof Stripe.errors.StripeSignatureVerificationError) {
    // Only the first sentence; the rest is advice, and the error holds the body.
    const [why] = error.message.split(/(?<=\.)\s|\n/);
    log.warn('Webhook: refused. STRIPE_WEBHOOK_SECRET may be another webhook’s', { why });
    return;
  }
  const why = error instanceof Error ? error.message : String(error);
  const remedy = why.includes('thin event') ? ' Set its payload style to snapshot at Stripe.' : '';
  log.error(`WEBHOOK: an event could not be read.${remedy}`, { why });
}

/** The SDK checks only that a signature is not too old. @throws StripeSignatureVerificationError for one of the future. */
function refuseFuture(signature: string): void {
  const latest = Date.now() / 1000 + toleranceSeconds;
  const times = signature.split(',').filter((part) => part.startsWith('t='));
  if (!times.some((time) => Number.parseInt(time.slice(2), 10) > latest)) return;
  throw new Stripe.errors.StripeSignatureVerificationError(signature, '', {
    message: 'The signature is of the future',
  });
}

/** The event, if Stripe signed exactly these bytes. */
async function verifiedEvent(request: Request): Promise<unknown> {
  const signature = request.headers.get('stripe-signature') ?? '';
  const { STRIPE_WEBHOOK_SECRET } = environment();
  if (!STRIPE_WEBHOOK_SECRET) throw new Error('STRIPE_WEBHOOK_SECRET is not set');
  const bytes = await readBytes(request, maxEventBytes);
  try {
    refuseFuture(signature);
    return await stripe().webhooks.constructEventAsync(
      bytes,
      signature,
      STRIPE_WEBHOOK_SECRET,
      toleranceSeconds,
    );
  } catch (error) {
    logRefusal(error);
    throw new HttpError(400, callMessages.signatureInvalid);
  }
}

/** Answers 200 only after the durable write; a failure answers 500, so that Stripe retries. */
export default async function receivePaymentEvent(request: Request): Promise<Response> {
  // Other event types are acknowledged and ignored.
  const { data: event } = PaymentEvent.safeParse(await verifiedEvent(request));
  if (event) await handleEvent(event);
  return answer(200, { received: true });
}
