import { parseJson } from '#domain/record.ts';
import { isInteger, isText, shape } from '#domain/shape.ts';
import { createOrder, reduceQuantity, savePayment } from '#api/fulfilment.ts';
import type { PlacedOrder } from '#api/fulfilment.ts';
import type { Customer } from '#api/checkout.ts';
import { clearCart } from '#stores/cart.ts';
import {
  billingFormData,
  billingInfoId,
  cartItems,
  subtotal,
} from '#stores/checkout/checkout-storage.ts';
import { forgetUnfinished } from '#stores/payment/unfinished-payment.ts';
import { readText, writeText } from '#browser/web-storage.ts';
import { retry } from './retry.ts';

const FINISHED_KEY = 'finishedCheckout';
/** The order that this tab finished last, with its payment's session. */
const PLACED_KEY = 'placedOrder';

const isPlaced = shape<PlacedOrder & { session: string }>({
  session: isText,
  id: isInteger,
  promise: isText,
  paid: isText,
});

/** Whether this browser already finished this payment's order, so that a reload makes no calls. */
export function isFinished(sessionId: string): boolean {
  return readText('local', FINISHED_KEY) === sessionId;
}

/** A payment's order if this tab finished it, to be shown again after a reload; else null. */
export function placedOrder(sessionId: string): PlacedOrder | null {
  const placed = parseJson(readText('session', PLACED_KEY) ?? '');
  return isPlaced(placed) && placed.session === sessionId ? placed : null;
}

/**
 * Turns a paid session into an order, with the spec's sequence of calls (section 4). Every call is
 * idempotent and retried, so a flaky network does not fail a shopper who has paid. The cart is
 * emptied last, once the order is stored, and only once: a reload must not empty a cart that has been
 * filled again.
 * @throws ApiError when a call fails for good.
 */
export async function finishOrder(sessionId: string, customer: Customer): Promise<PlacedOrder> {
  billingFormData.remove();
  const entries = cartItems
    .get()
    .map((item) => ({ variant_id: item.selectedColor.id, quantity: item.quantity }));
  const frozen = await retry(() => reduceQuantity(sessionId, entries, customer));
  const payment = await retry(() => savePayment(sessionId, frozen, customer));
  const order = await retry(() => createOrder(sessionId, payment, frozen, customer));
  forgetUnfinished();
  writeText('session', PLACED_KEY, JSON.stringify({ session: sessionId, ...order }));
  if (isFinished(sessionId)) return order;
  writeText('local', FINISHED_KEY, sessionId);
  billingInfoId.remove();
  cartItems.remove();
  subtotal.remove();
  clearCart();
  return order;
}
