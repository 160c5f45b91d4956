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

/** What came of a payment session. */
export type Completion =
  /** Paid, and the order is stored. */
  | { outcome: 'completed' }
  /** Paid, but the amounts are not the frozen ones: a person decides. */
  | { outcome: 'review' }
  /** Paid, but the goods are gone, and the money is on its way back. */
  | { outcome: 'refunded' }
  /** Paid, but the goods are gone, and the refund has to be tried again. */
  | { outcome: 'refund_due' }
  /** The payment page is still open. */
  | { outcome: 'open'; url: string | null }
  /** The payment page is done, the money still on its way. */
  | { outcome: 'awaiting_payment' }
  /** Not paid and never will be: the stock is free again. */
  | { outcome: 'released' }
  /** Not one of this shop's checkouts. */
  | { outcome: 'foreign' };

const Completed = z.object({
  outcome: z.enum(['completed', 'review', 'refund_due', 'refunded']),
  order_id: z.int().nullable(),
});

const paidStates = new Set<string>(['paid', 'no_payment_required']);
const failedIntents = new Set<string>(['requires_payment_method', 'canceled']);

/** What Stripe knows of a session; null when it knows none of that id. */
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

/** An object that Stripe sends whole when asked to, else as its id. */
function expanded<T extends { id: string }>(object: T | string | null | undefined): T | null {
  return object && typeof object === 'object' ? object : null;
}

/** A session that was not paid: give up what came to nothing, keep what is still on its way. */
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
  const kept = await database().rpc('await_payment', {
    p_checkout: checkout,
    p_session: session.id,
    p_hold_seconds: slowPaymentSeconds,
  });
  dataOf(kept);
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
  // The order stands whatever becomes of its e-mail, which the sweep sends if this does not.
  if (order) afterAnswer(`Mail of order ${order}`, () => sendDueMails(order));
  if (outcome === 'refund_due') {
    const refunded = await refundCheckout(checkout, intent?.id ?? null);
    return { outcome: refunded ? 'refunded' : 'refund_due' };
  }
  if (outcome === 'review') {
    console.error(`REVIEW: checkout ${checkout}, session ${session.id}: paid other than frozen`);
  }
  return { outcome };
}

/**
 * Brings a checkout in line with a session that Stripe has just told us whole: with what
 * `retrieveSession` expands, or expired, when there is nothing of the payment to know.
 * @throws as `completeSession` does.
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
 * Brings a checkout in line with what Stripe says of its session: the one way from a payment to an
 * order. Called by the webhook, the return page's three calls and the sweep, in any order and number.
 * @throws when Stripe or the database cannot be reached; then it can be repeated and nothing is lost.
 */
export async function completeSession(sessionId: string): Promise<Completion> {
  const session = await retrieveSession(sessionId);
  return session ? settleSession(session) : { outcome: 'foreign' };
}
