import type Stripe from 'stripe';
import type { AlterRequest, PaidWith } from './control-request.ts';
import type { PaymentAttempt } from './payment-attempt.ts';
import { sampleDelivery, samplePhone } from './sample-address.ts';
import type { SandboxContext } from './sandbox-context.ts';
import type { StoredSession } from './state.ts';
import type { BankAnswer } from './test-card.ts';
import { answerFor, brandOf, GENERIC_DECLINE } from './test-card.ts';

const ANSWERS: Record<Exclude<PaidWith['outcome'], 'paid'>, BankAnswer> = {
  declined: GENERIC_DECLINE,
  async_pending: { kind: 'pending' },
};

function shipTo(
  session: Stripe.Checkout.Session,
  typed: PaidWith['address'],
): PaymentAttempt['shipTo'] {
  const sample = sampleDelivery(session);
  if (!sample || !typed) return sample;
  const { name, ...address } = typed;
  return { name, address };
}

/**
 * A payment attempt that a test makes without using the payment page.
 * @returns null when the session has no such shipping option
 */
export function simulatedAttempt(
  { session }: StoredSession,
  { outcome, shipping, email, phone, address, card = '4242424242424242' }: PaidWith,
): PaymentAttempt | null {
  const option = shipping === undefined ? null : session.shipping_options[shipping];
  if (option === undefined) return null;
  return {
    answer: outcome === 'paid' ? answerFor(card) : ANSWERS[outcome],
    card:
      outcome === 'async_pending'
        ? null
        : { brand: brandOf(card), last4: card.slice(-4), expMonth: 12, expYear: 2040 },
    shippingRate: typeof option?.shipping_rate === 'string' ? option.shipping_rate : null,
    email: email ?? session.customer_email ?? 'shopper@example.com',
    name: 'Test Shopper',
    phone: phone === undefined ? samplePhone(session) : phone,
    billingAddress: null,
    shipTo: shipTo(session, address),
  };
}

/** Makes a session, and its payment if there is one, report another amount or currency. */
export function alterSession(
  { state }: SandboxContext,
  session: Stripe.Checkout.Session,
  { amount_total: amount, currency }: AlterRequest,
): void {
  const intent =
    typeof session.payment_intent === 'string'
      ? state.paymentIntents.get(session.payment_intent)
      : undefined;
  const charge =
    typeof intent?.latest_charge === 'string' ? state.charges.get(intent.latest_charge) : undefined;
  if (amount !== undefined) {
    session.amount_total = amount;
    if (charge) charge.amount = amount;
    if (charge?.captured) charge.amount_captured = amount;
    if (intent) intent.amount = amount;
    if (intent?.status === 'succeeded') intent.amount_received = amount;
  }
  if (currency !== undefined) {
    session.currency = currency;
    if (intent) intent.currency = currency;
    if (charge) charge.currency = currency;
  }
}

/** The charge of a session's payment; undefined when nothing was paid. */
export function chargeOfSession(
  { state }: SandboxContext,
  session: Stripe.Checkout.Session,
): Stripe.Charge | undefined {
  const intent =
    typeof session.payment_intent === 'string'
      ? state.paymentIntents.get(session.payment_intent)
      : undefined;
  const charge =
    typeof intent?.latest_charge === 'string' ? state.charges.get(intent.latest_charge) : undefined;
  return charge?.paid ? charge : undefined;
}
