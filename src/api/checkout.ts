import type { CartItem } from '#domain/cart/cart.ts';
import { lineIdOf } from '#domain/cart/cart.ts';
import type { FilledForm } from '#domain/orders/billing.ts';
import { penceToPounds } from '#domain/money/money.ts';
import type { Pence } from '#domain/money/money.ts';
import type { BillingBody, PaymentSessionBody } from '#domain/contracts/checkout-bodies.ts';
import { readNumber, readRecord, readText } from './http/answer.ts';
import { request } from './http/request.ts';

/** The logged-in customer on whose behalf a call is made. */
export interface Customer {
  id: string;
  access: string;
}

/**
 * Saves the billing form except its country, which belongs to the payment session (spec, section 7).
 * @returns the billing info's id.
 * @throws ApiError
 */
export function saveBillingInfo(form: FilledForm, customer: Customer): Promise<number> {
  const { name, address, email, phone, news } = form;
  return request('/api/stripe/save-billing-info/', (body) => readNumber(readRecord(body).id), {
    method: 'POST',
    access: customer.access,
    body: { name, address, email, phone, user: customer.id, news } satisfies BillingBody,
  });
}

/** The purchase to pay for. `amount` is the total with tax that the shopper saw. */
export interface PaymentRequest {
  amount: Pence;
  /** Two-letter code; `''` for the visitor's, if `billingInfo` is null. */
  country: string;
  items: readonly CartItem[];
  /** The id of the saved billing form; null for an express checkout, whose `amount` is with the tax of the UK. */
  billingInfo: number | null;
  /** Applied discount code, if any. */
  discountCode?: string;
}

/**
 * Opens a card payment for the cart.
 * @returns the payment page's URL.
 * @throws ApiError 409 if stock or amount no longer match what the shopper saw (see
 * `checkout-conflict`), or with a `detail` saying why the cart is rejected.
 */
export function createPaymentSession(
  { amount, country, items, billingInfo, discountCode }: PaymentRequest,
  customer: Customer,
): Promise<string> {
  return request('/api/stripe/create-stripe-session/', (body) => readText(readRecord(body).url), {
    method: 'POST',
    access: customer.access,
    body: {
      method: 'stripe',
      amount: penceToPounds(amount),
      user: customer.id,
      country,
      items: items.map((item) => ({ ...lineIdOf(item), quantity: item.quantity })),
      ...(billingInfo === null ? { express: true } : { billing_info: billingInfo }),
      ...(discountCode && { discount_code: discountCode }),
    } satisfies PaymentSessionBody,
  });
}
