import { Stripe } from 'stripe';
import type { Backend } from './backend.ts';
import { stripeTestKeys } from '#harness/test-keys.ts';

/** Pence of each refund of a session, as stored at Stripe. */
export async function refundsOf({ stripeUrl }: Backend, session: string): Promise<number[]> {
  const { port } = new URL(stripeUrl);
  const sdk = new Stripe(stripeTestKeys.secretKey, { host: '127.0.0.1', port, protocol: 'http' });
  const { payment_intent } = await sdk.checkout.sessions.retrieve(session);
  const refunds = await sdk.refunds.list({ payment_intent: String(payment_intent) });
  return refunds.data.map(({ amount }) => amount);
}
