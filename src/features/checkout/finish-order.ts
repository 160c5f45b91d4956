import { createOrder, reduceQuantity, savePayment } from '#api/fulfilment.ts';
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

/** Whether this browser already finished this payment's order, so that a reload makes no calls. */
export function isFinished(sessionId: string): boolean {
  return readText('local', FINISHED_KEY) === sessionId;
}

/**
 * Turns a paid session into an order, with the spec's sequence of calls (section 4). Every call is
 * idempotent and retried, so a flaky network does not fail a shopper who has paid. The cart is
 * emptied last, once the order is stored, and only once: a reload must not empty a cart that has been
 * filled again.
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
  forgetUnfinished();
  if (isFinished(sessionId)) return;
  writeText('local', FINISHED_KEY, sessionId);
  billingInfoId.remove();
  cartItems.remove();
  subtotal.remove();
  clearCart();
}
