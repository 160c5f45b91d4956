import { formatPounds, pence, penceToPounds } from '#domain/money/money.ts';
import { promiseText } from '#domain/orders/order-promise.ts';
import { OrderBody } from '#domain/contracts/checkout-bodies.ts';
import { answer } from '#server/answer.ts';
import { requireBuyer, requireSelf } from '#server/caller.ts';
import { markOrderSeen } from '#server/checkout/checkout-rows.ts';
import type { GiftCardUse } from '#server/database-shapes.ts';
import { findPurchase, purchaseFigures, requireOrder } from '#server/checkout/purchase.ts';
import { HttpError } from '#server/http-error.ts';
import { readBody } from '#server/request-body.ts';
import { paymentMessages } from '#server/messages/payments.ts';
import { callMessages } from '#server/messages/calls.ts';

/** The part that a gift card paid, and the rest on the card. */
function giftCardText(card: GiftCardUse): string {
  const [paid, left] = [formatPounds(pence(card.paid_pence)), formatPounds(pence(card.left_pence))];
  return paymentMessages.byGiftCard(paid, left, card.code_end);
}

// “orderCreatation” is the spec's spelling.
export default async function createOrder(request: Request): Promise<Response> {
  const shopper = await requireBuyer(request);
  const { user, payment, billing_info, session_id } = await readBody(request, OrderBody);
  requireSelf(shopper, user);
  const purchase = await findPurchase(shopper, { session: session_id, payment });
  const refusal = new HttpError(409, callMessages.orderDiffers);
  if (purchase.billing_info_id !== billing_info) throw refusal;
  const ordered = await requireOrder(shopper, purchase);
  if (ordered.payment_id !== payment) throw refusal;
  await markOrderSeen(ordered.stripe_session_id);
  const { id, status, tax_inside_pence } = ordered.order;
  const tax_inside = penceToPounds(pence(tax_inside_pence));
  const promise = promiseText(ordered.order);
  const card = ordered.order.gift_card;
  return answer(201, {
    id,
    status,
    promise,
    ...purchaseFigures(ordered),
    tax_inside,
    ...(card && { gift_card: giftCardText(card) }),
  });
}
