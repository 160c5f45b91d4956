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

const fiveOff = {
  amount_off: 500,
  currency: 'gbp',
  duration: 'once',
  name: 'Discount SPRING',
} as const;

test('a coupon takes its amount off the goods, not the delivery, and is used once the session is paid', async () => {
  const { id } = await stripe.coupons.create({ ...fiveOff, id: 'spring', max_redemptions: 1 });
  expect(id).toBe('spring');
  const session = await stripe.checkout.sessions.create({
    ...twoHats(),
    discounts: [{ coupon: id }],
  });
  expect(session).toMatchObject({
    amount_subtotal: 4900,
    amount_total: 4400,
    discounts: [{ coupon: 'spring', promotion_code: null }],
    total_details: { amount_discount: 500 },
  });
  const { data: lines } = await stripe.checkout.sessions.listLineItems(session.id);
  expect(lines).toMatchObject([
    { amount_discount: 500, amount_subtotal: 4900, amount_total: 4400 },
  ]);
  const page = await (await fetch(String(session.url))).text();
  expect(page).toMatch(/Discount SPRING[^£]+-£5\.00/);
  const express = session.shipping_options[1]?.shipping_rate;
  await submit(session.url, filledForm(express));
  const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] });
  expect(paid).toMatchObject({
    amount_total: 5395,
    payment_intent: { amount: 5395 },
    total_details: { amount_discount: 500, amount_shipping: 995 },
  });
  expect(await stripe.coupons.retrieve(id)).toMatchObject({ times_redeemed: 1, valid: false });
  await expect(
    stripe.checkout.sessions.create({ ...twoHats(), discounts: [{ coupon: id }] }),
  ).rejects.toMatchObject({ statusCode: 400, code: 'coupon_expired' });
});

test('an amount that does not divide is spread to the penny, to the largest remainders', async () => {
  const coupon = await stripe.coupons.create({ amount_off: 100, currency: 'gbp' });
  const [line] = twoHats().line_items ?? [];
  const session = await stripe.checkout.sessions.create({
    ...twoHats(),
    line_items: [
      { ...line, quantity: 1 },
      { ...line, quantity: 2 },
      { ...line, quantity: 1 },
      { ...line, quantity: 2 },
    ],
    discounts: [{ coupon: coupon.id }],
  });
  const { data: lines } = await stripe.checkout.sessions.listLineItems(session.id);
  // Exactly 16.67 and 33.33 for one and for two pieces: the remainders of 0.67 come first.
  expect(lines.map((one) => one.amount_discount)).toEqual([17, 33, 17, 33]);
});

test.each([
  ['without an amount', { duration: 'once' }, 'parameter_missing'],
  ['with two rates', { ...fiveOff, percent_off: 10 }, undefined],
  ['without its currency', { amount_off: 500 }, 'parameter_missing'],
  ['that is over already', { ...fiveOff, redeem_by: 1000 }, undefined],
  ['with too long a name', { ...fiveOff, name: 'x'.repeat(41) }, undefined],
])('a coupon %s is refused', async (_, parameters, code) => {
  await expect(stripe.coupons.create(parameters)).rejects.toMatchObject({
    statusCode: 400,
    ...(code !== undefined && { code }),
  });
});

test('a coupon’s id is taken once, and an unknown one names nothing', async () => {
  await stripe.coupons.create({ ...fiveOff, id: 'twice' });
  await expect(stripe.coupons.create({ ...fiveOff, id: 'twice' })).rejects.toMatchObject({
    code: 'resource_already_exists',
  });
  await expect(
    stripe.checkout.sessions.create({ ...twoHats(), discounts: [{ coupon: 'none' }] }),
  ).rejects.toMatchObject({ statusCode: 400, code: 'resource_missing' });
  await expect(stripe.coupons.retrieve('none')).rejects.toMatchObject({ statusCode: 404 });
});

test('a session takes either a discount or promotion codes, and a coupon in its own currency', async () => {
  const { id } = await stripe.coupons.create({ ...fiveOff, currency: 'eur' });
  await expect(
    stripe.checkout.sessions.create({ ...twoHats(), discounts: [{ coupon: id }] }),
  ).rejects.toMatchObject({ statusCode: 400 });
  await expect(
    stripe.checkout.sessions.create({
      ...twoHats(),
      allow_promotion_codes: true,
      discounts: [{ coupon: id }],
    }),
  ).rejects.toMatchObject({ param: 'discounts' });
});
