import { afterAll, beforeAll, expect, test } from 'vitest';
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

/** A paid new session of £49.00. */
async function paid(card?: string) {
  const { id } = await stripe.checkout.sessions.create(twoHats());
  const { payment_intent: intent } = await control.pay(id, {
    outcome: 'paid',
    ...(card && { card }),
  });
  return { session: id, intent: String(intent) };
}

/** Balance entries of a payment, newest first. */
async function entriesOf(intent: string) {
  const { data } = await stripe.balanceTransactions.list({ limit: 100, expand: ['data.source'] });
  return data.filter(
    ({ source }) =>
      typeof source === 'object' &&
      source !== null &&
      'payment_intent' in source &&
      source.payment_intent === intent,
  );
}

test.each([
  ['of the United Kingdom', '4242424242424242', 94],
  ['of another country', '4000002500000003', 143],
])('a payment with a card %s is in the balance with its fee', async (_from, card, fee) => {
  const { intent } = await paid(card);
  const [entry] = await entriesOf(intent);
  expect(entry).toMatchObject({
    type: 'charge',
    amount: 4900,
    currency: 'gbp',
    fee,
    net: 4900 - fee,
    fee_details: [{ amount: fee, type: 'stripe_fee' }],
    source: { object: 'charge' },
  });
  expect(await stripe.balanceTransactions.retrieve(entry?.id ?? '')).toMatchObject({ fee });
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(intent, {
    expand: ['latest_charge.balance_transaction'],
  });
  expect(charge).toMatchObject({ balance_transaction: { id: entry?.id, fee } });
});

test('a payment by another method is in the balance once the bank has paid', async () => {
  const { id } = await stripe.checkout.sessions.create(twoHats());
  const { payment_intent: intent } = await control.pay(id, { outcome: 'async_pending' });
  expect(await entriesOf(String(intent))).toEqual([]);
  await control.settle(id, true);
  expect(await entriesOf(String(intent))).toMatchObject([{ type: 'payment', amount: 4900 }]);
});

test('a declined payment leaves no trace in the balance', async () => {
  const { id } = await stripe.checkout.sessions.create(twoHats());
  const { payment_intent: intent } = await control.pay(id, { outcome: 'declined' });
  expect(await entriesOf(String(intent))).toEqual([]);
});

test('a refund withdraws its amount without a fee, and returns it if it fails', async () => {
  const { intent } = await paid();
  const refund = await stripe.refunds.create({ payment_intent: intent, amount: 1000 });
  expect(await entriesOf(intent)).toMatchObject([
    { type: 'refund', amount: -1000, fee: 0, net: -1000, source: { id: refund.id } },
    { type: 'charge', fee: 94 },
  ]);
  await control.settleRefund(refund.id, 'failed');
  expect((await entriesOf(intent))[0]).toMatchObject({ type: 'refund_failure', amount: 1000 });
});

test('a refund that waits for the shopper leaves the balance once it is made', async () => {
  const { session, intent } = await paid();
  const { id } = await control.refund(session, { status: 'requires_action' });
  expect(await entriesOf(intent)).toHaveLength(1);
  await control.settleRefund(id, 'succeeded');
  expect((await entriesOf(intent))[0]).toMatchObject({ type: 'refund', amount: -4900 });
});

test('a dispute withdraws the amount and a fee, and returns the amount when won', async () => {
  const { session, intent } = await paid();
  const { id } = await control.dispute(session);
  expect((await entriesOf(intent))[0]).toMatchObject({
    type: 'adjustment',
    amount: -4900,
    fee: 2000,
    net: -6900,
  });
  await control.settleDispute(id, 'won');
  expect((await entriesOf(intent))[0]).toMatchObject({ type: 'adjustment', amount: 4900, fee: 0 });
});

test('the list is filtered by time, type and source, and paginated', async () => {
  await control.reset();
  const first = await paid();
  await control.advanceClock(3600);
  const later = await paid();
  await stripe.refunds.create({ payment_intent: later.intent });
  const all = await stripe.balanceTransactions.list({ limit: 100 });
  expect(all.data.map(({ type }) => type)).toEqual(['refund', 'charge', 'charge']);
  const [refund, second, oldest] = all.data;

  const created = { gt: oldest?.created ?? 0 };
  expect((await stripe.balanceTransactions.list({ created })).data).toEqual([refund, second]);
  const charges = await stripe.balanceTransactions.list({ type: 'charge' });
  expect(charges.data).toEqual([second, oldest]);
  const source = String(oldest?.source);
  expect((await stripe.balanceTransactions.list({ source })).data).toEqual([oldest]);
  expect(await entriesOf(first.intent)).toMatchObject([{ id: oldest?.id }]);

  const page = await stripe.balanceTransactions.list({ limit: 2 });
  expect(page).toMatchObject({ has_more: true, url: '/v1/balance_transactions' });
  const rest = await stripe.balanceTransactions.list({
    limit: 2,
    starting_after: second?.id ?? '',
  });
  expect(rest).toMatchObject({ has_more: false, data: [{ id: oldest?.id }] });
});

test('the available balance is paid out once a day, and its entries are listed by payout', async () => {
  await control.reset();
  const { intent } = await paid();
  await stripe.refunds.create({ payment_intent: intent, amount: 1000 });
  expect((await stripe.payouts.list()).data).toEqual([]);
  const day = 24 * 60 * 60;
  await control.advanceClock(3 * day);
  const later = await paid();
  const [payout] = (await stripe.payouts.list()).data;
  const id = payout?.id ?? '';
  expect(payout).toMatchObject({
    amount: 4900 - 94 - 1000,
    automatic: true,
    status: 'pending',
    reconciliation_status: 'in_progress',
  });
  const typesOf = async (po: string) => {
    const { data } = await stripe.balanceTransactions.list({ payout: po });
    return data.map(({ type }) => type);
  };
  expect(await typesOf(id)).toEqual(['payout', 'refund', 'charge']);
  await control.advanceClock(2 * day);
  expect(await stripe.payouts.retrieve(id)).toMatchObject({
    status: 'paid',
    reconciliation_status: 'completed',
  });

  // Another one by hand has no list, and draws on the later sale.
  await expect(control.payOut({ amount: 4900 - 94 + 1 })).rejects.toThrow('does not cover');
  const byHand = await control.payOut({ amount: 800 });
  expect(byHand).toMatchObject({ automatic: false, reconciliation_status: 'not_applicable' });
  expect(await typesOf(byHand.id)).toEqual([]);

  // The bank sends it back, and the next one has its money and the later sale's.
  await control.failPayout(id);
  await control.advanceClock(day);
  const { data } = await stripe.payouts.list({ created: { gt: payout?.created ?? 0 } });
  expect(data).toMatchObject([
    { amount: 4900 - 94 - 1000 + 4900 - 94 - 800 },
    { id: byHand.id, status: 'pending' },
  ]);
  expect(await typesOf(data[0]?.id ?? '')).toEqual([
    'payout',
    'payout_failure',
    'payout',
    'charge',
  ]);
  expect(await entriesOf(later.intent)).toHaveLength(1);
});
