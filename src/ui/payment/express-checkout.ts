import { ApiError, messageOf } from '#api/http/api-error.ts';
import type { Customer } from '#api/checkout.ts';
import { beginAsGuest } from '#api/guest.ts';
import { fetchTaxes } from '#api/tax.ts';
import { subtotalOf } from '#domain/cart/cart.ts';
import type { CartItem } from '#domain/cart/cart.ts';
import { describeStockChange } from '#domain/cart/stock-sync.ts';
import { formatPounds, pence } from '#domain/money/money.ts';
import type { Pence } from '#domain/money/money.ts';
import { totalWithTax } from '#domain/money/tax.ts';
import { $cart } from '#stores/cart.ts';
import { applyStock, refreshPrices } from '#stores/checkout/cart-sync.ts';
import * as stored from '#stores/checkout/checkout-storage.ts';
import { liveSession } from '#stores/live-session.ts';
import { logIn } from '#stores/login/login.ts';
import { rememberReturn } from '#stores/return-target.ts';
import { currentSession, endSession, isGuest } from '#stores/session.ts';
import { openPayment, type PaymentStart } from './open-payment.ts';

/** A total that the shopper has read, for goods of this price after their discount. */
let quoted: { goods: Pence; amount: Pence } | null = null;

function goodsPrice(items: readonly CartItem[]): Pence {
  return pence(Math.max(subtotalOf(items) - stored.appliedDiscount.get().off, 0));
}

/** The shopper, or else a new guest. */
async function customerOrGuest(): Promise<Customer> {
  const known = await liveSession();
  if (known) return known;
  const guest = await beginAsGuest();
  // Another tab may have begun one meanwhile.
  const other = currentSession();
  if (other) return other;
  logIn(guest);
  return guest;
}

async function open(items: readonly CartItem[]): Promise<PaymentStart> {
  const [customer, { tax }] = await Promise.all([customerOrGuest(), fetchTaxes('')]);
  const { code: discountCode } = stored.appliedDiscount.get();
  const { country } = stored.billingFormData.get();
  const goods = goodsPrice(items);
  const amount = quoted?.goods === goods ? quoted.amount : totalWithTax(goods, tax);
  stored.cartItems.set(items);
  stored.subtotal.set(subtotalOf(items));
  return openPayment({ amount, country, items, billingInfo: null, discountCode }, customer);
}

async function newTotalText(amount: Pence): Promise<string> {
  await refreshPrices();
  quoted = { goods: goodsPrice($cart.get()), amount };
  return `Prices have changed: your new total is ${formatPounds(amount)}. Press Express checkout again to accept it.`;
}

/** Opens the payment, or says why not; `''` when leaving the page. */
async function pressed(): Promise<string> {
  const outcome = await open($cart.get());
  switch (outcome.kind) {
    case 'pay':
      location.assign(outcome.url);
      return '';
    case 'stock': {
      const changes = applyStock(outcome.levels).map(describeStockChange);
      return changes.join(' ') || 'Stock in your cart has changed.';
    }
    case 'amount':
      return outcome.refused || newTotalText(outcome.amount);
    case 'failed': {
      const { country } = outcome.fields;
      return country ? `${country} Press CHECKOUT to choose another country.` : outcome.message;
    }
  }
}

/**
 * Opens the payment of the cart for delivery to the visitor's country; its page asks for the rest. A shopper without a
 * session becomes a guest.
 * @returns the message for the shopper; `''` when leaving the page.
 */
export async function expressCheckout(): Promise<string> {
  const wasGuest = isGuest(currentSession());
  try {
    return await pressed();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) return messageOf(error);
    endSession();
    // Only an account is worth another login.
    if (wasGuest) return expressCheckout();
    rememberReturn(location.pathname);
    location.assign('/login');
    return '';
  }
}
