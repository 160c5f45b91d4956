import { Stripe } from 'stripe';
import { z } from 'zod';
import { releaseCheckout } from '../checkout/checkout-rows.ts';
import { closePaymentPage } from '../checkout/close-payment-page.ts';
import { database, DatabaseRefusal, dataOf } from '../database.ts';
import { HttpError, loginRequired } from '../http-error.ts';
import type { Shopper } from '../token.ts';
import { refusalText } from '../words/refusal-text.ts';
import { log } from '../log.ts';

const attempts = 3;
const OpenPage = z.object({ checkout_id: z.uuid(), stripe_session_id: z.string() });

/** Closes a payment page that the shopper left open, so that it can no longer be paid. */
async function closePage(facts: unknown): Promise<void> {
  const { checkout_id, stripe_session_id } = OpenPage.parse(facts);
  try {
    const { outcome } = await closePaymentPage(stripe_session_id);
    // Stripe does not know the session, so nobody can pay for it.
    if (outcome === 'foreign') await releaseCheckout(checkout_id);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    log.error('Stripe did not close a payment page', {
      checkout: checkout_id,
      type: error.type,
      code: error.code,
      why: error.message,
    });
    throw new HttpError(
      502,
      'The payment provider did not respond, so your account is still open. Please try again.',
    );
  }
}

/**
 * Closes a shopper's account for good; `retention_periods` lists the data that is kept.
 * @param callers the hashes under which the shopper's attempts are counted.
 * @throws HttpError 409 while a payment is under way, 401 when the account is closed already, 502
 *   when Stripe does not close an open payment page; nothing of the account has changed then.
 */
export async function closeAccount({ id }: Shopper, callers: string[]): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    try {
      const asked = { p_user: id, p_callers: callers };
      dataOf(await database().rpc('close_account', asked));
      return;
    } catch (error) {
      if (!(error instanceof DatabaseRefusal)) throw error;
      if (error.reason === 'account_missing') throw loginRequired();
      if (error.reason === 'payment_under_way') {
        throw new HttpError(409, refusalText(error, 'shopper'));
      }
      if (error.reason !== 'checkout_open') throw error;
      await closePage(error.facts);
    }
  }
  throw new HttpError(409, 'A payment page of yours is still opening. Please try again.');
}
