import type { BillingForm } from '#domain/billing.ts';
import type { CartItem } from '#domain/cart.ts';
import type { Pence } from '#domain/money.ts';
import { ApiError } from '#api/http/api-error.ts';
import { readCheckoutConflict } from '#api/checkout-conflict.ts';
import type { CheckoutConflict } from '#api/checkout-conflict.ts';
import { createPaymentSession, saveBillingInfo } from '#api/checkout.ts';
import type { Customer } from '#api/checkout.ts';
import { billingFormData, billingInfoId } from '#stores/checkout/checkout-storage.ts';

/** The result of pressing CHECKOUT. */
export type PaymentStart =
  { kind: 'pay'; url: string } | CheckoutConflict | { kind: 'failed'; message: string };

/** The input of a payment. `amount` is the total with tax on the shopper's screen. */
export interface Checkout {
  form: BillingForm;
  items: readonly CartItem[];
  amount: Pence;
  customer: Customer;
}

function failure(error: unknown, message: string): PaymentStart {
  if (error instanceof ApiError) {
    if (error.status === 401) throw error;
    // Too many attempts, or a basket that is refused: the server says what the shopper can do.
    if (error.isTooMany || (error.status === 409 && error.detail)) {
      return { kind: 'failed', message: error.message };
    }
  }
  console.error(error);
  return { kind: 'failed', message };
}

/** Why the server refused, of a field or of the whole; empty when it does not say. */
function reasonOf(error: unknown): string {
  // A fault of ours has no reason that would help a shopper.
  if (!(error instanceof ApiError) || error.status === 500) return '';
  return error.detail ?? Object.values(error.fields)[0]?.[0] ?? '';
}

/** Accepts only http(s) URLs, never `javascript:`, whatever the server answers. */
function webAddress(url: string): string {
  const { protocol, href } = new URL(url, location.href);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('Not a web address');
  return href;
}

/**
 * Saves the billing form, keeps it in the browser and opens a card payment (spec, section 4). Every
 * failure of the spec's catalogue (section 8) is one of the answers.
 * @throws ApiError 401 when the shopper has to log in again.
 */
export async function startPayment(checkout: Checkout): Promise<PaymentStart> {
  const { form, items, amount, customer } = checkout;
  let billingInfo: number;
  try {
    billingInfo = await saveBillingInfo(form, customer);
    billingInfoId.set(String(billingInfo));
    billingFormData.set(form);
  } catch (error) {
    const detail = error instanceof ApiError ? error.detail : null;
    return failure(error, detail ?? 'Billing info failed to save.');
  }
  try {
    const request = { amount, country: form.country, items, billingInfo };
    const url = await createPaymentSession(request, customer);
    return { kind: 'pay', url: webAddress(url) };
  } catch (error) {
    const failed = `Something went wrong while processing payment. ${reasonOf(error)}`;
    return readCheckoutConflict(error) ?? failure(error, failed.trim());
  }
}
