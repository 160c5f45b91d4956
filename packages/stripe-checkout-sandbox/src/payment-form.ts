import type Stripe from 'stripe';
import { cardDigits, readExpiry } from './card-check.ts';
import type { PaymentAttempt } from './payment-attempt.ts';
import { paymentFields } from './payment-field.ts';
import { sampleDelivery, samplePhone } from './sample-address.ts';
import { answerFor, brandOf } from './test-card.ts';

/** The input and error messages of the payment page, by name of the field. */
export interface FilledForm {
  typed: ReadonlyMap<string, string>;
  problems: ReadonlyMap<string, string>;
}

/** The inputs of the sample address, where the page asks for one. */
function prefilledAddress(session: Stripe.Checkout.Session): [string, string][] {
  const sample = sampleDelivery(session);
  if (!sample) return [];
  const parts = Object.entries({ ...sample.address, name: sample.name });
  return parts.map(([part, value]) => [`shipping_${part}`, value ?? '']);
}

/**
 * The initial form: with the shop's `customer_email`, if any, the selected delivery and, unlike at
 * Stripe, an address.
 */
export function freshForm(session: Stripe.Checkout.Session): FilledForm {
  const chosen = session.shipping_cost?.shipping_rate;
  return {
    typed: new Map([
      ['email', session.customer_email ?? ''],
      ['shipping_rate', typeof chosen === 'string' ? chosen : ''],
      ...prefilledAddress(session),
    ]),
    problems: new Map(),
  };
}

/** A wallet's entries: a card, its holder and, if the page asks for one, a phone number. */
function walletEntries(session: Stripe.Checkout.Session, now: number): [string, string][] {
  const year = String(new Date(now * 1000).getUTCFullYear() + 2).slice(-2);
  return [
    ['email', session.customer_email ?? 'wallet@example.com'],
    ['phone', samplePhone(session) ?? ''],
    ['card_number', '4242424242424242'],
    ['expiry', `12/${year}`],
    ['cvc', '123'],
    ['name', 'Test Shopper'],
  ];
}

/**
 * Parses and validates a submitted form; address inputs missing from it keep their prefilled values. `now` in
 * seconds.
 */
export function submittedForm(
  session: Stripe.Checkout.Session,
  body: URLSearchParams,
  now: number,
): FilledForm {
  const typed = new Map([
    ...prefilledAddress(session),
    ...(body.has('wallet') ? walletEntries(session, now) : []),
    ...Array.from(body, ([name, value]): [string, string] => [name, value.trim()]),
  ]);
  const problems = new Map<string, string>();
  const rates = session.shipping_options.map((option) => option.shipping_rate);
  if (rates.length > 0 && !rates.includes(typed.get('shipping_rate') ?? '')) {
    problems.set('shipping_rate', 'Choose a delivery option.');
  }
  for (const field of paymentFields(session)) {
    const problem = field.problem(typed.get(field.name) ?? '', typed, now);
    if (problem !== null) problems.set(field.name, problem);
  }
  return { typed, problems };
}

function addressFrom(
  typed: ReadonlyMap<string, string>,
  prefix: 'billing' | 'shipping',
): Stripe.Address | null {
  const part = (name: string) => typed.get(`${prefix}_${name}`) ?? null;
  if (part('line1') === null) return null;
  return {
    line1: part('line1'),
    line2: part('line2') || null,
    city: part('city'),
    state: part('state') || null,
    postal_code: part('postal_code'),
    country: part('country'),
  };
}

/** Turns a valid form into a payment attempt. */
export function attemptFrom({ typed }: FilledForm): PaymentAttempt {
  const number = cardDigits(typed.get('card_number') ?? '');
  const expiry = readExpiry(typed.get('expiry') ?? '');
  const shipTo = addressFrom(typed, 'shipping');
  return {
    answer: number === null ? { kind: 'paid' } : answerFor(number),
    card:
      number === null || !expiry
        ? null
        : {
            brand: brandOf(number),
            last4: number.slice(-4),
            expMonth: expiry.month,
            expYear: expiry.year,
          },
    shippingRate: typed.get('shipping_rate') ?? null,
    email: typed.get('email') ?? null,
    name: typed.get('name') ?? null,
    phone: typed.get('phone') ?? null,
    billingAddress: addressFrom(typed, 'billing'),
    shipTo: shipTo ? { address: shipTo, name: typed.get('shipping_name') ?? '' } : null,
  };
}
