import { z } from 'zod';
import { shippingZone } from '#domain/countries/shipping-zone.ts';
import type { Asked } from '#domain/contracts/staff-call.ts';
import type * as calls from '#domain/contracts/staff-money.ts';
import { afterAnswer } from '../after-answer.ts';
import { nameOrderAtStripe } from '../checkout/name-order-at-stripe.ts';
import { linkSeconds, openPaymentLink } from '../checkout/payment-link.ts';
import { refundCheckout } from '../checkout/refund-checkout.ts';
import { syncRefunds } from '../checkout/refund-ledger.ts';
import { OwingOrder, refundPatienceMs, refundWhileWaiting } from '../checkout/refund-order.ts';
import type { ShopRow } from '../database-shapes.ts';
import { database, databaseFor, dataOf } from '../database.ts';
import { HttpError } from '../http-error.ts';
import { parametersOf } from '../parameters.ts';
import { siteOrigin } from '../site-origin.ts';
import { within } from '../within.ts';
import { sendMailsOf } from './send-mails-of.ts';
import { type StaffCaller, staffDataOf } from './staff-data.ts';
import { log } from '../log.ts';
import { staffMessages } from '../messages/staff-calls.ts';

/** Payments to refund and e-mails to send after `order_refund_progress`; the route checks the rest of it. */
const Due = z.object({
  order: z.int(),
  checkout: z.uuid(),
  refund: z.object({ acts: z.array(z.guid()), payments: z.array(OwingOrder) }).nullable(),
});

const Edited = z.object({ link: z.unknown() });

const Exchange = z.object({ checkouts: z.array(z.uuid()), link: z.unknown() });

const Replacement = z.object({ checkout: z.uuid() });

/**
 * Moves the money that an action has made due, while the request waits, and sends the
 * action's e-mails after the answer.
 * @param asked the result of the action's SQL function (`order_refund_progress`).
 * @returns the refund's progress by then (`order_refund_progress`).
 */
export async function afterMoneyAction(asked: unknown): Promise<unknown> {
  const { order, checkout, refund } = Due.parse(asked);
  const payments = refund?.payments ?? [];
  await Promise.all(payments.map(refundWhileWaiting));
  sendMailsOf([...new Set([checkout, ...payments.map((payment) => payment.checkout)])]);
  if (!refund) return asked;
  const now = { p_order: order, p_acts: refund.acts };
  return dataOf(await database().rpc('order_refund_progress', now));
}

/** Refund and link of an act, by a dry run of it. @throws HttpError 400, 403, 404, 409. */
export async function foresee(
  staff: StaffCaller,
  asked: Asked<typeof calls.foresee>,
): Promise<unknown> {
  const zone = asked.act === 'sale' ? { zone: shippingZone(asked.country) } : {};
  const foreseen = { p_act: asked.act, p_asked: { ...asked, ...zone } };
  return staffDataOf(await databaseFor(staff).rpc('staff_foresee', foreseen));
}

/** Cancels pieces of an order and refunds them. @throws HttpError 403, 404, 409. */
export async function cancelItems(
  staff: StaffCaller,
  asked: Asked<typeof calls.cancelItems>,
): Promise<unknown> {
  const cancelled = await databaseFor(staff).rpc('staff_cancel', parametersOf(asked));
  return afterMoneyAction(staffDataOf(cancelled));
}

/**
 * Swaps and removes pieces that have not left, refunds what they cost less, and mails a link to pay for dearer ones.
 * @throws HttpError 400, 403, 404, 409; 502 if Stripe made no payment page.
 */
export async function editOrder(
  staff: StaffCaller,
  asked: Asked<typeof calls.editOrder>,
  { request }: { request: Request },
) {
  const edited = staffDataOf(
    await databaseFor(staff).rpc('staff_edit_order', {
      ...parametersOf(asked),
      p_session_seconds: linkSeconds,
    }),
  );
  const answer = await afterMoneyAction(edited);
  const { link } = Edited.parse(edited);
  if (link === null) return { ...Object(answer), link };
  const { checkout, email } = await openPaymentLink(link, siteOrigin(request));
  sendMailsOf([checkout]);
  return { ...Object(answer), link: email };
}

/**
 * Exchanges pieces for others, and mails the link to pay for dearer ones.
 * @throws HttpError 400, 403, 404, 409; 502 if Stripe made no payment page.
 */
export async function exchangeItems(
  staff: StaffCaller,
  { reason, return: announced, ...asked }: Asked<typeof calls.exchangeItems>,
  { request }: { request: Request },
) {
  const data = staffDataOf(
    await databaseFor(staff).rpc('staff_exchange', {
      ...parametersOf(asked),
      p_reason: reason ?? '',
      p_session_seconds: linkSeconds,
      ...(announced !== null && { p_return: announced }),
    }),
  );
  const { checkouts, link } = Exchange.parse(data);
  sendMailsOf(checkouts);
  if (link === null) return data;
  const { checkout, email } = await openPaymentLink(link, siteOrigin(request));
  sendMailsOf([checkout]);
  return { ...Object(data), link: email };
}

/** Sends pieces again, free of charge; e-mails the shopper after the answer. @throws HttpError 400, 403, 404, 409. */
export async function replaceItems(staff: StaffCaller, asked: Asked<typeof calls.replaceItems>) {
  const data = staffDataOf(await databaseFor(staff).rpc('staff_replace', parametersOf(asked)));
  sendMailsOf([Replacement.parse(data).checkout]);
  return data;
}

/** Refunds pieces, delivery or goodwill. @throws HttpError 400, 403, 404, 409. */
export async function refundPieces(
  staff: StaffCaller,
  { return: announced, ...asked }: Asked<typeof calls.refundOrder>,
): Promise<unknown> {
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
      detail: staffMessages.refundsUnknown,
      reason: 'stripe_silent',
    });
  }
}

/** Refunds a payment that is due while the request waits. @returns the payment's outcome by then. */
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

/** Retries an order's refund. @throws HttpError 403, 404, 409. */
export async function retryRefund(
  staff: StaffCaller,
  asked: Asked<typeof calls.retryRefund>,
): Promise<unknown> {
  const retried = await databaseFor(staff).rpc('staff_retry_refund', parametersOf(asked));
  return afterMoneyAction(staffDataOf(retried));
}

/**
 * Gives up an order's refund.
 * @throws HttpError 403, 404, 409; 503 if Stripe cannot be asked whether it was made.
 */
export async function giveUpRefund(
  staff: StaffCaller,
  asked: Asked<typeof calls.giveUpRefund>,
): Promise<unknown> {
  await hearStripe(staff, { p_order_refund: asked.order_refund });
  const ended = await databaseFor(staff).rpc('staff_give_up_refund', parametersOf(asked));
  // Sync with Stripe after giving up as well.
  return afterMoneyAction(staffDataOf(ended));
}

/**
 * Records that staff paid an order's refund themselves.
 * @throws HttpError 403, 404, 409; 503 if Stripe cannot be asked whether it was made.
 */
export async function handOverRefund(
  staff: StaffCaller,
  asked: Asked<typeof calls.handOverRefund>,
): Promise<unknown> {
  await hearStripe(staff, { p_order_refund: asked.order_refund });
  const paid = await databaseFor(staff).rpc('staff_hand_over_refund', parametersOf(asked));
  return afterMoneyAction(staffDataOf(paid));
}

/** Retries the refund of a payment without an order. @throws HttpError 403, 404, 409. */
export async function retryPayment(staff: StaffCaller, asked: Asked<typeof calls.retryPayment>) {
  const { checkout } = asked;
  const retried = staffDataOf(
    await databaseFor(staff).rpc('staff_retry_payment', parametersOf(asked)).single(),
  );
  const outcome = await refundIfDue(retried);
  sendMailsOf([checkout]);
  return { checkout, outcome, order: retried.order };
}

/** The answer to a decision that moves no money. */
function settled({ outcome, order }: ShopRow<'payment_progress'>, checkout: string) {
  sendMailsOf([checkout]);
  return { checkout, outcome, order };
}

/**
 * Records that a payment was paid back in another way.
 * @throws HttpError 403, 404, 409; 503 if Stripe cannot be asked whether it has made the refund.
 */
export async function settlePayment(staff: StaffCaller, asked: Asked<typeof calls.settlePayment>) {
  await hearStripe(staff, { p_checkout: asked.checkout });
  const noted = await databaseFor(staff).rpc('staff_settle_payment', parametersOf(asked)).single();
  return settled(staffDataOf(noted), asked.checkout);
}

/** Closes an over-refund. @throws HttpError 403, 404, 409. */
export async function closeSurplus(staff: StaffCaller, asked: Asked<typeof calls.closeSurplus>) {
  const noted = await databaseFor(staff).rpc('staff_close_surplus', parametersOf(asked)).single();
  return settled(staffDataOf(noted), asked.checkout);
}

/** Ends a review. @throws HttpError 403, 404, 409. */
export async function decideReview(
  staff: StaffCaller,
  { event, checkout, decision }: Asked<typeof calls.decideReview>,
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
