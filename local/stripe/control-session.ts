import type Stripe from 'stripe';
import type { AlterRequest, PayRequest } from './control-request.ts';
import type { PaymentAttempt } from './pay-session.ts';
import type { SandboxContext } from './sandbox-context.ts';
import type { StoredSession } from './state.ts';
import type { BankAnswer } from './test-card.ts';
import { GENERIC_DECLINE } from './test-card.ts';

const ANSWERS: Record<PayRequest['outcome'], BankAnswer> = {
  paid: { kind: 'paid' },
  declined: GENERIC_DECLINE,
  async_pending: { kind: 'pending' },
};

/**
 * A payment attempt that a test makes without using the payment page.
 * @returns null when the session has no such shipping option
 */
export function simulatedAttempt(
  { session }: StoredSession,
  { outcome, shipping, email }: PayRequest,
): PaymentAttempt | null {
  const option = shipping === undefined ? null : session.shipping_options[shipping];
  if (option === undefined) return null;
  return {
    answer: ANSWERS[outcome],
    card:
      outcome === 'async_pending'
        ? null
        : { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2040 },
    shippingRate: typeof option?.shipping_rate === 'string' ? option.shipping_rate : null,
    email: email ?? session.customer_email ?? 'shopper@example.com',
    name: 'Test Shopper',
    phone: null,
    billingAddress: null,
    shipTo: null,
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
  if (amount !== undefined) {
    session.amount_total = amount;
    if (intent) intent.amount = amount;
    if (intent?.status === 'succeeded') intent.amount_received = amount;
  }
  if (currency !== undefined) {
    session.currency = currency;
    if (intent) intent.currency = currency;
  }
}
