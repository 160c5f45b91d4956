import type Stripe from 'stripe';
import { enterCharge } from './balance-transaction.ts';
import { chargeFor } from './charge.ts';
import { redeemCoupon } from './coupon.ts';
import { openDispute } from './dispute.ts';
import { applyAnswer, paymentIntentFor } from './payment-intent.ts';
import { NO_REQUEST } from './request-origin.ts';
import type { SandboxContext } from './sandbox-context.ts';
import type { ChallengedPayment, PaymentAttempt } from './payment-attempt.ts';
import type { StoredSession } from './state.ts';
import { AUTHENTICATION_FAILED, disputeReasonOf } from './test-card.ts';

/**
 * `challenged`: the shopper must first pass 3-D Secure (`answerChallenge`). `closed`: the session was
 * no longer open, and nothing happened.
 */
export type PaymentResult =
  | { kind: 'completed' }
  | { kind: 'challenged' }
  | { kind: 'declined'; message: string }
  | { kind: 'closed' };

/** Selects one of the session's shipping options and updates its total. */
function chooseShipping(session: Stripe.Checkout.Session, rate: string): boolean {
  const option = session.shipping_options.find((offered) => offered.shipping_rate === rate);
  if (!option) return false;
  const amount = option.shipping_amount;
  session.shipping_cost = {
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    shipping_rate: rate,
  };
  const discount = session.total_details?.amount_discount ?? 0;
  session.total_details = { amount_discount: discount, amount_shipping: amount, amount_tax: 0 };
  session.amount_total = (session.amount_subtotal ?? 0) - discount + amount;
  return true;
}

function rememberShopper(session: Stripe.Checkout.Session, attempt: PaymentAttempt): void {
  session.customer_details = {
    address: attempt.billingAddress,
    business_name: null,
    email: attempt.email,
    individual_name: null,
    name: attempt.name,
    phone: attempt.phone,
    tax_exempt: 'none',
    tax_ids: [],
  };
  if (attempt.shipTo) {
    session.collected_information = {
      business_name: null,
      individual_name: null,
      shipping_details: attempt.shipTo,
    };
  }
}

function completeSession(context: SandboxContext, session: Stripe.Checkout.Session): void {
  session.status = 'complete';
  redeemCoupon(context.state, session);
  session.url = null;
  context.events.record('checkout.session.completed', session, NO_REQUEST);
}

/**
 * Attempts a payment. It is synchronous, so of two concurrent attempts the second finds the session
 * closed and nothing is charged twice.
 */
export function paySession(
  context: SandboxContext,
  stored: StoredSession,
  attempt: PaymentAttempt,
): PaymentResult {
  const { events } = context;
  const { session } = stored;
  if (session.status !== 'open') return { kind: 'closed' };
  if (attempt.shippingRate !== null) chooseShipping(session, attempt.shippingRate);
  if (session.amount_total === 0) {
    rememberShopper(session, attempt);
    session.payment_status = 'no_payment_required';
    completeSession(context, session);
    return { kind: 'completed' };
  }
  const intent = intentOf(context, stored);
  const { answer } = attempt;
  if (answer.kind === 'challenge') {
    stored.challenged = { ...attempt, answer: answer.passed };
    intent.status = 'requires_action';
    intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: {} };
    events.record('payment_intent.requires_action', intent, NO_REQUEST);
    return { kind: 'challenged' };
  }
  return charge(context, stored, intent, { ...attempt, answer });
}

function charge(
  context: SandboxContext,
  stored: StoredSession,
  intent: Stripe.PaymentIntent,
  attempt: ChallengedPayment,
): PaymentResult {
  const { state, clock, events } = context;
  const { session } = stored;
  const { answer, card, email, name, billingAddress } = attempt;
  const made = chargeFor({
    intent,
    answer,
    card,
    billing: { email, name, address: billingAddress },
    created: clock.now(),
  });
  stored.challenged = null;
  state.charges.set(made.id, made);
  if (answer.kind === 'paid') enterCharge(context, made);
  applyAnswer(intent, answer, made);
  if (answer.kind === 'declined') {
    events.record('payment_intent.payment_failed', intent, NO_REQUEST);
    return { kind: 'declined', message: answer.message };
  }
  rememberShopper(session, attempt);
  if (attempt.shipTo) {
    intent.shipping = {
      ...attempt.shipTo,
      phone: attempt.phone,
      carrier: null,
      tracking_number: null,
    };
  }
  if (answer.kind === 'paid') {
    session.payment_status = 'paid';
    events.record('payment_intent.succeeded', intent, NO_REQUEST);
  }
  completeSession(context, session);
  const disputed = answer.kind === 'paid' ? disputeReasonOf(card?.last4 ?? '') : null;
  if (disputed) openDispute(context, made, disputed);
  return { kind: 'completed' };
}

/** Ends 3-D Secure: the bank answers the payment, or the shopper has failed and was not charged. */
export function answerChallenge(
  context: SandboxContext,
  stored: StoredSession,
  passed: boolean,
): PaymentResult {
  const { challenged, session } = stored;
  if (session.status !== 'open' || !challenged) return { kind: 'closed' };
  const intent = intentOf(context, stored);
  if (passed) return charge(context, stored, intent, challenged);
  stored.challenged = null;
  const { code, message } = AUTHENTICATION_FAILED;
  intent.status = 'requires_payment_method';
  intent.next_action = null;
  intent.last_payment_error = { type: 'invalid_request_error', code, message };
  context.events.record('payment_intent.payment_failed', intent, NO_REQUEST);
  return { kind: 'declined', message };
}

function intentOf({ state, clock }: SandboxContext, stored: StoredSession): Stripe.PaymentIntent {
  const { session } = stored;
  const present =
    typeof session.payment_intent === 'string'
      ? state.paymentIntents.get(session.payment_intent)
      : undefined;
  if (present) {
    // A different shipping choice after a decline changes the amount.
    present.amount = session.amount_total ?? 0;
    return present;
  }
  const intent = paymentIntentFor(stored, clock.now());
  state.paymentIntents.set(intent.id, intent);
  session.payment_intent = intent.id;
  return intent;
}
