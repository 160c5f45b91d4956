import { Stripe } from 'stripe';
import { call, type Reply } from './call.ts';
import { stripeTestKeys } from '#harness/test-keys.ts';

/** Options for sending an event to the webhook; by default as Stripe does. */
export interface EventSending {
  secret?: string;
  /** Unix seconds of the signature. */
  timestamp?: number;
  /** The signature header; null for none. */
  signature?: string | null;
  /** Body sent instead of the signed one. */
  sent?: BodyInit;
  contentType?: string;
}

/** A Stripe event as JSON text. */
export function eventText(type: string, object: object): string {
  const id = `evt_${Math.random().toString(36).slice(2)}`;
  return JSON.stringify({ id, object: 'event', type, data: { object } }, null, 2);
}

/** Sends an event to the shop's webhook. */
export function sendEvent(
  origin: string,
  payload: string,
  sending: EventSending = {},
): Promise<Reply> {
  const { secret = stripeTestKeys.webhookSecret, timestamp, sent, contentType } = sending;
  const signature =
    sending.signature === undefined
      ? new Stripe('sk_test_unused').webhooks.generateTestHeaderString({
          payload,
          secret,
          ...(timestamp !== undefined && { timestamp }),
        })
      : sending.signature;
  return call(`${origin}/api/stripe/webhook/`, {
    raw: sent ?? payload,
    headers: {
      'content-type': contentType ?? 'application/json; charset=utf-8',
      ...(signature !== null && { 'stripe-signature': signature }),
    },
  });
}
