import { missingFields } from '#domain/billing.ts';
import type { BillingField, BillingForm } from '#domain/billing.ts';

const MISSING: Record<BillingField, string> = {
  name: 'Enter your name.',
  address: 'Enter your address.',
  email: 'Enter your email address.',
  phone: 'Enter your phone number.',
  country: 'Select a country.',
};

/** A field's message, by field; a field without one is in order. */
export type BillingErrors = Partial<Record<BillingField, string>>;

/**
 * What is wrong with the billing form, in words that say what to do.
 * @param isEmail how the browser judges its e-mail field; the server judges again.
 */
export function billingErrors(form: BillingForm, isEmail: boolean): BillingErrors {
  const errors: BillingErrors = {};
  for (const field of missingFields(form)) errors[field] = MISSING[field];
  if (!errors.email && !isEmail) {
    errors.email = 'Enter an email address in the correct format, like name@example.com.';
  }
  return errors;
}
