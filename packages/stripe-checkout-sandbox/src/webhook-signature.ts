import { createHmac } from 'node:crypto';

/**
 * The `Stripe-Signature` header of a payload: HMAC-SHA256 over time and body
 * (docs.stripe.com/webhooks#verify-manually). It uses the system time, since the receiver compares it
 * with its own.
 */
export function webhookSignature(payload: string, secret: string): string {
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex');
  return `t=${time},v1=${signature}`;
}
