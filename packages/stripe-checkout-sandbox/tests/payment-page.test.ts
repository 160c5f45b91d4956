import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Stripe } from 'stripe';
import type { StripeSandbox } from '../src/index.ts';
import { filledForm, sdkFor, startTestSandbox, submit, twoHats } from './running-sandbox.ts';

let sandbox: StripeSandbox;
let stripe: Stripe;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  stripe = sdkFor(sandbox);
});

afterAll(() => sandbox.close());

const open = (changes: object = {}) =>
  stripe.checkout.sessions.create({ ...twoHats(), ...changes });

/** Pays with changed inputs and the first delivery option. */
function pay(session: Stripe.Checkout.Session, changes: Record<string, string> = {}) {
  const rate = session.shipping_options[0]?.shipping_rate;
  return submit(session.url, filledForm(rate, changes));
}

/** Tries a card that the bank declines and returns the session afterwards. */
async function declineOnce(session: Stripe.Checkout.Session) {
  await pay(session, { card_number: '4000 0000 0000 0002' });
  return stripe.checkout.sessions.retrieve(session.id);
}

/** The four address inputs, for London. */
function place(prefix: 'billing' | 'shipping') {
  return {
    [`${prefix}_line1`]: '1 High Street',
    [`${prefix}_city`]: 'London',
    [`${prefix}_postal_code`]: 'N1 1AA',
    [`${prefix}_country`]: 'GB',
  };
}

describe('the payment page', () => {
  test('is marked as a test, and links back to the shop', async () => {
    const session = await open();
    const answer = await fetch(String(session.url));
    const page = await answer.text();
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(page).toContain('<title>Test payment page — no real money moves</title>');
    expect(page).toContain('href="http://localhost:8888/cart"');
    expect(page).toContain('value="ada@example.com"');
    expect(page).toContain('4242 4242 4242 4242');
  });

  test('escapes the shop’s texts', async () => {
    const product = { name: '<script>alert(1)</script>' };
    const price = { currency: 'gbp', unit_amount: 500, product_data: product };
    const session = await open({ line_items: [{ quantity: 1, price_data: price }] });
    const page = await (await fetch(String(session.url))).text();
    expect(page).not.toContain('<script>alert');
    expect(page).toContain('&lt;script&gt;alert');
  });

  test.each([
    ['4000 0000 0000 0002', 'Your card was declined.', 'generic_decline'],
    ['4000 0000 0000 9995', 'Your card has insufficient funds.', 'insufficient_funds'],
    ['4000 0000 0000 0069', 'Your card has expired.', undefined],
    ['4000 0000 0000 0127', 'Your card&#39;s security code is incorrect.', undefined],
    ['4000 0000 0000 9987', 'Your card was declined.', 'lost_card'],
    ['4000 0000 0000 9979', 'Your card was declined.', 'stolen_card'],
    ['4000 0000 0000 0119', 'An error occurred while processing your card.', undefined],
    ['4000 0000 0000 6975', 'Your card was declined.', 'card_velocity_exceeded'],
    ['4000 0000 0000 0341', 'Your card was declined.', 'generic_decline'],
    ['4100 0000 0000 0019', 'Your card was declined.', 'fraudulent'],
    ['4111 1111 1111 1111', 'This page accepts test cards only.', 'test_mode_live_card'],
  ])('declines card %s: %s', async (number, message, declineCode) => {
    const session = await open();
    const answer = await pay(session, { card_number: number });
    expect(answer.status).toBe(402);
    const page = await answer.text();
    expect(page).toContain(message);
    expect(page).not.toContain(`value="${number}"`);
    const after = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent'],
    });
    expect(after).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: { status: 'requires_payment_method', amount_received: 0 },
    });
    const [failed] = (await stripe.charges.list()).data;
    expect(failed).toMatchObject({ paid: false, status: 'failed' });
    expect(failed?.outcome?.reason ?? undefined).toBe(declineCode);
  });

  test('takes everything from a wallet with one press', async () => {
    const session = await open({
      phone_number_collection: { enabled: true },
      shipping_address_collection: { allowed_countries: ['IE'] },
    });
    const answer = await submit(session.url, new URLSearchParams({ wallet: 'pay' }));
    expect(answer.status).toBe(422);
    const rate = String(session.shipping_options[1]?.shipping_rate);
    const wallet = new URLSearchParams({ wallet: 'pay', shipping_rate: rate });
    const paid = await submit(session.url, wallet);
    expect(paid.status).toBe(303);
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      payment_status: 'paid',
      amount_total: 5895,
      customer_details: { email: 'ada@example.com', phone: '+447700900123' },
      collected_information: { shipping_details: { address: { country: 'IE' } } },
    });
  });

  test('accepts another card and faster delivery after a decline, for one payment', async () => {
    const session = await open();
    const { payment_intent: first } = await declineOnce(session);
    const express = String(session.shipping_options[1]?.shipping_rate);
    expect((await pay(session, { shipping_rate: express })).status).toBe(303);
    const after = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent'],
    });
    expect(after).toMatchObject({
      payment_status: 'paid',
      amount_total: 5895,
      payment_intent: { id: first, amount: 5895, amount_received: 5895, last_payment_error: null },
    });
  });

  test.each([
    ['email', '', 'Enter your e-mail address.'],
    ['email', 'ada', 'Enter an e-mail address like name@example.com.'],
    ['card_number', '', 'Enter the card number.'],
    ['card_number', '4242 4242 4242 4241', 'This card number is not valid.'],
    ['card_number', 'four', 'This card number is not valid.'],
    ['expiry', '13/40', 'Enter the expiry date'],
    ['expiry', '01/20', 'This expiry date is in the past.'],
    ['cvc', '12', 'Enter the 3 digits'],
    ['name', '', 'Enter the name on the card.'],
    ['shipping_rate', 'shr_other', 'Choose a delivery option.'],
  ])('explains %s “%s”', async (name, typed, message) => {
    const session = await open();
    const answer = await pay(session, { [name]: typed });
    expect(answer.status).toBe(422);
    const page = await answer.text();
    expect(page).toContain(message);
    expect(page).toContain(`id="${name}-problem"`);
    expect(page).toMatch(new RegExp(`aria-describedby="[^"]*${name}-problem"`));
    expect(page).not.toContain('value="4242');
    const after = await stripe.checkout.sessions.retrieve(session.id);
    expect(after.payment_intent).toBeNull();
  });

  test('keeps the input, except card number and security code', async () => {
    const session = await open();
    const express = String(session.shipping_options[1]?.shipping_rate);
    const answer = await pay(session, {
      email: 'grace@example.com',
      shipping_rate: express,
      cvc: '987',
      name: '',
    });
    const page = await answer.text();
    expect(page).toContain('value="grace@example.com"');
    expect(page).toContain('value="12/40"');
    expect(page).toMatch(new RegExp(`value="${express}"[^>]*checked`));
    expect(page).toContain('£58.95');
    expect(page).not.toContain('value="4242');
    expect(page).not.toContain('value="987"');
  });

  test('asks American Express for four digits', async () => {
    const session = await open();
    const amex = { card_number: '3782 822463 10005' };
    expect((await pay(session, { ...amex, cvc: '123' })).status).toBe(422);
    expect((await pay(session, { ...amex, cvc: '1234' })).status).toBe(303);
  });

  test('turns ten simultaneous submits into one payment', async () => {
    const session = await open();
    const before = (await stripe.paymentIntents.list({ limit: 100 })).data.length;
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay(session)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    const after = (await stripe.paymentIntents.list({ limit: 100 })).data.length;
    expect(after - before).toBe(1);
  });

  test('redirects to the shop once paid', async () => {
    const session = await open();
    await pay(session);
    const again = await fetch(String(session.url), { redirect: 'manual' });
    expect(again.status).toBe(303);
    expect(again.headers.get('location')).toContain(`session_id=${session.id}`);
  });

  test('says so when the session has expired, and takes no payment', async () => {
    const session = await open();
    await stripe.checkout.sessions.expire(session.id);
    for (const answer of [await fetch(String(session.url)), await pay(session)]) {
      expect(answer.status).toBe(410);
      const page = await answer.text();
      expect(page).toContain('This payment has expired');
      expect(page).toContain('href="http://localhost:8888/cart"');
    }
    const after = await stripe.checkout.sessions.retrieve(session.id);
    expect(after).toMatchObject({ status: 'expired', payment_status: 'unpaid' });
  });

  test('is not found for an unknown session', async () => {
    expect((await fetch(`${sandbox.url}/c/pay/cs_test_none`)).status).toBe(404);
  });

  test('asks for nothing on a free order', async () => {
    const price = { currency: 'gbp', unit_amount: 0, product_data: { name: 'Sticker' } };
    const session = await open({
      line_items: [{ quantity: 1, price_data: price }],
      shipping_options: undefined,
    });
    const page = await (await fetch(String(session.url))).text();
    expect(page).not.toContain('name="card_number"');
    const form = new URLSearchParams({ email: 'ada@example.com' });
    expect((await submit(session.url, form)).status).toBe(303);
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      payment_status: 'no_payment_required',
      payment_intent: null,
    });
  });

  test('collects the addresses and phone number that the shop requests', async () => {
    const session = await open({
      billing_address_collection: 'required',
      phone_number_collection: { enabled: true },
      shipping_address_collection: { allowed_countries: ['GB', 'IE'] },
    });
    const page = await (await fetch(String(session.url))).text();
    expect(page).toMatch(/<option value="IE"\s*>Ireland<\/option>/);
    expect((await pay(session)).status).toBe(422);
    const changes = {
      ...place('billing'),
      ...place('shipping'),
      shipping_name: 'Ada',
      phone: '020 7946 0000',
    };
    expect((await pay(session, changes)).status).toBe(303);
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      customer_details: { phone: '020 7946 0000', address: { city: 'London' } },
      collected_information: { shipping_details: { name: 'Ada', address: { country: 'GB' } } },
    });
  });
});

/** The bank's 3-D Secure page, after paying with a card that asks for it. */
async function challenged(card: string) {
  const session = await open();
  const answer = await pay(session, { card_number: card });
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe(new URL(String(session.url)).pathname);
  const page = await (await fetch(String(session.url))).text();
  expect(page).toContain('Complete authentication');
  expect(page).toContain('£49.00');
  return session;
}
const reply = (session: Stripe.Checkout.Session, challenge: string) =>
  submit(session.url, new URLSearchParams({ challenge }));
const now = (session: Stripe.Checkout.Session) =>
  stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] });

describe('3-D Secure', () => {
  const secured = '4000 0025 0000 3155';

  test('keeps the session open and unpaid until the shopper has passed', async () => {
    const session = await challenged(secured);
    expect(await now(session)).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: { status: 'requires_action', latest_charge: null },
    });
    expect((await reply(session, 'complete')).headers.get('location')).toContain('/stripesuccess');
    expect(await now(session)).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      payment_intent: { status: 'succeeded', next_action: null },
    });
    expect((await reply(session, 'complete')).status, 'a second click').toBe(303);
    const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(session.id);
    const charges = await stripe.charges.list({ payment_intent: String(intent) });
    expect(charges.data).toHaveLength(1);
  });

  test('charges nothing when failed, and another card can be tried', async () => {
    const session = await challenged('4000 0027 6000 3184');
    const answer = await reply(session, 'fail');
    expect(answer.status).toBe(402);
    expect(await answer.text()).toContain('We are unable to authenticate your payment method.');
    expect(await now(session)).toMatchObject({
      payment_intent: {
        status: 'requires_payment_method',
        last_payment_error: { code: 'payment_intent_authentication_failure' },
      },
    });
    expect((await pay(session)).status).toBe(303);
    expect(await now(session)).toMatchObject({ payment_status: 'paid' });
  });

  test('can be passed and still be declined by the bank', async () => {
    const session = await challenged('4000 0084 0000 1629');
    const answer = await reply(session, 'complete');
    expect(answer.status).toBe(402);
    expect(await answer.text()).toContain('Your card was declined.');
    expect(await now(session)).toMatchObject({ status: 'open', payment_status: 'unpaid' });
  });

  test('ends with the session when abandoned', async () => {
    const session = await challenged(secured);
    await stripe.checkout.sessions.expire(session.id);
    expect((await reply(session, 'complete')).status).toBe(410);
    expect(await now(session)).toMatchObject({
      status: 'expired',
      payment_intent: { status: 'canceled' },
    });
  });
});
