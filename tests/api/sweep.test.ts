import { beforeEach, expect, test, vi } from 'vitest';
import { sweepCheckouts } from '#server/checkout/sweep-checkouts.ts';
import { openBackend } from '../support/open-backend.ts';
import { giveUpAll, makeOld } from '../support/checkout-facts.ts';
import type { Sku } from '../support/shop-database.ts';
import { newShopper } from '../support/shopper.ts';
import { rush } from '../support/crowd.ts';
import { eventually } from '../support/eventually.ts';
import { linesOf } from '../support/log-lines.ts';

const { backend, shop, purchases } = await openBackend();
beforeEach(async () => {
  await backend.stripe.reset();
  await backend.stripe.webhookMode({ mode: 'drop' });
  await giveUpAll(backend.database);
});

/** Generous limits for tests of behaviour rather than speed. */
const unhurried = { patienceMs: 60_000, budgetMs: 60_000 };

/** Shoppers who opened their payment pages long ago, oldest first. */
async function waiting(shoppers: number, sku: Sku): Promise<string[]> {
  const sessions: string[] = [];
  // A few at once, because all of them want the same colour.
  await rush(Array.from({ length: shoppers }), 10, async () => {
    const shopper = await newShopper(backend);
    const url = await shopper.paymentPage([{ sku, quantity: 1 }]);
    sessions.push(/cs_test_\w+/.exec(url)?.[0] ?? '');
  });
  await Promise.all(
    sessions.map(
      (session, place) => backend.database.sql`
        update checkouts
        set created_at = now() - interval '1 day' + make_interval(secs => ${place})
        where stripe_session_id = ${session}`,
    ),
  );
  return sessions;
}

/** Sells out a colour. */
async function sellOut(sku: Sku): Promise<void> {
  await backend.database.sql`delete from stock_holds where variant_id = ${sku.variant_id}`;
  await backend.database.sql`
    update color_variants set quantity = 0 where id = ${sku.variant_id}`;
}

/** Number of these sessions' checkouts by status. */
async function statuses(sessions: string[]): Promise<Record<string, number>> {
  const { sql } = backend.database;
  const rows = await sql<{ status: string; total: number }[]>`
    select status, count(*)::int as total from checkouts
    where stripe_session_id in ${sql(sessions)} group by 1`;
  return Object.fromEntries(rows.map(({ status, total }) => [status, total]));
}

/** Makes Stripe hang or fail on calls about these sessions. */
async function letStripe(outcome: 'slow' | 400, sessions: string[]): Promise<void> {
  for (const session of sessions) {
    const path = `/v1/checkout/sessions/${session}`;
    const delay = outcome === 'slow' ? { delayMs: 15_000 } : {};
    await backend.stripe.fail({ method: 'GET', path, outcome, times: 100, ...delay });
  }
}

test('payments 12: a sweep finishes forgotten checkouts: paid, expired and still open', async () => {
  const sku = await shop.newSku(14);
  const sessions = await waiting(14, sku);
  await Promise.all(
    sessions.map(async (session, place) => {
      if (place % 3 === 0) await backend.stripe.pay(session, { outcome: 'paid' });
      if (place % 3 === 1) await backend.stripe.expire(session);
    }),
  );
  expect(await sweepCheckouts(unhurried)).toMatchObject({ looked: 14, stuck: 0, cutShort: false });
  expect(await statuses(sessions)).toEqual({ completed: 5, released: 5, open: 4 });
  expect(await shop.unitsOf(sku)).toBe(14 - 5);
  expect(await shop.freeUnitsOf(sku)).toBe(14 - 5 - 4);
});

test('two and a half batches of stuck checkouts do not keep the next one waiting', async () => {
  const sku = await shop.newSku(55);
  const sessions = await waiting(55, sku);
  const stuck = sessions.slice(0, 50);
  await letStripe(400, stuck);
  const others = sessions.slice(50);
  await Promise.all(others.map((session) => backend.stripe.pay(session, { outcome: 'paid' })));
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(await sweepCheckouts(unhurried)).toMatchObject({ looked: 55, stuck: 50 });
  expect(log).toHaveBeenCalledTimes(50);
  log.mockRestore();
  expect(await statuses(others)).toEqual({ completed: 5 });
});

test('checkouts that hang time out and come last next time', async () => {
  const sku = await shop.newSku(20);
  const sessions = await waiting(20, sku);
  const [hanging, others] = [sessions.slice(0, 10), sessions.slice(10)];
  await Promise.all(others.map((session) => backend.stripe.pay(session, { outcome: 'paid' })));
  await letStripe('slow', hanging);
  const limits = { ...unhurried, concurrency: 5, patienceMs: 300 };
  expect(await sweepCheckouts(limits)).toMatchObject({ looked: 20, cutShort: false });
  // On a busy machine a response may exceed that timeout; the next sweep retries.
  await eventually(async () => {
    if ((await statuses(others))['completed'] !== 10) await sweepCheckouts(limits);
    expect(await statuses(others)).toEqual({ completed: 10 });
  });
  expect(await statuses(hanging)).toEqual({ open: 10 });
});

test('a sweep whose time is up stops, and the next one continues from there', async () => {
  const sku = await shop.newSku(20);
  const sessions = await waiting(20, sku);
  await letStripe('slow', sessions.slice(0, 10));
  await Promise.all(
    sessions.slice(10).map((session) => backend.stripe.pay(session, { outcome: 'paid' })),
  );
  const limits = { concurrency: 2, patienceMs: 200, budgetMs: 300 };
  const first = await sweepCheckouts(limits);
  expect(first).toMatchObject({ cutShort: true });
  expect(first.looked).toBeLessThan(10);
  expect(await sweepCheckouts({ ...unhurried, patienceMs: 200 })).toMatchObject({ looked: 20 });
  await eventually(async () =>
    expect(await statuses(sessions)).toEqual({ completed: 10, open: 10 }),
  );
});

test('a checkout whose session is unknown to Stripe is released', async () => {
  const sku = await shop.newSku(1);
  const sessions = await waiting(1, sku);
  await backend.stripe.reset();
  await sweepCheckouts();
  expect(await statuses(sessions)).toEqual({ released: 1 });
  expect(await shop.freeUnitsOf(sku)).toBe(1);
});

test('a failed refund counts as stuck, is logged as an error, and is retried next time', async () => {
  const { session, sku, shopper } = await purchases.paidInSilence();
  await sellOut(sku);
  await backend.stripe.fail({ method: 'POST', path: '/v1/refunds', outcome: 400, times: 2 });
  await shopper.reduceQuantity(session);
  await makeOld(backend.database, session);
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(await sweepCheckouts()).toMatchObject({ stuckRefunds: 1 });
  expect(linesOf(log)).toMatchObject([
    { message: expect.stringMatching(/^REFUND FAILED/) },
    { message: 'A checkout is unfinished' },
  ]);
  log.mockRestore();
  expect(await sweepCheckouts()).toMatchObject({ stuckRefunds: 0 });
  expect(await statuses([session])).toEqual({ refunded: 1 });
});

test('two concurrent sweeps do the work of one', async () => {
  const sku = await shop.newSku(15);
  const sessions = await waiting(15, sku);
  await Promise.all(sessions.map((session) => backend.stripe.pay(session, { outcome: 'paid' })));
  await Promise.all([sweepCheckouts(), sweepCheckouts()]);
  expect(await statuses(sessions)).toEqual({ completed: 15 });
  expect(await shop.unitsOf(sku)).toBe(0);
});
