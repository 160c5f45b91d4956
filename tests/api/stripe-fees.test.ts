import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import payoutSweep from '#handlers/jobs/payout-sweep.ts';
import { stripe } from '#server/stripe-client.ts';
import { ExportAnswer } from '#domain/contracts/staff-exports.ts';
import { getPayouts } from '#domain/contracts/staff-payouts.ts';
import { call } from '../support/call.ts';
import { openBackend } from '../support/open-backend.ts';
import { newStaff } from '../support/staff.ts';
import { createWire } from '../support/wire.ts';
import { linesOf } from '../support/log-lines.ts';

const wire = createWire();
const { backend, shop, purchases } = await openBackend({ wire });
const { ordered } = purchases;
const manager = await newStaff(backend, 'manager');

beforeEach(async () => {
  await backend.stripe.reset();
  await shop.sql`update payments set created_at = created_at - interval '2 years'`;
});

/** Today's accounts, by order. */
async function accounts() {
  const [{ today }] = await shop.sql<[{ today: string }]>`select uk_day(now())::text as today`;
  const query = `kind=accounts&from=${today}&to=${today}`;
  const reply = await call(`${backend.origin}/api/staff/export?${query}`, { token: manager.token });
  expect(reply.status).toBe(200);
  const { text, note } = ExportAnswer.parse(reply.body);
  const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
  return { note, rowOf: (order: number) => rows.find((row) => row['Order'] === String(order)) };
}

const noFee = { Gross: '51.94', Net: '51.94', 'Stripe fee': '', 'Net after fee': '' };

describe('Stripe’s fees in the accounts', () => {
  test('are listed with their payment, kept by a refund, and increased by a dispute', async () => {
    const [plain, refunded, disputed] = [await ordered(), await ordered(), await ordered()];
    await backend.stripe.webhookMode({ mode: 'deliver' });
    await backend.stripe.refund(refunded.session, { amount: 1000 });
    const { id } = await backend.stripe.dispute(disputed.session);
    await backend.stripe.settleDispute(id, 'lost');
    await backend.stripe.whenIdle();
    const { note, rowOf } = await accounts();
    expect(note).toBeUndefined();
    // 1.5 % of £51.94 and 20p.
    const fee = { Gross: '51.94', 'Stripe fee': '0.98' };
    expect(rowOf(plain.order)).toMatchObject({ ...fee, Net: '51.94', 'Net after fee': '50.96' });
    expect(rowOf(refunded.order)).toMatchObject({
      ...fee,
      Refunded: '10',
      Net: '41.94',
      'Net after fee': '40.96',
    });
    expect(rowOf(disputed.order)).toMatchObject({
      'Lost in disputes': '51.94',
      Net: '0',
      'Stripe fee': '20.98',
      'Net after fee': '-20.98',
    });
  });

  test('are found on later pages', async () => {
    const { order } = await ordered();
    for (let other = 0; other < 101; other += 1) {
      const { id } = await stripe().checkout.sessions.create({
        mode: 'payment',
        line_items: [
          {
            price_data: { currency: 'gbp', unit_amount: 500, product_data: { name: 'A hat' } },
            quantity: 1,
          },
        ],
        success_url: 'http://localhost:8888/stripesuccess',
      });
      await backend.stripe.pay(id, { outcome: 'paid' });
    }
    wire.watch();
    const { note, rowOf } = await accounts();
    const calls = wire.calls();
    expect(note).toBeUndefined();
    expect(rowOf(order)).toMatchObject({ 'Stripe fee': '0.98', 'Net after fee': '50.96' });
    // The database has responded before Stripe is called, so nothing is locked meanwhile.
    const file = calls.slice(calls.indexOf('database payments_for_accounts'));
    expect(file).toEqual([
      'database payments_for_accounts',
      // One per six types, and the second page of charges.
      ...Array.from({ length: 7 }, () => 'stripe GET /v1/balance_transactions'),
      'database staff_note_download',
    ]);
  });

  test.each([
    ['cannot be reached', 'drop', 'could not be reached'],
    ['fails', 500, 'could not be reached'],
    ['refuses the key', 403, 'lacks the permission to read balance transactions'],
  ] as const)('are empty when Stripe %s, and the file says so', async (_what, outcome, words) => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const { order } = await ordered();
    await backend.stripe.fail({ path: '/v1/balance_transactions', outcome, times: 99 });
    const { note, rowOf } = await accounts();
    expect(note).toContain(words);
    expect(rowOf(order)).toMatchObject(noFee);
    expect(linesOf(logged)).toMatchObject([
      { message: 'Stripe’s fees could not be read for the accounts', error: expect.anything() },
    ]);
    logged.mockRestore();
  });

  test('are all empty when one call fails, because a part would look complete', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const { order } = await ordered();
    await backend.stripe.fail({ path: '/v1/balance_transactions', outcome: 400 });
    expect((await accounts()).rowOf(order)).toMatchObject(noFee);
    expect((await accounts()).rowOf(order)).toMatchObject({ 'Stripe fee': '0.98' });
    logged.mockRestore();
  });

  test('time out after six seconds', async () => {
    const { order } = await ordered();
    await backend.stripe.fail({
      path: '/v1/balance_transactions',
      outcome: 'slow',
      delayMs: 20_000,
      // Both tries of six calls.
      times: 12,
    });
    const { note, rowOf } = await accounts();
    expect(note).toContain('were not read to the end');
    expect(rowOf(order)).toMatchObject(noFee);
  });

  test('are empty for a payment unknown to Stripe, and the file counts those', async () => {
    const sku = await shop.newSku(5);
    const { checkout_id: checkout } = await shop.open(await shop.newShopper(), [
      { sku, quantity: 1 },
    ]);
    const { order_id: unknown } = await shop.complete(checkout);
    const { order } = await ordered();
    const { note, rowOf } = await accounts();
    expect(note).toContain('no fee for 1 of 2 payments');
    expect(rowOf(unknown ?? 0)).toMatchObject({ 'Stripe fee': '', 'Net after fee': '' });
    expect(rowOf(order)).toMatchObject({ 'Stripe fee': '0.98' });
  });

  test('in another currency than the payment are omitted', async () => {
    const { order, session } = await ordered();
    await shop.sql`update payments set currency = 'eur' where stripe_session_id = ${session}`;
    const { note, rowOf } = await accounts();
    expect(note).toContain('no fee for 1 of 1 payment:');
    expect(rowOf(order)).toMatchObject({ Currency: 'EUR', 'Stripe fee': '' });
    await shop.sql`update payments set currency = 'gbp' where stripe_session_id = ${session}`;
  });

  test('require no call when nothing was paid', async () => {
    wire.watch();
    expect((await accounts()).note).toBeUndefined();
    expect(wire.calls().filter((one) => one.startsWith('stripe'))).toEqual([]);
  });
});

const sweep = async () => (await payoutSweep())?.counts;

const forgetPayouts = () => shop.sql`truncate stripe_payouts, stripe_entries, stripe_balance_read`;

/** The studio's page of payouts. */
async function payouts() {
  const { body } = await call(`${backend.origin}/api/staff/payouts`, { token: manager.token });
  return getPayouts.answer.parse(body);
}

describe('Stripe’s payouts', () => {
  const day = 24 * 60 * 60;
  beforeEach(async () => {
    await forgetPayouts();
    // Other tests' payments, which this sandbox has forgotten.
    await shop.sql`update payments set created_at = now()`;
  });

  test('are what the shop sold, less refunds, disputes and fees, however often they are read', async () => {
    const [plain, refunded, disputed] = [await ordered(), await ordered(), await ordered()];
    await backend.stripe.webhookMode({ mode: 'deliver' });
    await backend.stripe.refund(refunded.session, { amount: 1000 });
    await backend.stripe.dispute(disputed.session);
    await backend.stripe.whenIdle();
    await backend.stripe.advanceClock(3 * day);
    await sweep();
    expect((await payouts()).payouts).toMatchObject([{ state: 'unread', sales_pence: 0 }]);
    await backend.stripe.advanceClock(2 * day);
    await sweep();
    const read = await payouts();
    expect(read.payouts).toEqual([
      expect.objectContaining({
        state: 'reconciled',
        status: 'paid',
        amount_pence: 3 * 5194 - 1000 - 5194 - 3 * 98 - 2000,
        sales_pence: 3 * 5194,
        refunds_pence: -1000,
        disputes_pence: -5194,
        fees_pence: 3 * 98 + 2000,
        other_pence: 0,
        rest_pence: 0,
        differences: [],
      }),
    ]);
    expect(read.missing).toEqual([]);
    const again = await sweep();
    expect(again).toMatchObject({ payouts: 0, differing: 0 });
    expect((await payouts()).payouts).toEqual(read.payouts);
    const [{ today }] = await shop.sql<[{ today: string }]>`select uk_day(now())::text as today`;
    const query = `kind=stripe&from=${today}&to=${today}`;
    const { body } = await call(`${backend.origin}/api/staff/export?${query}`, {
      token: manager.token,
    });
    const rows: Record<string, string>[] = parse(ExportAnswer.parse(body).text, {
      bom: true,
      columns: true,
    });
    expect(rows.find((row) => row['Order'] === String(plain.order))).toMatchObject({
      Kind: 'Sale',
      Gross: '51.94',
      Fee: '0.98',
      Net: '50.96',
      Payout: read.payouts[0]?.id,
    });
  });

  test('that differ are listed with the order, until they are put right', async () => {
    const [wrong, unknown] = [await ordered(), await ordered()];
    await backend.stripe.advanceClock(3 * day);
    await sweep();
    await backend.stripe.advanceClock(day);
    await shop.sql`
      update payments set charged_pence = charged_pence + 1 where stripe_session_id = ${wrong.session}`;
    await shop.sql`
      update payments set stripe_payment_intent_id = 'pi_gone', created_at = now() - interval '4 days'
      where stripe_session_id = ${unknown.session}`;
    expect(await sweep()).toMatchObject({ payouts: 1, differing: 1 });
    const { payouts: listed, missing } = await payouts();
    expect(listed).toMatchObject([
      {
        state: 'differs',
        rest_pence: 0,
        differences: expect.arrayContaining([
          expect.objectContaining({
            difference: 'amount',
            amount_pence: 5194,
            expected_pence: 5195,
            order: wrong.order,
          }),
          expect.objectContaining({ difference: 'unknown', expected_pence: null, order: null }),
        ]),
      },
    ]);
    expect(missing).toMatchObject([{ kind: 'sale', order: unknown.order, stripe: 'pi_gone' }]);
    await shop.sql`
      update payments set charged_pence = 5194 where stripe_session_id = ${wrong.session}`;
    await shop.sql`
      update payments set stripe_payment_intent_id = (
        select stripe_payment_intent_id from matched_entries where difference = 'unknown')
      where stripe_session_id = ${unknown.session}`;
    expect(await sweep()).toMatchObject({ differing: 0 });
    expect((await payouts()).payouts).toMatchObject([{ state: 'reconciled', differences: [] }]);
    expect((await payouts()).missing).toEqual([]);
  });

  test('made by hand are paid from the balance, and the next automatic one lists them', async () => {
    await ordered();
    const { id } = await backend.stripe.payOut({ amount: 3000 });
    await backend.stripe.advanceClock(2);
    await ordered();
    const last = await backend.stripe.payOut({ amount: 5000 });
    await sweep();
    const byHand = { state: 'reconciled', by_hand: true, status: 'pending', rest_pence: 0 };
    const net = 5194 - 98;
    const sums = { sales_pence: 5194, fees_pence: 98, other_pence: 0, differences: [] };
    const [second, first] = [
      { ...byHand, ...sums, id: last.id, before_pence: net - 3000, left_pence: 2 * net - 8000 },
      { ...byHand, ...sums, id, before_pence: 0, left_pence: net - 3000 },
    ];
    expect((await payouts()).payouts).toMatchObject([second, first]);
    await backend.stripe.advanceClock(2);
    await backend.stripe.failPayout(last.id);

    await backend.stripe.advanceClock(3 * day);
    await sweep();
    await backend.stripe.advanceClock(day);
    await sweep();
    const [automatic, ...others] = (await payouts()).payouts;
    expect(automatic).toMatchObject({
      state: 'reconciled',
      by_hand: false,
      amount_pence: 2 * net - 3000,
      sales_pence: 2 * 5194,
      other_pence: -3000,
      rest_pence: 0,
    });
    expect(others).toMatchObject([
      { id: last.id, state: 'reconciled', status: 'failed', left_pence: 2 * net - 8000 },
      { id, state: 'reconciled', left_pence: net - 3000 },
    ]);
    await shop.sql`update stripe_payouts set created_at = created_at - interval '9 days'`;
    expect(await shop.sql`select * from unreconciled_payouts()`).toEqual([]);
  });

  test('made by hand in the same second follow each other', async () => {
    await ordered();
    for (const amount of [1000, 2000]) await backend.stripe.payOut({ amount });
    await sweep();
    // Stripe counts in seconds, and a new one may have begun between the two.
    await shop.sql`update stripe_entries set created_at = (select max(created_at) from stripe_entries)`;
    await shop.sql`update stripe_payouts set created_at = (select max(created_at) from stripe_payouts)`;
    const net = 5194 - 98;
    const [second, first] = (await payouts()).payouts;
    expect(first).toMatchObject({ sales_pence: 5194, before_pence: 0 });
    expect(second).toMatchObject({ sales_pence: 0, before_pence: first?.left_pence });
    expect(first?.left_pence).toBe(net - (first?.amount_pence ?? 0));
    expect(second?.left_pence).toBe(net - 3000);
  });

  test('made by hand that the balance does not cover, or whose sales differ, are troubles after three days', async () => {
    const { order, session } = await ordered();
    await backend.stripe.payOut({ amount: 3000 });
    await sweep();
    await shop.sql`
      update stripe_payouts set read_at = null, reconciled_at = null, created_at = now() - interval '4 days'`;
    const unreconciled = () => shop.sql`select stripe_payout_id as id from unreconciled_payouts()`;
    await shop.sql`
      update payments set charged_pence = charged_pence + 1 where stripe_session_id = ${session}`;
    expect(await sweep()).toMatchObject({ differing: 1 });
    expect((await payouts()).payouts).toMatchObject([
      { state: 'differs', differences: [{ difference: 'amount', order, expected_pence: 5195 }] },
    ]);
    expect(await unreconciled()).toHaveLength(1);
    await shop.sql`update payments set charged_pence = 5194 where stripe_session_id = ${session}`;
    await shop.sql`update stripe_entries set amount_pence = -6000 where kind = 'payout'`;
    expect(await sweep()).toMatchObject({ differing: 1 });
    expect((await payouts()).payouts).toMatchObject([{ state: 'differs', rest_pence: -904 }]);
    await shop.sql`update stripe_entries set amount_pence = -3000 where kind = 'payout'`;
    expect(await sweep()).toMatchObject({ differing: 0 });
    expect(await unreconciled()).toEqual([]);
  });

  test('are read on by the next run, whichever call had no answer', async () => {
    await ordered();
    await backend.stripe.advanceClock(3 * day);
    await sweep();
    await backend.stripe.advanceClock(day);
    await forgetPayouts();
    wire.watch();
    await sweep();
    const steps = wire.calls();
    expect(steps).toEqual([
      'database stripe_balance_cursors',
      'stripe GET /v1/balance_transactions',
      'database record_stripe_entries',
      'stripe GET /v1/payouts',
      'database record_stripe_payouts',
      'database payouts_to_read',
      'stripe GET /v1/balance_transactions',
      'database record_stripe_entries',
      'database reconcile_payouts',
      'database reconcile_payouts',
    ]);
    // Stripe's library repeats calls without an answer, so that one of each kind is enough.
    const broken = steps.flatMap((step, place) =>
      step.startsWith('database') || place === 3 ? [place + 1] : [],
    );
    for (const at of broken) {
      await forgetPayouts();
      wire.watch({ at, fault: 'answer lost' });
      await expect(sweep(), `step ${at}`).rejects.toThrow(Error);
      wire.watch();
      expect(await sweep()).toMatchObject({ differing: 0 });
      expect((await payouts()).payouts, `step ${at}`).toMatchObject([{ state: 'reconciled' }]);
    }
  });
});
