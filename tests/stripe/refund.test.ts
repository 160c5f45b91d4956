import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Stripe } from 'stripe';
import { stripeControl } from '#local/stripe/control-client.ts';
import type { StripeControl } from '#local/stripe/control-client.ts';
import type { StripeSandbox } from '#local/stripe/sandbox.ts';
import { sdkFor, startTestSandbox, twoHats } from './running-sandbox.ts';

let sandbox: StripeSandbox;
let stripe: Stripe;
let control: StripeControl;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  stripe = sdkFor(sandbox);
  control = stripeControl(sandbox.url);
});

afterAll(() => sandbox.close());

/** The payment intent of a fresh session of £49.00. */
async function payment(outcome: 'paid' | 'declined' | 'async_pending' = 'paid') {
  const { id } = await stripe.checkout.sessions.create(twoHats());
  return String((await control.pay(id, { outcome })).payment_intent);
}

test('a payment can be refunded in full', async () => {
  const intent = await payment();
  const refund = await stripe.refunds.create({
    payment_intent: intent,
    reason: 'requested_by_customer',
    metadata: { checkout: '1' },
  });
  expect(refund).toMatchObject({
    amount: 4900,
    currency: 'gbp',
    status: 'succeeded',
    payment_intent: intent,
    reason: 'requested_by_customer',
    metadata: { checkout: '1' },
  });
  expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ id: refund.id });
  const charge = await stripe.charges.retrieve(String(refund.charge));
  expect(charge).toMatchObject({ refunded: true, amount_refunded: 4900 });
  const { latest_charge: latest } = await stripe.paymentIntents.retrieve(intent, {
    expand: ['latest_charge'],
  });
  expect(latest).toMatchObject({ id: charge.id, refunded: true });
});

test('a payment can be refunded in parts, but never more than was paid', async () => {
  const intent = await payment();
  await stripe.refunds.create({ payment_intent: intent, amount: 4000 });
  await expect(
    stripe.refunds.create({ payment_intent: intent, amount: 1000 }),
  ).rejects.toMatchObject({
    statusCode: 400,
    param: 'amount',
    message: 'Refund amount (£10.00) is greater than unrefunded amount on charge (£9.00)',
  });
  const rest = await stripe.refunds.create({ payment_intent: intent });
  expect(rest.amount).toBe(900);
  await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  });
  const listed = await stripe.refunds.list({ payment_intent: intent });
  expect(listed.data.map(({ amount }) => amount)).toEqual([900, 4000]);
});

test('a charge can be refunded by its id', async () => {
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(await payment());
  const refund = await stripe.refunds.create({ charge: String(charge), amount: 100 });
  expect(refund.charge).toBe(charge);
  expect((await stripe.refunds.list({ charge: String(charge) })).data).toHaveLength(1);
});

test.each(['declined', 'async_pending'] as const)(
  'a %s payment has nothing to refund',
  async (outcome) => {
    const intent = await payment(outcome);
    await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
      statusCode: 400,
      message: `This PaymentIntent (${intent}) does not have a successful charge to refund.`,
    });
  },
);

test('a refund needs an existing payment and an amount of at least one penny', async () => {
  await expect(stripe.refunds.create({})).rejects.toMatchObject({ statusCode: 400 });
  await expect(stripe.refunds.create({ payment_intent: 'pi_0' })).rejects.toMatchObject({
    statusCode: 404,
    param: 'payment_intent',
  });
  await expect(
    stripe.refunds.create({ payment_intent: await payment(), amount: 0 }),
  ).rejects.toMatchObject({ code: 'parameter_invalid_integer' });
});

test('the shop is notified of a refund', async () => {
  const intent = await payment();
  await stripe.refunds.create({ payment_intent: intent });
  const [latest] = (await stripe.events.list({ type: 'charge.refunded' })).data;
  expect(latest?.data.object).toMatchObject({ payment_intent: intent, amount_refunded: 4900 });
  const types = (await stripe.events.list({ limit: 3 })).data.map(({ type }) => type);
  expect(types).toEqual(['charge.refunded', 'refund.updated', 'refund.created']);
});
