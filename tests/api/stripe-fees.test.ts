import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { stripe } from '#server/stripe-client.ts';
import { ExportAnswer } from '#domain/wire/staff-exports.ts';
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
      times: 6,
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
