import { Stripe } from 'stripe';
import { stripe } from '../stripe-client.ts';
import { type Completion, completeSession } from './complete-session.ts';

/**
 * Makes sure that nobody can pay any more on a payment page, and settles its checkout: released
 * when it was not paid, completed when it was.
 * @throws Stripe.errors.StripeError when Stripe cannot be reached; then nothing has changed here.
 */
export async function closePaymentPage(sessionId: string): Promise<Completion> {
  try {
    await stripe().checkout.sessions.expire(sessionId);
  } catch (error) {
    // Stripe refuses to expire what is paid or expired already.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
  return completeSession(sessionId);
}
