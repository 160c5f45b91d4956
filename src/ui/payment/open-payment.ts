import { BILLING_FIELDS } from '#domain/orders/billing.ts';
import type { BillingField } from '#domain/orders/billing.ts';
import { ApiError } from '#api/http/api-error.ts';
import { readCheckoutConflict } from '#api/checkout-conflict.ts';
import type { CheckoutConflict } from '#api/checkout-conflict.ts';
import { createPaymentSession } from '#api/checkout.ts';
import type { Customer, PaymentRequest } from '#api/checkout.ts';

/** A payment that could not start. */
interface Failed {
  kind: 'failed';
  /** Empty if field errors suffice. */
  message: string;
  /** Errors by field of the billing form. */
  fields: Partial<Record<BillingField, string>>;
}

/** The result of pressing CHECKOUT or Express checkout. */
export type PaymentStart = { kind: 'pay'; url: string } | CheckoutConflict | Failed;

/** The server's first message for each field of the form. */
function refusedFields(refused: Readonly<Record<string, readonly string[]>>): Failed['fields'] {
  const errors: Failed['fields'] = {};
  for (const field of BILLING_FIELDS) {
    const message = refused[field]?.[0];
    if (message !== undefined) errors[field] = message;
  }
  return errors;
}

/**
 * A failed call as a value.
 * @throws ApiError 401 if the shopper has to log in again.
 */
export function paymentFailure(error: unknown, message: string): Failed {
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
 * Opens a card payment. Returns every failure in the spec's catalogue (section 8) as a value.
 * @throws ApiError 401 if the shopper has to log in again.
 */
export async function openPayment(
  request: PaymentRequest,
  customer: Customer,
): Promise<PaymentStart> {
  try {
    const url = await createPaymentSession(request, customer);
    return { kind: 'pay', url: webAddress(url) };
  } catch (error) {
    const failed = `Something went wrong while processing payment. ${reasonOf(error)}`;
    return readCheckoutConflict(error) ?? paymentFailure(error, failed.trim());
  }
}
