import { z } from 'zod';
import {
  type CancelBody,
  MoneyAnswer,
  type RefundAttemptBody,
  type RefundBody,
  type ReviewBody,
} from '#domain/wire/staff-money.ts';
import { afterAnswer } from '../after-answer.ts';
import { nameOrderAtStripe } from '../checkout/name-order-at-stripe.ts';
import { refundCheckout } from '../checkout/refund-checkout.ts';
import { syncRefunds } from '../checkout/refund-ledger.ts';
import { refundPatienceMs, refundWhileWaiting } from '../checkout/refund-order.ts';
import type { ShopRow } from '../database-shapes.ts';
import { database, databaseFor, dataOf } from '../database.ts';
import { HttpError } from '../http-error.ts';
import { parametersOf } from '../parameters.ts';
import { within } from '../within.ts';
import { sendMailsOf } from './send-mails-of.ts';
import { type StaffCaller, staffDataOf } from './staff-data.ts';
import { log } from '../log.ts';

/** Result of the SQL functions that may make a refund due: `order_refund_progress`. */
const Progress = MoneyAnswer.extend({
  checkout: z.uuid(),
  payment_intent: z.string().nullable(),
});

/**
 * Moves the money that an action has made due, while the request waits, and sends the
 * action's e-mails after the answer.
 * @param asked the result of the action's SQL function (`order_refund_progress`).
 * @returns the refund's progress by then.
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
  asked: z.output<typeof CancelBody>,
): Promise<MoneyAnswer> {
  const cancelled = await databaseFor(staff).rpc('staff_cancel', parametersOf(asked));
  return afterMoneyAction(staffDataOf(cancelled));
}

/** Refunds pieces, delivery or goodwill. @throws HttpError 400, 403, 404, 409. */
export async function refundPieces(
  staff: StaffCaller,
  { return: announced, ...asked }: z.output<typeof RefundBody>,
): Promise<MoneyAnswer> {
  const refunded = await databaseFor(staff).rpc('staff_refund', {
    ...parametersOf(asked),
    ...(announced && { p_return: announced }),
  });
  return afterMoneyAction(staffDataOf(refunded));
}

/**
 * Syncs a payment's refunds from Stripe before a person ends a refund: one that Stripe made unnoticed
 * must not be given up, nor paid a second time in another way.
 */
async function hearStripe(
  staff: StaffCaller,
  about: { p_checkout: string } | { p_order_refund: string },
): Promise<void> {
  const found = await databaseFor(staff).rpc('staff_refundable', { ...about });
  // Null without a charge.
  const intent: string | null = staffDataOf(found);
  if (intent === null) return;
  try {
    await syncRefunds(intent);
  } catch (error) {
    log.error('Stripe was not asked for the refunds of a payment', { intent, error });
    throw new HttpError(503, {
      detail:
        'Stripe cannot be asked right now whether it has made this refund. Nothing was done. Try again in a few minutes.',
      reason: 'stripe_silent',
    });
  }
}

/** Refunds a payment that is due while the request waits. @returns its status by then. */
async function refundIfDue({
  checkout,
  outcome,
  payment_intent,
}: Omit<ShopRow<'payment_progress'>, 'order'>) {
  if (outcome !== 'refund_due') return outcome;
  const refunding = refundCheckout(checkout, payment_intent);
  const progress = await within(refundPatienceMs, refunding);
  afterAnswer(`Refunding checkout ${checkout} failed`, () => refunding);
  return progress === 'refunded' ? progress : outcome;
}

type Attempt = z.output<typeof RefundAttemptBody>;
type PaymentAttempt = Extract<Attempt, { checkout: string }>;

async function decidePayment(staff: StaffCaller, asked: PaymentAttempt) {
  const { event, checkout } = asked;
  const named = { p_event: event, p_checkout: checkout };
  if (asked.do === 'retry_payment') {
    const retried = staffDataOf(
      await databaseFor(staff).rpc('staff_retry_payment', named).single(),
    );
    const outcome = await refundIfDue(retried);
    sendMailsOf([checkout]);
    return { checkout, outcome, order: retried.order };
  }
  const noted = { ...named, p_note: asked.note };
  if (asked.do === 'settle_payment') await hearStripe(staff, { p_checkout: checkout });
  const call = asked.do === 'settle_payment' ? 'staff_settle_payment' : 'staff_close_surplus';
  const { outcome, order } = staffDataOf(await databaseFor(staff).rpc(call, noted).single());
  sendMailsOf([checkout]);
  return { checkout, outcome, order };
}

/**
 * Retries a refund, or ends it: of an order, or of a payment without one.
 * @throws HttpError 403, 404, 409; 503 if it is to end and Stripe cannot be asked whether it was made.
 */
export async function decideRefund(staff: StaffCaller, asked: Attempt) {
  if ('checkout' in asked) return decidePayment(staff, asked);
  const { event, order_refund, do: what } = asked;
  if (what === 'give_up') await hearStripe(staff, { p_order_refund: order_refund });
  const call = what === 'retry' ? 'staff_retry_refund' : 'staff_give_up_refund';
  const decision = { p_event: event, p_order_refund: order_refund };
  // Sync with Stripe after giving up as well.
  return afterMoneyAction(staffDataOf(await databaseFor(staff).rpc(call, decision)));
}

/** Ends a review. @throws HttpError 403, 404, 409. */
export async function decideReview(
  staff: StaffCaller,
  { event, checkout, decision }: z.output<typeof ReviewBody>,
) {
  const asked = { p_event: event, p_checkout: checkout, p_decision: decision };
  const resolved = staffDataOf(
    await databaseFor(staff).rpc('staff_resolve_review', asked).single(),
  );
  const { order, payment_intent: intent } = resolved;
  if (order !== null && intent) {
    afterAnswer(`Order ${order} could not be named at Stripe`, () =>
      nameOrderAtStripe(order, { id: intent, metadata: {} }),
    );
  }
  const outcome = await refundIfDue(resolved);
  sendMailsOf([checkout]);
  return { checkout, outcome, order };
}
