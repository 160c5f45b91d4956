import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Stripe } from 'stripe';
import { type StripeControl, stripeControl, type StripeSandbox } from '../src/index.ts';
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

/** Payment intent of a new session of £49.00. */
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
  expect(types.slice(0, 2)).toEqual(['charge.refunded', 'refund.created']);
  expect(types, 'nothing was updated').not.toContain('refund.updated');
});

async function paidWith(card: string) {
  const { id } = await stripe.checkout.sessions.create(twoHats());
  await control.pay(id, { outcome: 'paid', card });
  return id;
}
const intentOf = async (session: string) =>
  String((await stripe.checkout.sessions.retrieve(session)).payment_intent);
const lastType = async () => (await stripe.events.list({ limit: 1 })).data[0]?.type;

describe('a refund that is not final immediately', () => {
  test('is pending, then succeeds, with the card ending 7726', async () => {
    const intent = await intentOf(await paidWith('4000000000007726'));
    const refund = await stripe.refunds.create({ payment_intent: intent });
    expect(refund.status).toBe('pending');
    await control.advanceClock(60);
    expect((await stripe.refunds.retrieve(refund.id)).status).toBe('succeeded');
    expect(await lastType()).toBe('refund.updated');
  });

  test('succeeds, then fails, with the card ending 5126, and its money can be refunded again', async () => {
    const intent = await intentOf(await paidWith('4000000000005126'));
    const refund = await stripe.refunds.create({ payment_intent: intent });
    expect(refund.status).toBe('succeeded');
    await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
    await control.advanceClock(60);
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
    });
    expect(await lastType()).toBe('refund.failed');
    const charge = await stripe.charges.retrieve(String(refund.charge));
    expect(charge).toMatchObject({ refunded: false, amount_refunded: 0 });
    expect(await stripe.refunds.create({ payment_intent: intent })).toMatchObject({ amount: 4900 });
  });

  test('is made at the dashboard, waits for the shopper, and is cancelled there for good', async () => {
    const session = await paidWith('4242424242424242');
    const { id } = await control.refund(session, { amount: 900, status: 'requires_action' });
    expect(await stripe.refunds.retrieve(id)).toMatchObject({
      amount: 900,
      status: 'requires_action',
      metadata: {},
    });
    const [created] = (await stripe.events.list({ type: 'refund.created', limit: 1 })).data;
    expect(created?.request).toEqual({ id: null, idempotency_key: null });
    await control.settleRefund(id, 'canceled');
    expect(await lastType()).toBe('refund.updated');
    await expect(control.settleRefund(id, 'succeeded')).rejects.toThrow('canceled');
  });
});

const disputed = async (card = '4000000000000259') => {
  const { id } = await stripe.checkout.sessions.create(twoHats());
  const { payment_intent } = await control.pay(id, { outcome: 'paid', card });
  const intent = String(payment_intent);
  const [dispute] = (await stripe.disputes.list({ payment_intent: intent })).data;
  if (!dispute) throw new Error('no dispute');
  return { intent, dispute };
};

describe('a dispute', () => {
  test('follows a payment with the card ending 0259, and the charge cannot be refunded', async () => {
    const { intent, dispute } = await disputed();
    expect(dispute).toMatchObject({ amount: 4900, reason: 'fraudulent', status: 'needs_response' });
    expect(dispute.evidence_details.due_by).toBeGreaterThan(dispute.created);
    expect(await stripe.charges.retrieve(String(dispute.charge))).toMatchObject({ disputed: true });
    await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
      code: 'charge_disputed',
      message: `Charge ${String(dispute.charge)} has been charged back; cannot issue a refund.`,
    });
    const [event] = (await stripe.events.list({ type: 'charge.dispute.created', limit: 1 })).data;
    expect(event?.data.object).toMatchObject({ id: dispute.id, payment_intent: intent });
  });

  test.each([
    ['won', 'refunded'],
    ['lost', 'has been charged back'],
  ] as const)('is answered, then %s', async (end, refundable) => {
    const { intent, dispute } = await disputed('4000000000002685');
    expect(dispute.reason).toBe('product_not_received');
    await control.settleDispute(dispute.id, 'under_review');
    expect((await stripe.disputes.retrieve(dispute.id)).status).toBe('under_review');
    await control.settleDispute(dispute.id, end);
    expect((await stripe.disputes.retrieve(dispute.id)).status).toBe(end);
    const types = (await stripe.events.list({ type: 'charge.dispute.*', limit: 3 })).data;
    expect(types.map(({ type }) => type)).toEqual([
      'charge.dispute.closed',
      'charge.dispute.updated',
      'charge.dispute.created',
    ]);
    await expect(control.settleDispute(dispute.id, 'won')).rejects.toThrow(end);
    const refund = stripe.refunds.create({ payment_intent: intent });
    expect(await refund.then(() => 'refunded', String)).toContain(refundable);
  });

  test('that is only an inquiry withdraws nothing, so the charge can still be refunded', async () => {
    const { intent, dispute } = await disputed('4000000000001976');
    expect(dispute.status).toBe('warning_needs_response');
    expect(await stripe.refunds.create({ payment_intent: intent })).toMatchObject({ amount: 4900 });
  });
});
