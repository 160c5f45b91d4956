import type { PostgrestSingleResponse } from '@supabase/postgrest-js';
import { Stripe } from 'stripe';
import { z } from 'zod';
import { releaseCheckout } from '../checkout/checkout-rows.ts';
import { closePaymentPage } from '../checkout/close-payment-page.ts';
import { database, DatabaseRefusal, dataOf } from '../database.ts';
import { HttpError, loginRequired } from '../http-error.ts';
import type { Shopper } from '../token.ts';
import { refusalText } from '../messages/refusal-text.ts';
import { log } from '../log.ts';
import { shopperMessages } from '../messages/shopper-calls.ts';

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
    throw new HttpError(502, shopperMessages.accountOpen);
  }
}

/**
 * Calls a function that closes an account. While a payment page of the account is open, closes that and calls again.
 * @returns the response of the last call: done, or refused for another reason.
 * @throws HttpError 502 when Stripe does not close an open payment page; nothing of the account has changed then.
 */
export async function withClosedPages<Data>(
  ask: () => PromiseLike<PostgrestSingleResponse<Data>>,
): Promise<PostgrestSingleResponse<Data>> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const response = await ask();
    try {
      dataOf(response);
      return response;
    } catch (error) {
      if (!(error instanceof DatabaseRefusal) || error.reason !== 'checkout_open') return response;
      await closePage(error.facts);
    }
  }
  throw new HttpError(409, shopperMessages.pageOpening);
}

const refusals = new Set(['payment_under_way', 'last_manager']);

/**
 * Closes a shopper's account for good; `retention_periods` lists the data that is kept.
 * @param callers the hashes under which the shopper's attempts are counted.
 * @throws HttpError 409 while a payment is under way and for the only manager, 401 when the account is closed
 *   already, 502 when Stripe does not close an open payment page; nothing of the account has changed then.
 */
export async function closeAccount({ id }: Shopper, callers: string[]): Promise<void> {
  const asked = { p_user: id, p_callers: callers };
  const closed = await withClosedPages(() => database().rpc('close_account', asked));
  try {
    dataOf(closed);
  } catch (error) {
    if (!(error instanceof DatabaseRefusal)) throw error;
    if (error.reason === 'account_missing') throw loginRequired();
    if (!refusals.has(error.reason)) throw error;
    throw new HttpError(409, refusalText(error, 'shopper'));
  }
}
