import type { DeliveryAttempt, SandboxEvent } from './state.ts';
import { webhookSignature } from './webhook-signature.ts';

/** The endpoint that receives signed events. */
export interface WebhookTarget {
  url: string;
  secret: string;
}

/** Timeout for the endpoint's response. */
const TIMEOUT_MS = 20_000;

function reasonOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  return failure.cause instanceof Error ? failure.cause.message : failure.message;
}

/**
 * Posts a signed event once. Never throws: an attempt without a response has no status. Redirects are
 * not followed and count as failures, as with Stripe.
 */
export async function sendEvent(
  event: SandboxEvent,
  { url, secret }: WebhookTarget,
  abort: AbortSignal,
): Promise<DeliveryAttempt> {
  // Indented like Stripe's, so that a receiver that re-encodes the body fails here too.
  const payload = JSON.stringify(event, null, 2);
  const at = Date.now();
  try {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (local sandbox)',
        'stripe-signature': webhookSignature(payload, secret),
      },
      body: payload,
      signal: AbortSignal.any([abort, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await answer.body?.cancel();
    return { at, status: answer.status, error: null };
  } catch (failure) {
    return { at, status: null, error: reasonOf(failure) };
  }
}

/** Whether the endpoint accepted the event. */
export function wasAccepted({ status }: DeliveryAttempt): boolean {
  return status !== null && status >= 200 && status < 300;
}
