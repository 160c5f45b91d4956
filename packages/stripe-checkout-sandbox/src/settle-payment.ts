import { enterCharge } from './balance-transaction.ts';
import { NO_REQUEST } from './request-origin.ts';
import type { SandboxContext } from './sandbox-context.ts';
import type { StoredSession } from './state.ts';
import { GENERIC_DECLINE } from './test-card.ts';
import { applyAnswer } from './payment-intent.ts';

/**
 * Settles a pending payment: it succeeds or fails.
 * @returns false when the session has no pending payment
 */
export function settlePayment(
  context: SandboxContext,
  { session }: StoredSession,
  succeed: boolean,
): boolean {
  const { state, events } = context;
  if (typeof session.payment_intent !== 'string') return false;
  const intent = state.paymentIntents.get(session.payment_intent);
  if (!intent || intent.status !== 'processing' || typeof intent.latest_charge !== 'string') {
    return false;
  }
  const charge = state.charges.get(intent.latest_charge);
  if (!charge) return false;
  applyAnswer(intent, succeed ? { kind: 'paid' } : GENERIC_DECLINE, charge);
  charge.paid = succeed;
  charge.captured = succeed;
  charge.amount_captured = succeed ? charge.amount : 0;
  charge.status = succeed ? 'succeeded' : 'failed';
  if (succeed) {
    enterCharge(context, charge);
    session.payment_status = 'paid';
    events.record('payment_intent.succeeded', intent, NO_REQUEST);
    events.record('checkout.session.async_payment_succeeded', session, NO_REQUEST);
  } else {
    events.record('payment_intent.payment_failed', intent, NO_REQUEST);
    events.record('checkout.session.async_payment_failed', session, NO_REQUEST);
  }
  return true;
}
