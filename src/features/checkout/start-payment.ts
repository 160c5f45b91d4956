import { BILLING_FIELDS, readBillingForm } from '#domain/orders/billing.ts';
import type { FilledForm } from '#domain/orders/billing.ts';
import type { CartItem } from '#domain/cart/cart.ts';
import type { Pence } from '#domain/money/money.ts';
import { addressConflict } from '#domain/postal/address-conflict.ts';
import { ApiError } from '#api/http/api-error.ts';
import { readCheckoutConflict } from '#api/checkout-conflict.ts';
import type { CheckoutConflict } from '#api/checkout-conflict.ts';
import { createPaymentSession, saveBillingInfo } from '#api/checkout.ts';
import type { Customer } from '#api/checkout.ts';
import { billingFormData, billingInfoId } from '#stores/checkout/checkout-storage.ts';
import type { BillingErrors } from './billing-errors.ts';

/** A payment that could not start. */
interface Failed {
  kind: 'failed';
  /** Empty if field errors suffice. */
  message: string;
  /** Errors by field. */
  fields: BillingErrors;
}

/** The result of pressing CHECKOUT. */
export type PaymentStart = { kind: 'pay'; url: string } | CheckoutConflict | Failed;

/** The input of a payment. `amount` is the total with tax as shown to the shopper. */
export interface Checkout {
  form: FilledForm;
  items: readonly CartItem[];
  amount: Pence;
  /** Applied discount code, if any. */
  discountCode?: string;
  customer: Customer;
}

/** The server's first message for each field of the form. */
function refusedFields(refused: Readonly<Record<string, readonly string[]>>): BillingErrors {
  const errors: BillingErrors = {};
  for (const field of BILLING_FIELDS) {
    const message = refused[field]?.[0];
    if (message !== undefined) errors[field] = message;
  }
  return errors;
}

function failure(error: unknown, message: string): PaymentStart {
  if (error instanceof ApiError) {
    if (error.status === 401) throw error;
    // Too many attempts, or a rejected cart: the server's message says what the shopper can do.
    if (error.isTooMany || (error.status === 409 && error.detail)) {
      return { kind: 'failed', message: error.message, fields: {} };
    }
  }
  console.error(error);
  const fields = error instanceof ApiError ? refusedFields(error.fields) : {};
  return { kind: 'failed', message, fields };
}

/** The server's reason for a rejection, of a field or of the whole; empty if it gives none. */
function reasonOf(error: unknown): string {
  // An internal error has no reason that would help a shopper.
  if (!(error instanceof ApiError) || error.status === 500) return '';
  return error.detail ?? Object.values(error.fields)[0]?.[0] ?? '';
}

/** Accepts only http(s) URLs, never `javascript:`, whatever the server returns. */
function webAddress(url: string): string {
  const { protocol, href } = new URL(url, location.href);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('Not a web address');
  return href;
}

/**
 * Saves the billing form, keeps it in the browser and opens a card payment (spec, section 4). Returns
 * every failure in the spec's catalogue (section 8) as a value. Sends nothing for an address that
 * conflicts with the country.
 * @throws ApiError 401 if the shopper has to log in again.
 */
export async function startPayment(checkout: Checkout): Promise<PaymentStart> {
  const { form, items, amount, discountCode = '', customer } = checkout;
  const conflict = addressConflict(form.address, form.country);
  if (conflict !== null) return { kind: 'failed', message: '', fields: { address: conflict } };
  let billingInfo: number;
  try {
    billingInfo = await saveBillingInfo(form, customer);
    billingInfoId.set(String(billingInfo));
    billingFormData.set(readBillingForm(form));
  } catch (error) {
    const detail = error instanceof ApiError ? error.detail : null;
    return failure(error, detail ?? 'Billing info failed to save.');
  }
  try {
    const request = { amount, country: form.country, items, billingInfo, discountCode };
    const url = await createPaymentSession(request, customer);
    return { kind: 'pay', url: webAddress(url) };
  } catch (error) {
    const failed = `Something went wrong while processing payment. ${reasonOf(error)}`;
    return readCheckoutConflict(error) ?? failure(error, failed.trim());
  }
}
