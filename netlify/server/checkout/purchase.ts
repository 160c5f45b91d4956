import { pence, penceToPounds } from '#domain/money/money.ts';
import type { ShopRow } from '../database-shapes.ts';
import { database, databaseFor, dataOf } from '../database.ts';
import { HttpError } from '../http-error.ts';
import { shopperAttempt } from '../rate-limit/attempt.ts';
import { takeAttempt } from '../rate-limit/take-attempt.ts';
import type { Shopper } from '../token.ts';
import { markOrderSeen } from './checkout-rows.ts';
import { completeSession, type Completion, PaidWithoutOrder } from './complete-session.ts';
import { log } from '../log.ts';
import { paymentMessages } from '../messages/payments.ts';

/** A shopper's checkout with its frozen figures, and the payment and order it became. */
export type Purchase = ShopRow<'find_purchase'>;
/** A purchase whose order is stored. */
export type Ordered = Purchase & {
  billing_info_id: number;
  payment_id: number;
  order: NonNullable<Purchase['order']>;
};

/** The buyer: a logged-in shopper, or a user named by a call without a token. */
export type Buyer = Shopper | { id: string };

/** Selects a purchase by the first hint given; without any, the shopper's latest. */
export interface PurchaseHints {
  session?: string | undefined;
  payment?: number | undefined;
  billingInfo?: number | undefined;
}

/**
 * Finds one of the buyer's own purchases by the hints.
 * @throws HttpError 404 when there is none, 401 when the buyer's session has ended.
 */
export async function findPurchase(buyer: Buyer, hints: PurchaseHints): Promise<Purchase> {
  const { session, payment, billingInfo } = hints;
  const narrowest = session
    ? { p_session: session }
    : payment
      ? { p_payment: payment }
      : billingInfo
        ? { p_billing_info: billingInfo }
        : {};
  const found =
    'session' in buyer
      ? await databaseFor(buyer).rpc('find_purchase', narrowest)
      : await database().rpc('find_purchase', { p_shopper: buyer.id, ...narrowest });
  const [purchase] = dataOf(found);
  if (!purchase) throw new HttpError(404, paymentMessages.checkoutUnknown);
  return purchase;
}

function isOrdered(purchase: Purchase): purchase is Ordered {
  const { billing_info_id, payment_id, order } = purchase;
  return billing_info_id !== null && payment_id !== null && order !== null;
}

function refundText({
  outcome,
  unsupplied,
}: Extract<Completion, { outcome: 'refunded' | 'refund_due' }>): string {
  return paymentMessages[unsupplied ?? 'refunded'](outcome === 'refunded');
}

/** Brings a purchase in line with Stripe. @throws HttpError 500 when it is paid and its order is not stored. */
async function completionOf({
  stripe_session_id: session,
  reference,
}: Purchase): Promise<Completion> {
  try {
    return await completeSession(session);
  } catch (error) {
    if (!(error instanceof PaidWithoutOrder)) throw error;
    log.error('A session is paid and has no order yet', { session, error });
    throw new HttpError(500, {
      detail: paymentMessages.finishing,
      payment_status: 'paid',
      reference,
    });
  }
}

/**
 * The purchase with its order, which is stored now if Stripe says that the session is paid.
 * @throws HttpError 402 not paid (yet), 409 paid but under review or refunded, 500 paid
 *   but the order is not stored yet, 429 after too many checks.
 */
export async function requireOrder(buyer: Buyer, purchase: Purchase): Promise<Ordered> {
  if (isOrdered(purchase)) return purchase;
  await takeAttempt(shopperAttempt('payment-check', buyer));
  const completion = await completionOf(purchase);
  const { outcome } = completion;
  const { reference } = purchase;
  switch (completion.outcome) {
    case 'completed': {
      const now = await findPurchase(buyer, { session: purchase.stripe_session_id });
      if (isOrdered(now)) return now;
      throw new Error(`Completed without an order: ${purchase.stripe_session_id}`);
    }
    case 'refunded':
    case 'refund_due':
      throw new HttpError(409, {
        detail: refundText(completion),
        payment_status: outcome,
        reference,
      });
    case 'review':
      // The shopper reads it now, so the same basket is a new purchase from here on.
      await markOrderSeen(purchase.stripe_session_id);
      throw new HttpError(409, {
        detail: paymentMessages.underReview,
        payment_status: 'review',
        reference,
      });
    case 'awaiting_payment':
      throw new HttpError(402, {
        detail: paymentMessages.onItsWay,
        payment_status: outcome,
        reference,
      });
    default:
      throw new HttpError(402, paymentMessages.unpaid);
  }
}

/** The frozen figures in pounds, for the return page. */
export function purchaseFigures({ lines, order, ...purchase }: Ordered) {
  return {
    billing_info: purchase.billing_info_id,
    amount: penceToPounds(pence(purchase.subtotal_pence)),
    tax: penceToPounds(pence(purchase.tax_pence)),
    shipping_cost: penceToPounds(pence(order.shipping_pence)),
    order_amount: penceToPounds(pence(order.order_amount_pence)),
    total_items: order.total_items,
    items: lines.map((line) => ({
      product: line.product_id,
      color_variant: line.variant_id,
      product_name: line.product_name,
      product_price: penceToPounds(pence(line.unit_pence)),
      quantity: line.quantity,
    })),
  };
}
