import { createOrder, reduceQuantity, savePayment } from '#api/fulfilment.ts';
import type { Customer } from '#api/checkout.ts';
import { clearCart } from '#stores/cart.ts';
import {
  billingFormData,
  billingInfoId,
  cartItems,
  subtotal,
} from '#stores/checkout/checkout-storage.ts';
import { readText, writeText } from '#browser/web-storage.ts';
import { retry } from './retry.ts';

const FINISHED_KEY = 'finishedCheckout';

/** Whether this browser has seen this payment's order stored, so that a reload asks nothing again. */
export function isFinished(sessionId: string): boolean {
  return readText('local', FINISHED_KEY) === sessionId;
}

/**
 * Turns a paid session into an order, in the order of the spec (section 4). Every call may be
 * repeated without harm, so a shopper who has paid is not let down by a network that comes and goes.
 * The cart is emptied last, when the order is stored, and only the first time: a reload of the page
 * must not empty a cart that was filled since.
 * @throws ApiError when a call fails for good.
 */
export async function finishOrder(sessionId: string, customer: Customer): Promise<void> {
  billingFormData.remove();
  const entries = cartItems
    .get()
    .map((item) => ({ variant_id: item.selectedColor.id, quantity: item.quantity }));
  const frozen = await retry(() => reduceQuantity(sessionId, entries, customer));
  const payment = await retry(() => savePayment(sessionId, frozen, customer));
  await retry(() => createOrder(sessionId, payment, frozen, customer));
  if (isFinished(sessionId)) return;
  writeText('local', FINISHED_KEY, sessionId);
  billingInfoId.remove();
  cartItems.remove();
  subtotal.remove();
  clearCart();
}
