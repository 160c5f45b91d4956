import { Stripe } from 'stripe';
import { stripe } from '../stripe-client.ts';
import { type Completion, completeSession, settleSession } from './complete-session.ts';

/** The session as it is now that nobody can pay it; null when Stripe refuses, for it was closed before. */
async function expiredNow(sessionId: string): Promise<Stripe.Checkout.Session | null> {
  try {
    return await stripe().checkout.sessions.expire(sessionId);
  } catch (error) {
    // Stripe refuses to expire what is paid or expired already.
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return null;
    throw error;
  }
}

/**
 * Makes sure that nobody can pay any more on a payment page, and settles its checkout: released
 * when it was not paid, completed when it was.
 * @throws Stripe.errors.StripeError when Stripe cannot be reached; then nothing has changed here.
 */
export async function closePaymentPage(sessionId: string): Promise<Completion> {
  const expired = await expiredNow(sessionId);
  // Only an open page can be expired: what Stripe answers to that needs no second look.
  return expired?.status === 'expired' ? settleSession(expired) : completeSession(sessionId);
}
