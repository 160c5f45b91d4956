import { Stripe } from 'stripe';
import { z } from 'zod';
import { afterAnswer } from '../after-answer.ts';
import { database, DatabaseRefusal, dataOf } from '../database.ts';
import { sendDueMails } from '../mail/send-due-mails.ts';
import { stripe } from '../stripe-client.ts';
import { releaseCheckout } from './checkout-rows.ts';
import { refundCheckout } from './refund-checkout.ts';
import { checkoutMetadataKey } from './stripe-session.ts';
import { slowPaymentSeconds } from './timing.ts';

/** The outcome of a payment session. */
export type Completion =
  /** Paid, and the order is stored. */
  | { outcome: 'completed' }
  /** Paid, but not the frozen amounts: needs a human decision. */
  | { outcome: 'review' }
  /** Paid, but sold out, and refunded. */
  | { outcome: 'refunded' }
  /** Paid, but sold out, and the refund has to be retried. */
  | { outcome: 'refund_due' }
  /** The payment page is still open. */
  | { outcome: 'open'; url: string | null }
  /** The payment page is done, but a slow payment method has not cleared yet. */
  | { outcome: 'awaiting_payment' }
  /** Not paid and never will be: the stock has been released. */
  | { outcome: 'released' }
  /** Not one of this shop's checkouts. */
  | { outcome: 'foreign' };

const Completed = z.object({
  outcome: z.enum(['completed', 'review', 'refund_due', 'refunded']),
  order_id: z.int().nullable(),
});

const paidStates = new Set<string>(['paid', 'no_payment_required']);
const failedIntents = new Set<string>(['requires_payment_method', 'canceled']);

/** Looks a session up at Stripe; null when there is none with that id. */
async function retrieveSession(id: string): Promise<Stripe.Checkout.Session | null> {
  try {
    return await stripe().checkout.sessions.retrieve(id, {
      expand: ['payment_intent', 'shipping_cost.shipping_rate'],
    });
  } catch (error) {
    const missing = error instanceof Stripe.errors.StripeError && error.code === 'resource_missing';
    if (missing) return null;
    throw error;
  }
}

/** An expandable field of Stripe's API: the object, or null when only its id was sent. */
function expanded<T extends { id: string }>(object: T | string | null | undefined): T | null {
  return object && typeof object === 'object' ? object : null;
}

/** Releases a session's checkout if its payment failed or expired; keeps it while payment is pending. */
async function settleUnpaid(
  session: Stripe.Checkout.Session,
  checkout: string,
): Promise<Completion> {
  if (session.status === 'open') return { outcome: 'open', url: session.url };
  const intent = expanded(session.payment_intent);
  const failed = intent !== null && failedIntents.has(intent.status);
  if (session.status === 'expired' || failed) {
    await releaseCheckout(checkout);
    return { outcome: 'released' };
  }
  const awaited = await database().rpc('await_payment', {
    p_checkout: checkout,
    p_session: session.id,
    p_hold_seconds: slowPaymentSeconds,
  });
  dataOf(awaited);
  return { outcome: 'awaiting_payment' };
}

async function settlePaid(session: Stripe.Checkout.Session, checkout: string): Promise<Completion> {
  const shippingRate = expanded(session.shipping_cost?.shipping_rate);
  const intent = expanded(session.payment_intent);
  const completed = await database().rpc('complete_checkout', {
    p_checkout: checkout,
    p_session: session.id,
    p_charged_pence: session.amount_total ?? 0,
    p_currency: session.currency ?? '',
    p_shipping_pence: session.shipping_cost?.amount_total ?? 0,
    ...(shippingRate?.display_name && { p_shipping_name: shippingRate.display_name }),
    ...(intent && { p_payment_intent: intent.id }),
  });
  const { outcome, order_id: order } = Completed.parse(dataOf(completed));
  // A failing e-mail must not fail the order; the sweep sends it later.
  if (order) afterAnswer(`E-mailing order ${order} failed`, () => sendDueMails({ checkout }));
  if (outcome === 'refund_due') {
    const refunded = await refundCheckout(checkout, intent?.id ?? null);
    return { outcome: refunded ? 'refunded' : 'refund_due' };
  }
  if (outcome === 'review') {
    console.error(
      `REVIEW: checkout ${checkout}, session ${session.id}: the amount paid is not the frozen one`,
    );
  }
  return { outcome };
}

/**
 * Brings a checkout in line with a session just received from Stripe: with the fields that
 * `retrieveSession` expands, or expired, when it has no payment.
 * @throws like `completeSession`.
 */
export async function settleSession(session: Stripe.Checkout.Session): Promise<Completion> {
  const checkout = z.uuid().safeParse(session.metadata?.[checkoutMetadataKey]).data;
  if (!checkout) return { outcome: 'foreign' };
  try {
    return paidStates.has(session.payment_status)
      ? await settlePaid(session, checkout)
      : await settleUnpaid(session, checkout);
  } catch (error) {
    if (!(error instanceof DatabaseRefusal)) throw error;
    console.error(`Session ${session.id} names checkout ${checkout}: ${error.message}`);
    return { outcome: 'foreign' };
  }
}

/**
 * Brings a checkout in line with its session at Stripe: the only way from a payment to an order.
 * Idempotent: the webhook, the return page's three calls and the sweep call it in any order, any
 * number of times.
 * @throws when Stripe or the database cannot be reached; calling again is safe.
 */
export async function completeSession(sessionId: string): Promise<Completion> {
  const session = await retrieveSession(sessionId);
  return session ? settleSession(session) : { outcome: 'foreign' };
}
