import { Stripe } from 'stripe';
import { stripe } from '../stripe-client.ts';
import { type Completion, completeSession, settleSession } from './complete-session.ts';

/** Expires a session and returns it; null when Stripe refuses because it was already closed. */
async function expireSession(sessionId: string): Promise<Stripe.Checkout.Session | null> {
  try {
    return await stripe().checkout.sessions.expire(sessionId);
  } catch (error) {
    // Stripe refuses to expire a session that is already paid or expired.
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return null;
    throw error;
  }
}

/**
 * Closes a payment page for good, then settles its checkout: completed if it was paid, else released.
 * @throws Stripe.errors.StripeError when Stripe cannot be reached; nothing has changed then.
 */
export async function closePaymentPage(sessionId: string): Promise<Completion> {
  const expired = await expireSession(sessionId);
  // Only an open session can be expired, so Stripe's answer needs no second lookup.
  return expired?.status === 'expired' ? settleSession(expired) : completeSession(sessionId);
}
