import { isRecord } from '../basics/record.ts';

/** The billing form's fields, in display order (spec, section 2). */
export const BILLING_FIELDS = ['name', 'address', 'email', 'phone', 'country'] as const;

export type BillingField = (typeof BILLING_FIELDS)[number];

/** The shopper's input; `country` is a two-letter code. */
export type BillingForm = Record<BillingField, string>;

/** The form as submitted, with the box for our news: undefined unless it is ticked. */
export type FilledForm = BillingForm & { news?: boolean | undefined };

export const EMPTY_BILLING_FORM: BillingForm = {
  name: '',
  address: '',
  email: '',
  phone: '',
  country: '',
};

/** The empty fields; whitespace counts as empty. */
export function missingFields(form: BillingForm): BillingField[] {
  return BILLING_FIELDS.filter((field) => form[field].trim() === '');
}

/** Whether CHECKOUT may be pressed: all five fields are filled (spec, section 5). */
export function isComplete(form: BillingForm): boolean {
  return missingFields(form).length === 0;
}

/** Parses a stored form; anything that is not a string becomes empty. */
export function readBillingForm(value: unknown): BillingForm {
  const form = { ...EMPTY_BILLING_FORM };
  if (!isRecord(value)) return form;
  for (const field of BILLING_FIELDS) {
    const text = value[field];
    if (typeof text === 'string') form[field] = text;
  }
  return form;
}
