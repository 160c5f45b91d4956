import type Stripe from 'stripe';
import { enterFailedRefund, enterRefund } from './balance-transaction.ts';
import { NO_REQUEST } from './request-origin.ts';
import type { SandboxContext } from './sandbox-context.ts';
import { refundCourseOf } from './test-card.ts';

/** Statuses of a refund after its creation. */
export type LaterRefundStatus = 'succeeded' | 'failed' | 'canceled' | 'requires_action';

/** Delay after which test cards with a scripted refund settle it, in seconds. */
const REFUND_SETTLES_AFTER = 30;

const FINAL = new Set<string | null>(['failed', 'canceled']);

/**
 * Changes a refund, as the bank or the dashboard would. One that fails, even after it succeeded, or is
 * cancelled makes its amount refundable again (docs.stripe.com/refunds#failed-refunds).
 * @returns false when it had already failed or been cancelled, which is final
 */
export function settleRefund(
  context: SandboxContext,
  refund: Stripe.Refund,
  status: LaterRefundStatus,
): boolean {
  const { state, events } = context;
  if (FINAL.has(refund.status)) return false;
  refund.status = status;
  delete refund.pending_reason;
  if (!FINAL.has(status)) {
    if (status === 'succeeded' && refund.balance_transaction === null) enterRefund(context, refund);
    events.record('refund.updated', refund, NO_REQUEST);
    return true;
  }
  if (refund.balance_transaction !== null) enterFailedRefund(context, refund);
  const charge =
    typeof refund.charge === 'string' ? state.charges.get(refund.charge) : refund.charge;
  if (charge) {
    charge.amount_refunded -= refund.amount;
    charge.refunded = false;
  }
  if (status === 'failed') {
    refund.failure_reason = 'expired_or_canceled_card';
    events.record('refund.failed', refund, NO_REQUEST);
  } else events.record('refund.updated', refund, NO_REQUEST);
  return true;
}

/** Settles due refunds to test cards that settle later; returns whether there was one. */
export function settleDueRefunds(context: SandboxContext): boolean {
  const { state, clock } = context;
  let changed = false;
  for (const refund of state.refunds.values()) {
    if (refund.created + REFUND_SETTLES_AFTER > clock.now()) continue;
    const charge =
      typeof refund.charge === 'string' ? state.charges.get(refund.charge) : refund.charge;
    const course = refundCourseOf(charge?.payment_method_details?.card?.last4 ?? '');
    if (course === 'succeeds_later' && refund.status === 'pending') {
      changed = settleRefund(context, refund, 'succeeded') || changed;
    } else if (course === 'fails_later' && refund.status === 'succeeded') {
      changed = settleRefund(context, refund, 'failed') || changed;
    }
  }
  return changed;
}
