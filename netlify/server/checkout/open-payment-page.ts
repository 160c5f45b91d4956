import { Stripe } from 'stripe';
import { z } from 'zod';
import { penceToPounds, pence } from '#domain/money/money.ts';
import { database, DatabaseRefusal, dataOf } from '../database.ts';
import { HttpError } from '../http-error.ts';
import { closePaymentPage } from './close-payment-page.ts';
import { completeSession, PaidWithoutOrder } from './complete-session.ts';
import {
  attachSession,
  type Basket,
  markOrderSeen,
  noteFailedPage,
  type OpenCheckout,
  openCheckout,
  releaseCheckout,
  releaseWithoutPage,
} from './checkout-rows.ts';
import { checkoutRefusal } from './refuse-checkout.ts';
import { createSession } from './stripe-session.ts';
import { checkout as words } from '../messages/checkout.ts';
import { refusalText } from '../messages/refusal-text.ts';
import { log } from '../log.ts';
import { paymentMessages } from '../messages/payments.ts';

const attempts = 3;
const Changed = z.object({ total_pence: z.int(), discount_pence: z.int().default(0) });
const Other = z.object({ checkout_id: z.uuid(), stripe_session_id: z.string().nullable() });
const Review = z.object({ stripe_session_id: z.string() });
const Awaited = z.object({ checkout_id: z.uuid(), stripe_session_id: z.string() });

/** Turns the database's refusal to open a checkout into the answer for the browser. */
function refusalAnswer(refusal: DatabaseRefusal): HttpError {
  const { status, reason, facts } = refusal;
  const detail = refusalText(refusal, 'shopper');
  switch (reason) {
    case 'billing_missing':
    case 'billing_unknown':
    case 'too_many':
      return new HttpError(status, detail);
    case 'not_sold_there':
      return new HttpError(status, { country: [detail] });
    case 'out_of_stock':
      return new HttpError(status, { detail, items: facts });
    case 'amount_changed':
    case 'code_refused': {
      const { total_pence, discount_pence } = Changed.parse(facts);
      const amount = penceToPounds(pence(total_pence));
      const discount = penceToPounds(pence(discount_pence));
      return new HttpError(status, { detail, reason, amount, discount });
    }
    default:
      throw refusal;
  }
}

/** The refusal of another payment page once a payment has arrived. */
function arrived(outcome: 'completed' | 'review'): HttpError {
  const known = outcome === 'completed' ? paymentMessages.earlierPlaced : words.payment_review;
  return new HttpError(409, {
    detail: paymentMessages.earlierArrived(known),
    reason: 'payment_arrived',
    payment_status: outcome,
  });
}

/** @throws HttpError 409, the first time: an earlier payment of the shopper's is under review. */
async function tellOfReview(session: string): Promise<never> {
  await markOrderSeen(session);
  throw arrived('review');
}

/**
 * Asks Stripe about a payment that is on its way; once it has failed, another may start.
 * @throws HttpError 409 while it is on its way, and when it turns out to have arrived.
 */
async function settleAwaited(awaited: z.infer<typeof Awaited>): Promise<void> {
  const { outcome } = await completeSession(awaited.stripe_session_id);
  // Stripe does not know the session, so nobody can pay for it.
  if (outcome === 'foreign') await releaseCheckout(awaited.checkout_id);
  if (outcome === 'completed') throw arrived(outcome);
  if (outcome !== 'awaiting_payment') return;
  throw new HttpError(409, {
    detail: words.payment_awaited,
    reason: 'payment_awaited',
  });
}

/** Whether this very basket is paid for, so that its order is shown instead of a payment page. */
async function isPaidFor({ shopper, lines }: Basket): Promise<boolean> {
  const asked = { p_user: shopper.id, p_lines: lines.map((line) => ({ ...line })) };
  const paid: string | null = dataOf(await database().rpc('paid_checkout_of', asked));
  return paid !== null;
}

/**
 * Closes the payment page of a shopper's other checkout.
 * @throws HttpError 409 when it turns out to have been paid.
 */
async function closeOther(other: z.infer<typeof Other>, basket: Basket): Promise<void> {
  if (!other.stripe_session_id) return;
  const { outcome } = await closePaymentPage(other.stripe_session_id);
  // Stripe does not know the session, so nobody can pay for it.
  if (outcome === 'foreign') await releaseCheckout(other.checkout_id);
  if (outcome === 'completed' && !(await isPaidFor(basket))) throw arrived(outcome);
}

/** Opens a checkout; the shopper's other unpaid one, if any, is settled at Stripe first. */
async function openOnlyCheckout(basket: Basket): Promise<OpenCheckout> {
  let replaces: string | undefined;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    try {
      return await openCheckout(basket, replaces);
    } catch (error) {
      if (!(error instanceof DatabaseRefusal)) throw error;
      if (error.reason === 'payment_awaited') await settleAwaited(Awaited.parse(error.facts));
      else if (error.reason === 'payment_review') {
        await tellOfReview(Review.parse(error.facts).stripe_session_id);
      } else if (error.reason === 'checkout_open') {
        const other = Other.parse(error.facts);
        replaces = other.checkout_id;
        await closeOther(other, basket);
      } else throw refusalAnswer(error);
    }
  }
  throw new HttpError(409, words.checkout_open);
}

/** The address to continue a checkout that already has a payment page; null to start over. */
async function resumeCheckout(
  checkout: OpenCheckout,
  sessionId: string,
  origin: string,
): Promise<string | null> {
  const returnPage = `${origin}/stripesuccess?session_id=${sessionId}`;
  if (checkout.status === 'completed' || checkout.status === 'review') return returnPage;
  const completion = await completeSession(sessionId);
  switch (completion.outcome) {
    case 'open':
      return completion.url;
    case 'released':
      return null;
    case 'foreign':
      // Stripe does not know the session, so nobody can pay for it.
      await releaseCheckout(checkout.checkout_id);
      return null;
    default:
      // Paid, though the shopper may not know: show the order rather than let them pay twice.
      return returnPage;
  }
}

/** Whether a concurrent click is creating the same session with the same idempotency key. */
function isInProgress(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'idempotency_key_in_use';
}

/** Whether Stripe refused the request itself, so that it would refuse a retry as well. */
function isRefusal({ statusCode = 0 }: InstanceType<typeof Stripe.errors.StripeError>): boolean {
  return statusCode >= 400 && statusCode < 500 && statusCode !== 409 && statusCode !== 429;
}

/** The visitor whose data Stripe refused; undefined if it refused our key or failed, which stops everybody. */
function refusedVisitor(error: Stripe.errors.StripeError, basket: Basket): string | undefined {
  const isOurs = error.statusCode === 401 || error.statusCode === 403;
  // Guests are free, so a network counts as one visitor.
  return isRefusal(error) && !isOurs ? (basket.network ?? basket.shopper.id) : undefined;
}

/** The answer for the browser if Stripe created no payment page. */
function pageFailure(checkout: string, error: unknown, basket: Basket): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  noteFailedPage(refusedVisitor(error, basket));
  const { type, code, message } = error;
  if (isRefusal(error)) {
    log.error('STRIPE REFUSED a payment page', { checkout, type, code, why: message });
    return new HttpError(502, paymentMessages.pageRefused);
  }
  log.error('Stripe did not create a payment page', { checkout, type, code, why: message });
  return new HttpError(502, paymentMessages.pageFailed);
}

/** Creates the payment page of a checkout; null when a concurrent click is creating it. */
async function paymentPage(
  checkout: OpenCheckout,
  basket: Basket,
  origin: string,
): Promise<string | null> {
  const refusal = checkoutRefusal(checkout);
  if (refusal) {
    await releaseWithoutPage(checkout.checkout_id);
    throw refusal;
  }
  let session: Stripe.Checkout.Session;
  try {
    session = await createSession(checkout, basket.shopper.id, origin);
  } catch (error) {
    // The other click needs the held stock, so do not release it.
    if (isInProgress(error)) return null;
    await releaseWithoutPage(checkout.checkout_id);
    throw pageFailure(checkout.checkout_id, error, basket);
  }
  if (session.url && (await attachSession(checkout.checkout_id, session.id, session.url))) {
    return session.url;
  }
  // The checkout was closed while Stripe created the session: it must not be paid.
  await closePaymentPage(session.id);
  throw new HttpError(409, paymentMessages.checkoutClosed);
}

/**
 * Holds the stock of a basket and creates its payment page.
 * @param origin the shop's origin, e.g. `https://shop.example`.
 * @returns the address to send the shopper to.
 * @throws HttpError 401 the session has ended, 400 no billing data, not sold there or never payable (`checkoutRefusal`),
 *   404 not this shopper's, 409 stock or price changed, too many units or a payment on its way, 502
 *   Stripe refused or is down.
 */
export async function openPaymentPage(basket: Basket, origin: string): Promise<string> {
  try {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const checkout = await openOnlyCheckout(basket);
      const url = checkout.stripe_session_id
        ? await resumeCheckout(checkout, checkout.stripe_session_id, origin)
        : await paymentPage(checkout, basket, origin);
      if (url) return url;
    }
  } catch (error) {
    if (error instanceof PaidWithoutOrder) {
      log.error('A shopper who has paid and has no order yet asked for a payment page', { error });
      throw new HttpError(409, {
        detail: paymentMessages.finishing,
        reason: 'payment_arrived',
        payment_status: 'paid',
      });
    }
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    noteFailedPage(refusedVisitor(error, basket));
    // An earlier page of this shopper may have been paid: do not say that nothing was charged.
    log.error('Stripe did not answer about a payment page', {
      type: error.type,
      why: error.message,
    });
  }
  throw new HttpError(502, paymentMessages.pageUnknown);
}
