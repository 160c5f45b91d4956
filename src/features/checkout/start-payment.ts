import { readBillingForm } from '#domain/orders/billing.ts';
import type { FilledForm } from '#domain/orders/billing.ts';
import type { CartItem } from '#domain/cart/cart.ts';
import type { Pence } from '#domain/money/money.ts';
import { addressConflict } from '#domain/postal/address-conflict.ts';
import { ApiError } from '#api/http/api-error.ts';
import { saveBillingInfo } from '#api/checkout.ts';
import type { Customer } from '#api/checkout.ts';
import { billingFormData, billingInfoId } from '#stores/checkout/checkout-storage.ts';
import { openPayment, paymentFailure, type PaymentStart } from '#ui/payment/open-payment.ts';

/** The input of a payment. `amount` is the total with tax as shown to the shopper. */
export interface Checkout {
  form: FilledForm;
  items: readonly CartItem[];
  amount: Pence;
  /** Applied discount code, if any. */
  discountCode?: string;
  customer: Customer;
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
    return paymentFailure(error, detail ?? 'Billing info failed to save.');
  }
  return openPayment({ amount, country: form.country, items, billingInfo, discountCode }, customer);
}
