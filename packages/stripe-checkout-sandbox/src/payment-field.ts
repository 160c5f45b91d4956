import type Stripe from 'stripe';
import { cardDigits, hasExpired, isCardNumber, readExpiry } from './card-check.ts';
import { isEmailAddress } from './parameter-value.ts';
import { brandOf } from './test-card.ts';

/** One input of the payment page. */
export interface PaymentField {
  name: string;
  label: string;
  section: 'contact' | 'delivery-address' | 'card' | 'billing-address';
  autocomplete: string;
  type?: 'email' | 'tel';
  numeric?: boolean;
  hint?: string;
  /** Half width: two such fields in a row share a line. */
  half?: boolean;
  /** Cleared when the form is shown again with an error. */
  secret?: boolean;
  /** Options of a select instead of a text input. */
  choices?: readonly (readonly [code: string, name: string])[];
  /** Validates the input: an error message, or null. `now` in seconds. */
  problem(typed: string, all: ReadonlyMap<string, string>, now: number): string | null;
}

function required(message: string): PaymentField['problem'] {
  return (typed) => (typed === '' ? message : null);
}

function valid(): null {
  return null;
}

function offered(countries: readonly string[]): PaymentField['problem'] {
  return (typed) => (countries.includes(typed) ? null : 'Choose a country.');
}

function numberProblem(typed: string): string | null {
  if (typed === '') return 'Enter the card number.';
  const digits = cardDigits(typed);
  return digits !== null && isCardNumber(digits)
    ? null
    : 'This card number is not valid. Check the digits and try again.';
}

function expiryProblem(typed: string, now: number): string | null {
  const expiry = readExpiry(typed);
  if (!expiry) return 'Enter the expiry date as month and year, like 08/30.';
  return hasExpired(expiry, now) ? 'This expiry date is in the past. Use another card.' : null;
}

function cvcProblem(typed: string, all: ReadonlyMap<string, string>): string | null {
  const amex = brandOf(cardDigits(all.get('card_number') ?? '') ?? '') === 'amex';
  const length = amex ? 4 : 3;
  if (new RegExp(`^\\d{${length}}$`).test(typed)) return null;
  return `Enter the ${length} digits of the security code.`;
}

const email: PaymentField = {
  name: 'email',
  label: 'E-mail',
  section: 'contact',
  autocomplete: 'email',
  type: 'email',
  problem(typed) {
    if (typed === '') return 'Enter your e-mail address.';
    return isEmailAddress(typed) ? null : 'Enter an e-mail address like name@example.com.';
  },
};

const phone: PaymentField = {
  name: 'phone',
  label: 'Phone number',
  section: 'contact',
  autocomplete: 'tel',
  type: 'tel',
  problem: required('Enter your phone number.'),
};

const card: readonly PaymentField[] = [
  {
    name: 'card_number',
    label: 'Card number',
    section: 'card',
    autocomplete: 'cc-number',
    numeric: true,
    secret: true,
    problem: numberProblem,
  },
  {
    name: 'expiry',
    label: 'Expiry date',
    section: 'card',
    autocomplete: 'cc-exp',
    numeric: true,
    hint: 'MM/YY',
    half: true,
    problem: (typed, _all, now) => expiryProblem(typed, now),
  },
  {
    name: 'cvc',
    label: 'CVC',
    section: 'card',
    autocomplete: 'cc-csc',
    numeric: true,
    hint: '3 or 4 digits',
    half: true,
    secret: true,
    problem: cvcProblem,
  },
  {
    name: 'name',
    label: 'Name on card',
    section: 'card',
    autocomplete: 'cc-name',
    problem: required('Enter the name on the card.'),
  },
];

function countryNames(codes: readonly string[]): [string, string][] {
  const names = new Intl.DisplayNames('en-GB', { type: 'region' });
  return codes.map((code) => [code, names.of(code) ?? code]);
}

function addressFields(
  prefix: 'billing' | 'shipping',
  section: PaymentField['section'],
  countries: readonly string[] | null,
): PaymentField[] {
  const field = (part: string, label: string, autocomplete: string, message: string) => ({
    name: `${prefix}_${part}`,
    label,
    section,
    autocomplete: `${prefix} ${autocomplete}`,
    problem: required(message),
  });
  const country = field('country', 'Country', 'country', 'Choose a country.');
  return [
    field('line1', 'Address', 'address-line1', 'Enter the address.'),
    { ...field('line2', 'Address line 2', 'address-line2', ''), hint: 'optional', problem: valid },
    { ...field('city', 'Town or city', 'address-level2', 'Enter the town or city.'), half: true },
    { ...field('postal_code', 'Postcode', 'postal-code', 'Enter the postcode.'), half: true },
    {
      ...field('state', 'State or county', 'address-level1', ''),
      hint: 'where it has one',
      problem: valid,
    },
    countries
      ? { ...country, choices: countryNames(countries), problem: offered(countries) }
      : { ...country, hint: 'Two letters, like GB' },
  ];
}

/** The inputs of a session's payment page, in order. */
export function paymentFields(session: Stripe.Checkout.Session): PaymentField[] {
  const shipTo = session.shipping_address_collection;
  const recipient: PaymentField = {
    name: 'shipping_name',
    label: 'Full name',
    section: 'delivery-address',
    autocomplete: 'shipping name',
    problem: required('Enter the recipient’s name.'),
  };
  const billing =
    session.billing_address_collection === 'required'
      ? addressFields('billing', 'billing-address', null)
      : [];
  return [
    email,
    ...(session.phone_number_collection?.enabled ? [phone] : []),
    ...(shipTo
      ? [recipient, ...addressFields('shipping', 'delivery-address', shipTo.allowed_countries)]
      : []),
    ...(isFree(session) ? [] : card),
    ...billing,
  ];
}

/** Whether the order is free with every delivery option; it needs no card then. */
export function isFree(session: Stripe.Checkout.Session): boolean {
  return (
    session.amount_subtotal === (session.total_details?.amount_discount ?? 0) &&
    session.shipping_options.every((option) => option.shipping_amount === 0)
  );
}
