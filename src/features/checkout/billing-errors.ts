import { missingFields } from '#domain/orders/billing.ts';
import type { BillingField, BillingForm } from '#domain/orders/billing.ts';

const MISSING: Record<BillingField, string> = {
  name: 'Enter your name.',
  address: 'Enter your address.',
  email: 'Enter your email address.',
  phone: 'Enter your phone number.',
  country: 'Select a country.',
};

/** Error messages by field; valid fields have none. */
export type BillingErrors = Partial<Record<BillingField, string>>;

/**
 * Validates the billing form.
 * @param isEmail the e-mail field's validity according to the browser; the server checks it again.
 */
export function billingErrors(form: BillingForm, isEmail: boolean): BillingErrors {
  const errors: BillingErrors = {};
  for (const field of missingFields(form)) errors[field] = MISSING[field];
  if (!errors.email && !isEmail) {
    errors.email = 'Enter an email address like name@example.com.';
  }
  return errors;
}
