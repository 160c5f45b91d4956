import { afterAll, beforeAll, expect, test } from 'vitest';
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

const asked = { shipping_address_collection: { allowed_countries: ['IE' as const] } };
const told = {
  payment_intent_data: { shipping: { name: 'Ada', address: { line1: '1 High Street' } } },
};

function create(changes: object) {
  return stripe.checkout.sessions.create({ ...twoHats(), ...changes });
}

test.each([
  ['an address both told and asked for', { ...asked, ...told }],
  [
    'a country that Stripe does not ship to',
    {
      shipping_address_collection: { allowed_countries: ['KP'] },
    },
  ],
  [
    'payment_method_types, which this API version no longer has',
    {
      payment_method_types: ['card'],
    },
  ],
  ['101 lines', { line_items: Array.from({ length: 101 }, () => twoHats().line_items?.[0]) }],
])('refuses %s', async (_what, changes) => {
  await expect(create(changes)).rejects.toMatchObject({ statusCode: 400 });
});

test('a page that asks for an address is prefilled, and a form without one keeps it', async () => {
  const session = await create(asked);
  expect(await (await fetch(String(session.url))).text()).toContain('value="D02 X285"');
  const rate = session.shipping_options[0]?.shipping_rate;
  expect((await submit(session.url, filledForm(rate))).status).toBe(303);
  const shipping = { name: 'Test Shopper', address: { city: 'Dublin', country: 'IE' } };
  expect(
    await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] }),
  ).toMatchObject({
    collected_information: { shipping_details: shipping },
    payment_intent: { shipping },
  });
});

test('a page refuses a country that it does not offer', async () => {
  const session = await create(asked);
  const rate = session.shipping_options[0]?.shipping_rate;
  const form = filledForm(rate, { shipping_country: 'AU' });
  expect((await submit(session.url, form)).status).toBe(422);
});

test('a payment takes a description and more metadata later', async () => {
  const session = await create(told);
  const rate = session.shipping_options[0]?.shipping_rate;
  await submit(session.url, filledForm(rate));
  const { payment_intent: id } = await stripe.checkout.sessions.retrieve(session.id);
  const changes = { description: 'Order 7', metadata: { order_id: '7' } };
  await stripe.paymentIntents.update(String(id), changes);
  expect(await stripe.paymentIntents.retrieve(String(id))).toMatchObject({
    ...changes,
    shipping: told.payment_intent_data.shipping,
  });
});
