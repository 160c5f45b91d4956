import type { CartItem } from '#domain/cart/cart.ts';
import { parseJson } from '#domain/basics/record.ts';
import { isInteger, isText, shape } from '#domain/basics/shape.ts';
import { createOrder, reduceQuantity, savePayment } from '#api/fulfilment.ts';
import type { FrozenCheckout, PlacedOrder } from '#api/fulfilment.ts';
import type { Customer } from '#api/checkout.ts';
import { $cart, setCart } from '#stores/cart.ts';
import {
  appliedDiscount,
  billingFormData,
  billingInfoId,
  cartItems,
  discountCode,
  subtotal,
} from '#stores/checkout/checkout-storage.ts';
import { forgetUnfinished } from '#stores/payment/unfinished-payment.ts';
import { readText, writeText } from '#browser/web-storage.ts';
import { retry } from './retry.ts';

const FINISHED_KEY = 'finishedCheckout';
/** The order this tab finished last, with its payment session. */
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

/** A payment's order if this tab finished it, to show it again after a reload; else null. */
export function placedOrder(sessionId: string): PlacedOrder | null {
  const placed = parseJson(readText('session', PLACED_KEY) ?? '');
  return isPlaced(placed) && placed.session === sessionId ? placed : null;
}

/** The cart without an order's units. Units another tab added during the payment stay. */
function withoutBought(
  cart: readonly CartItem[],
  bought: FrozenCheckout['items'],
): readonly CartItem[] {
  return cart.flatMap((line) => {
    const same = bought.find(({ color_variant }) => color_variant === line.selectedColor.id);
    const quantity = line.quantity - (same?.quantity ?? 0);
    return quantity > 0 ? { ...line, quantity } : [];
  });
}

/**
 * Turns a paid session into an order, with the spec's sequence of calls (section 4). Every call is
 * idempotent and retried, so a flaky network does not fail a shopper who has paid. Bought units leave
 * the cart last, once the order is stored, and only once: a reload must not remove units added since.
 * @throws ApiError if a call fails permanently.
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
  // A code typed in another tab since then stays.
  if (discountCode.get() === appliedDiscount.get().code) discountCode.remove();
  appliedDiscount.remove();
  setCart(withoutBought($cart.get(), frozen.items));
  return order;
}
