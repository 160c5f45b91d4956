import { z } from 'zod';
import {
  type CancelBody,
  MoneyAnswer,
  type RefundAttemptBody,
  type RefundBody,
  ReviewAnswer,
  type ReviewBody,
} from '#domain/wire/staff-money.ts';
import { afterAnswer } from '../after-answer.ts';
import { nameOrderAtStripe } from '../checkout/name-order-at-stripe.ts';
import { refundCheckout } from '../checkout/refund-checkout.ts';
import { refundPatienceMs, refundWhileWaiting } from '../checkout/refund-order.ts';
import { database, dataOf } from '../database.ts';
import { within } from '../within.ts';
import { sendMailsOf } from './send-mails-of.ts';
import { type StaffCaller, staffDataOf } from './staff-data.ts';

/** What the SQL functions answer that may owe money: `order_refund_progress`. */
const Progress = MoneyAnswer.extend({
  checkout: z.uuid(),
  payment_intent: z.string().nullable(),
});

/**
 * Moves the money that an action has made due, while whoever pressed the button waits, and sends the
 * action's e-mails after the answer.
 * @param asked what the action's SQL function answered (`order_refund_progress`).
 * @returns how far the refund is by then.
 */
export async function afterMoneyAction(asked: unknown): Promise<MoneyAnswer> {
  const { order, checkout, refund, payment_intent } = Progress.parse(asked);
  if (refund) await refundWhileWaiting({ order, checkout, payment_intent });
  sendMailsOf([checkout]);
  if (!refund) return MoneyAnswer.parse(asked);
  const now = { p_order: order, p_order_refund: refund.order_refund };
  return MoneyAnswer.parse(dataOf(await database().rpc('order_refund_progress', now)));
}

/** Cancels pieces of an order and refunds them. @throws HttpError 403, 404, 409. */
export async function cancelItems(
  staff: StaffCaller,
  { event, order, items, reason, restock }: z.output<typeof CancelBody>,
): Promise<MoneyAnswer> {
  const cancelled = await database().rpc('staff_cancel', {
    ...staff,
    p_event: event,
    p_order: order,
    p_items: items,
    p_reason: reason,
    p_restock: restock,
  });
  return afterMoneyAction(staffDataOf(cancelled));
}

/** Refunds pieces, delivery or goodwill. @throws HttpError 400, 403, 404, 409. */
export async function refundPieces(
  staff: StaffCaller,
  body: z.output<typeof RefundBody>,
): Promise<MoneyAnswer> {
  const refunded = await database().rpc('staff_refund', {
    ...staff,
    p_event: body.event,
    p_order: body.order,
    p_items: body.items,
    p_shipping_pence: body.shipping_pence,
    p_goodwill_pence: body.goodwill_pence,
    p_reason: body.reason,
    ...(body.return && { p_return: body.return }),
  });
  return afterMoneyAction(staffDataOf(refunded));
}

/** Tries a refund again, or gives it up. @throws HttpError 403, 404, 409. */
export async function decideRefund(
  staff: StaffCaller,
  { event, order_refund, do: what }: z.output<typeof RefundAttemptBody>,
): Promise<MoneyAnswer> {
  const call = what === 'retry' ? 'staff_retry_refund' : 'staff_give_up_refund';
  const asked = { ...staff, p_event: event, p_order_refund: order_refund };
  // Stripe is asked after giving up, too: it may have made the refund without our hearing of it.
  return afterMoneyAction(staffDataOf(await database().rpc(call, asked)));
}

const Resolved = ReviewAnswer.extend({ payment_intent: z.string().nullable() });

/** Ends a review. @throws HttpError 403, 404, 409. */
export async function decideReview(
  staff: StaffCaller,
  { event, checkout, decision }: z.output<typeof ReviewBody>,
): Promise<ReviewAnswer> {
  const asked = { ...staff, p_event: event, p_checkout: checkout, p_decision: decision };
  const resolved = staffDataOf(await database().rpc('staff_resolve_review', asked));
  const { outcome, order, payment_intent: intent } = Resolved.parse(resolved);
  if (order !== null && intent) {
    afterAnswer(`Order ${order} could not be named at Stripe`, () =>
      nameOrderAtStripe(order, { id: intent, metadata: {} }),
    );
  }
  let now = outcome;
  if (outcome === 'refund_due') {
    const refunding = refundCheckout(checkout, intent);
    const progress = await within(refundPatienceMs, refunding);
    afterAnswer(`Refunding checkout ${checkout} failed`, () => refunding);
    if (progress === 'refunded') now = 'refunded';
  }
  sendMailsOf([checkout]);
  return { checkout, outcome: now, order };
}
