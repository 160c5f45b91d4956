import { Stripe } from 'stripe';
import { database, dataOf } from '../database.ts';
import { HttpError } from '../http-error.ts';
import { log } from '../log.ts';
import {
  noteFailedPage,
  OpenCheckout,
  releaseCheckout,
  releaseWithoutPage,
} from './checkout-rows.ts';
import { closePaymentPage } from './close-payment-page.ts';
import { completeSession } from './complete-session.ts';
import { checkoutRefusal } from './refuse-checkout.ts';
import { createLink } from './stripe-session.ts';
import { staffMessages } from '../messages/staff-calls.ts';

/** Seconds until a payment link expires: an hour less than Stripe's longest, for slow answers and retries. */
export const linkSeconds = 23 * 60 * 60;

/**
 * Creates the payment page of a link and owes the e-mail with it. Repeating it returns the same page.
 * @param opened a checkout, as `staff_open_link` returns it.
 * @throws HttpError 400 if it can never be paid, 409 if it is closed, 502 if Stripe made no page: then its stock
 *   stays held, so that the call can be repeated, until the sweep releases it.
 */
export async function openPaymentLink(opened: unknown, origin: string) {
  const parsed = OpenCheckout.safeParse(opened);
  if (!parsed.success || parsed.data.status !== 'open')
    throw new HttpError(409, staffMessages.linkClosed);
  const checkout = parsed.data;
  const { checkout_id: id, billing, stripe_session_url: known } = checkout;
  const email = billing?.email ?? '';
  if (known !== null) return { checkout: id, url: known, email };
  const refusal = checkoutRefusal(checkout);
  if (refusal) {
    await releaseWithoutPage(id);
    throw refusal;
  }
  const session = await createLink(checkout, origin).catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    noteFailedPage();
    const { type, code, message } = error;
    log.error('Stripe did not create a payment link', { checkout: id, type, code, why: message });
    throw new HttpError(502, staffMessages.linkFailed);
  });
  const asked = { p_checkout: id, p_session: session.id, p_url: session.url ?? '' };
  if (!dataOf(await database().rpc('attach_link', asked))) {
    // The link's stock is no longer held, so it must not be paid.
    await closePaymentPage(session.id);
    throw new HttpError(409, staffMessages.linkClosed);
  }
  return { checkout: id, url: session.url ?? '', email };
}

/**
 * Closes the payment page of a link, or releases it without one.
 * @returns whether it was paid meanwhile.
 * @throws Stripe.errors.StripeError when Stripe cannot be reached; nothing has changed then.
 */
export async function endPaymentLink(checkout: string, session: string | null): Promise<boolean> {
  if (session === null) {
    await releaseWithoutPage(checkout);
    return false;
  }
  const { outcome } = await closePaymentPage(session);
  // Stripe does not know the session, so nobody can pay for it.
  if (outcome === 'foreign') await releaseCheckout(checkout);
  return outcome !== 'released' && outcome !== 'foreign';
}

/** Brings a link in line with Stripe, because its shopper has come back from the payment page. */
export async function settlePaymentLink(checkout: string): Promise<void> {
  const session: string | null = dataOf(
    await database().rpc('link_session', { p_checkout: checkout }),
  );
  if (session !== null) await completeSession(session);
}
