import type { DeliveryAttempt, SandboxEvent } from './state.ts';
import { webhookSignature } from './webhook-signature.ts';

/** Where signed events go. */
export interface WebhookTarget {
  url: string;
  secret: string;
}

/** An endpoint that takes longer counts as one that did not answer. */
const PATIENCE_MS = 20_000;

function reasonOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  return failure.cause instanceof Error ? failure.cause.message : failure.message;
}

/**
 * Posts a signed event once. Never throws: no answer is an attempt without a status. Redirects are
 * not followed and count as failures, as with Stripe.
 */
export async function sendEvent(
  event: SandboxEvent,
  { url, secret }: WebhookTarget,
  breakOff: AbortSignal,
): Promise<DeliveryAttempt> {
  // Indented as Stripe sends it, so that a receiver that re-encodes the body fails here too.
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
      signal: AbortSignal.any([breakOff, AbortSignal.timeout(PATIENCE_MS)]),
    });
    await answer.body?.cancel();
    return { at, status: answer.status, error: null };
  } catch (failure) {
    return { at, status: null, error: reasonOf(failure) };
  }
}

/** Whether the endpoint took the event. */
export function wasAccepted({ status }: DeliveryAttempt): boolean {
  return status !== null && status >= 200 && status < 300;
}
