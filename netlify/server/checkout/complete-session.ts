import type { PostgrestSingleResponse } from '@supabase/postgrest-js';
import type { Stripe } from 'stripe';
import { z } from 'zod';
import type { Delivery } from '#domain/postal/delivery.ts';
import { parseAddress } from '#domain/postal/parse-address.ts';
import { afterAnswer } from '../after-answer.ts';
import { database, DatabaseRefusal, dataOf } from '../database.ts';
import { sendDueMails } from '../mail/send-due-mails.ts';
import { isMissing, stripe } from '../stripe-client.ts';
import { OpenCheckout, releaseCheckout } from './checkout-rows.ts';
import { syncDisputesOf } from './record-dispute.ts';
import { nameOrderAtStripe } from './name-order-at-stripe.ts';
import { expanded } from './expandable.ts';
import { chosenDelivery, formOf, isDoubtful, paidDelivery } from './paid-delivery.ts';
import { refundCheckout } from './refund-checkout.ts';
import { refundsAtStripe } from './refund-ledger.ts';
import { checkoutMetadataKey } from './stripe-session.ts';
import { slowPaymentSeconds } from './timing.ts';
import { log } from '../log.ts';

/** Why the shop cannot supply what was paid (`unsupplied_reason`); null for other refunds. */
type Unsupplied = 'sold_out' | 'drawn_twice';

/** The outcome of a payment session. */
export type Completion =
  /** Paid, and the order is stored. */
  | { outcome: 'completed' }
  /** Paid, but not the frozen amounts, or partly refunded or disputed before: needs a human decision. */
  | { outcome: 'review' }
  /** Paid, without an order, and refunded. */
  | { outcome: 'refunded'; unsupplied: Unsupplied | null }
  /**
   * Paid, without an order, and not refunded yet: the refund is on its way, or has to be retried.
   */
  | { outcome: 'refund_due'; unsupplied: Unsupplied | null; onItsWay: boolean }
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
  unsupplied: z.enum(['sold_out', 'drawn_twice']).nullable(),
});

/** Stripe reports a session as paid, but the database could not store its order. */
export class PaidWithoutOrder extends Error {
  override readonly name = 'PaidWithoutOrder';
}

/** @throws PaidWithoutOrder, or DatabaseRefusal when our SQL refused. */
function completedOf(stored: PostgrestSingleResponse<unknown>): z.infer<typeof Completed> {
  try {
    return Completed.parse(dataOf(stored));
  } catch (error) {
    if (error instanceof DatabaseRefusal) throw error;
    throw new PaidWithoutOrder('The order could not be stored', { cause: error });
  }
}

const paidStates = new Set<string>(['paid', 'no_payment_required']);
const failedIntents = new Set<string>(['requires_payment_method', 'canceled']);

/** Looks a session up at Stripe; null when there is none with that id. */
async function retrieveSession(id: string): Promise<Stripe.Checkout.Session | null> {
  try {
    return await stripe().checkout.sessions.retrieve(id, {
      expand: ['payment_intent.latest_charge'],
    });
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
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
    p_form: formOf(session, paidDelivery(session)),
  });
  dataOf(awaited);
  return { outcome: 'awaiting_payment' };
}

const Form = OpenCheckout.pick({ billing: true, country: true });

/** The address of the billing form. A gift card may have paid all of an order: then Stripe keeps no address. */
async function typedDelivery(checkout: string): Promise<Delivery | null> {
  const summary = await database().rpc('checkout_summary', { p_checkout: checkout });
  const { billing, country } = Form.parse(dataOf(summary));
  const found = billing && parseAddress(billing.address, country);
  return found && { ...found, name: billing.name, country, phone: billing.phone };
}

async function settlePaid(session: Stripe.Checkout.Session, checkout: string): Promise<Completion> {
  const position = chosenDelivery(session);
  const intent = expanded(session.payment_intent);
  const delivery = paidDelivery(session) ?? (intent ? null : await typedDelivery(checkout));
  const charge = expanded(intent?.latest_charge);
  const card = charge?.payment_method_details?.card?.fingerprint;
  const refunds = intent && charge?.amount_refunded ? await refundsAtStripe(intent.id) : [];
  const completed = await database().rpc('complete_checkout', {
    p_checkout: checkout,
    p_session: session.id,
    p_charged_pence: session.amount_total ?? 0,
    p_currency: session.currency ?? '',
    p_shipping_pence: session.shipping_cost?.amount_total ?? 0,
    ...(position && { p_shipping_position: position }),
    ...(intent && { p_payment_intent: intent.id }),
    p_refunds: refunds,
    p_disputed: charge?.disputed ?? false,
    ...(delivery && { p_delivery: { ...delivery } }),
    p_form: formOf(session, delivery),
    p_doubtful: isDoubtful(session, delivery),
    ...(card && { p_card: card }),
    ...(charge && { p_paid_at: new Date(charge.created * 1000).toISOString() }),
  });
  const { outcome, order_id: order, unsupplied } = completedOf(completed);
  // A failing e-mail must not fail the order; the sweep sends it later.
  if (order) afterAnswer(`E-mailing order ${order} failed`, () => sendDueMails({ checkout }));
  if (intent && charge?.disputed) await syncDisputesOf(intent.id);
  if (order && intent) {
    afterAnswer(`Order ${order} could not be named at Stripe`, () =>
      nameOrderAtStripe(order, intent),
    );
  }
  if (outcome === 'refund_due') {
    const progress = await refundCheckout(checkout, intent?.id ?? null);
    if (progress === 'refunded') return { outcome: 'refunded', unsupplied };
    return { outcome, unsupplied, onItsWay: progress === 'on_its_way' };
  }
  if (outcome === 'review') {
    const why =
      refunds.length > 0 || charge?.disputed
        ? 'it was refunded or disputed before the order was made'
        : 'the amount paid or the country of the parcel is not the frozen one, or the address is doubtful';
    log.error('REVIEW', { checkout, session: session.id, why });
  }
  return outcome === 'refunded' ? { outcome, unsupplied } : { outcome };
}

/** Logs money that paid for nothing this shop sells under that session; it must not go unnoticed. */
function foreign(session: Stripe.Checkout.Session, why: string): Completion {
  if (session.payment_status === 'paid') {
    log.error('FOREIGN PAYMENT', {
      session: session.id,
      minor_units: session.amount_total,
      currency: session.currency,
      why,
    });
  }
  return { outcome: 'foreign' };
}

/**
 * Brings a checkout in line with a session just received from Stripe: one with the fields that
 * `retrieveSession` expands, or an expired one, which has no payment.
 * @throws like `completeSession`.
 */
export async function settleSession(session: Stripe.Checkout.Session): Promise<Completion> {
  const checkout = z.uuid().safeParse(session.metadata?.[checkoutMetadataKey]).data;
  if (!checkout) return foreign(session, 'names no checkout');
  try {
    return paidStates.has(session.payment_status)
      ? await settlePaid(session, checkout)
      : await settleUnpaid(session, checkout);
  } catch (error) {
    if (!(error instanceof DatabaseRefusal)) throw error;
    return foreign(session, `names checkout ${checkout}: ${error.message}`);
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
