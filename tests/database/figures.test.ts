import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FiguresAnswer } from '#domain/wire/staff-figures.ts';
import { acting } from '#harness/acting.ts';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.ts';
import { type ShopDatabase, shopDatabase, type Sku } from '../support/shop-database.ts';
import { hire } from '../support/staff.ts';

let database: FreshDatabase;
let shop: ShopDatabase;
let manager: string;
let hat: Sku;
beforeAll(async () => {
  database = await freshDatabase();
  shop = shopDatabase(database);
  manager = await shop.newShopper({ billing: false });
  await hire(database, manager, 'manager');
  hat = await shop.newSku(1000);
});
afterAll(() => database.drop());

interface Bought {
  checkout: string;
  order: number;
}

/** A paid order of some hats, placed at a moment. Returns it. */
async function buy(at: string, quantity = 1, country = 'GB'): Promise<Bought> {
  const { checkout_id: checkout } = await shop.open(
    await shop.newShopper(),
    [{ sku: hat, quantity }],
    {
      country,
    },
  );
  await shop.complete(checkout);
  await database.sql`update payments set created_at = ${at} where checkout_id = ${checkout}`;
  const [{ order }] = await database.sql<[{ order: number }]>`
    update orders set created_at = ${at} where checkout_id = ${checkout} returning id::int as order`;
  return { checkout, order };
}

/** A refund made at Stripe at a moment. */
async function refundAt(at: string, { checkout }: Bought, pence: number | null): Promise<void> {
  const id = `re_${randomUUID()}`;
  await shop.refund(checkout, id, { pence });
  await database.sql`update refunds set created_at = ${at} where stripe_refund_id = ${id}`;
}

/** Sends the first hat of an order again, free of charge, at a moment. */
async function replaceAt(at: string, { order }: Bought): Promise<void> {
  const { sql } = database;
  const parcels = sql.json([{ event: randomUUID(), order, carrier: 'Evri', items: null }]);
  const items = sql.json([{ variant_id: hat.variant_id, quantity: 1 }]);
  await sql`select staff_dispatch(${parcels}) from ${acting(sql, manager)}`;
  const [{ made }] = await sql<[{ made: number }]>`
    select (staff_replace(${randomUUID()}, ${order}, ${items}, 'lost') ->> 'replacement')::bigint::int as made
    from ${acting(sql, manager)}`;
  await sql`update orders set created_at = ${at} where id = ${made}`;
  await sql`
    update payments set created_at = ${at} where id = (select payment_id from orders where id = ${made})`;
}

async function figuresOf(period: string, day: string): Promise<FiguresAnswer> {
  const [{ figures }] = await database.sql<[{ figures: unknown }]>`
    select staff_figures(${period}::figure_period, ${day}) as figures from ${acting(database.sql, manager)}`;
  return FiguresAnswer.parse(figures);
}

const price = 2597;

test('an order counts on the London day it was placed, a refund on its own', async () => {
  // Summer time: 23:30 in UTC is half past midnight in London.
  const late = await buy('2025-06-30T23:30:00Z', 2);
  await buy('2025-06-30T22:59:59Z', 1, 'FR');
  await refundAt('2025-07-02T09:00:00Z', late, 1000);
  await replaceAt('2025-07-03T09:00:00Z', late);
  const june = await figuresOf('day', '2025-06-30');
  expect(june.now).toMatchObject({
    orders: 1,
    pieces: 1,
    ordered_pence: price,
    revenue_pence: price,
  });
  expect(june.countries).toEqual([{ country: 'FR', orders: 1, revenue_pence: price }]);
  expect(june.course[23]).toBe(price);

  const july = await figuresOf('month', '2025-07-15');
  expect(july).toMatchObject({ from: '2025-07-01', to: '2025-07-31', before_from: '2025-06-01' });
  expect(july.now).toMatchObject({
    orders: 1,
    pieces: 2,
    ordered_pence: 5194,
    revenue_pence: 4194,
    tax_pence: 294,
    refunds: 1,
    refunded_pence: 1000,
  });
  expect(july.course.slice(0, 3)).toEqual([5194, -1000, 0]);
  expect(july.before).toMatchObject({ orders: 1, revenue_pence: price });
  expect(july.best).toMatchObject([{ name: 'A hat', pieces: 2, goods_pence: 4900 }]);
});

test('weeks begin on Monday, and a running period is compared with as many days', async () => {
  const week = await figuresOf('week', '2025-06-29');
  expect(week).toMatchObject({
    from: '2025-06-23',
    to: '2025-06-29',
    before_from: '2025-06-16',
    before_to: '2025-06-22',
  });
  const [running] = await database.sql<Record<string, number>[]>`
    select d.to_day - d.from_day as now, d.before_to - d.before_from as before,
      d.from_day - d.before_from as apart, d.to_day - uk_day(now()) as left
    from figure_days('week', uk_day(now())) d`;
  expect(running).toMatchObject({ left: 0, apart: 7 });
  expect(running?.['now']).toBe(running?.['before']);
});

test('a refund that the bank returned is revenue again, a lost dispute none', async () => {
  const { checkout } = await buy('2024-03-05T12:00:00Z');
  const id = `re_${randomUUID()}`;
  await shop.refund(checkout, id);
  await database.sql`update refunds set created_at = '2024-03-06T12:00:00Z' where stripe_refund_id = ${id}`;
  await shop.refund(checkout, id, { status: 'failed' });
  await database.sql`update refunds set settled_at = '2024-03-20T12:00:00Z' where stripe_refund_id = ${id}`;
  const { checkout: lost } = await buy('2024-03-05T12:00:00Z');
  const dispute = {
    id: 'du_lost',
    amount_pence: price,
    reason: 'fraudulent',
    status: 'lost',
    due_by: 1,
    created: 1,
  };
  await database.sql`select record_dispute(${`pi_${lost}`}, ${database.sql.json(dispute)})`;
  await database.sql`update disputes set closed_at = '2024-03-21T12:00:00Z' where status = 'lost'`;
  const { now, course } = await figuresOf('month', '2024-03-01');
  expect(now).toMatchObject({
    revenue_pence: price,
    tax_pence: 294,
    refunds: 1,
    refunded_pence: 0,
    disputes_pence: price,
  });
  expect(course.flatMap((pence, at) => (pence === 0 ? [] : [[at + 1, pence]]))).toEqual([
    [5, 2 * price],
    [6, -price],
    [20, price],
    [21, -price],
  ]);
});
