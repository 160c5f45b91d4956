import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { FiguresAnswer } from '#domain/contracts/staff-figures.ts';
import { getQuarters } from '#domain/contracts/staff-quarters.ts';
import { acting } from '#harness/acting.ts';
import { openDatabase } from '../support/open-database.ts';
import { refusalOf } from '../support/shop-database.ts';

const { shop, sql, newStaff, callAs, dispatch } = await openDatabase();
const manager = await newStaff('manager');
const hat = await shop.newSku(1000);

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
  await sql`update payments set created_at = ${at} where checkout_id = ${checkout}`;
  const [{ order }] = await sql<[{ order: number }]>`
    update orders set created_at = ${at} where checkout_id = ${checkout} returning id::int as order`;
  return { checkout, order };
}

/** A refund made at Stripe at a moment. */
async function refundAt(at: string, { checkout }: Bought, pence: number | null): Promise<void> {
  const id = `re_${randomUUID()}`;
  await shop.refund(checkout, id, { pence });
  await sql`update refunds set created_at = ${at} where stripe_refund_id = ${id}`;
}

/** Sends the first hat of an order again, free of charge, at a moment. */
async function replaceAt(at: string, { order }: Bought): Promise<void> {
  const items = [{ variant_id: hat.variant_id, quantity: 1 }];
  await dispatch(manager, order);
  type Made = { replacement: number };
  const given = [randomUUID(), order, items, 'lost'];
  const { replacement: made } = await callAs<Made>(manager, 'staff_replace', ...given);
  await sql`update orders set created_at = ${at} where id = ${made}`;
  await sql`
    update payments set created_at = ${at} where id = (select payment_id from orders where id = ${made})`;
}

async function figuresOf(period: string, day: string): Promise<FiguresAnswer> {
  const [{ figures }] = await sql<[{ figures: unknown }]>`
    select staff_figures(${period}::figure_period, ${day}) as figures from ${acting(sql, manager)}`;
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
  const [running] = await sql<Record<string, number>[]>`
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
  await sql`update refunds set created_at = '2024-03-06T12:00:00Z' where stripe_refund_id = ${id}`;
  await shop.refund(checkout, id, { status: 'failed' });
  await sql`update refunds set settled_at = '2024-03-20T12:00:00Z' where stripe_refund_id = ${id}`;
  const { checkout: lost } = await buy('2024-03-05T12:00:00Z');
  const dispute = {
    id: 'du_lost',
    amount_pence: price,
    reason: 'fraudulent',
    status: 'lost',
    due_by: 1,
    created: 1,
  };
  await sql`select record_dispute(${`pi_${lost}`}, ${sql.json(dispute)})`;
  await sql`update disputes set closed_at = '2024-03-21T12:00:00Z' where status = 'lost'`;
  const { now, course } = await figuresOf('month', '2024-03-01');
  expect(now).toMatchObject({
    revenue_pence: price,
    tax_pence: 294,
    refunds: 0,
    refunded_pence: 0,
    disputes_pence: price,
  });
  // Not even on the day on which it looked well.
  const { now: first } = await figuresOf('day', '2024-03-06');
  expect(first).toMatchObject({ revenue_pence: -price, refunds: 0, refunded_pence: 0 });
  expect(course.flatMap((pence, at) => (pence === 0 ? [] : [[at + 1, pence]]))).toEqual([
    [5, 2 * price],
    [6, -price],
    [20, price],
    [21, -price],
  ]);
});

test('a payment under review, or refunded without an order, is in no figure until it has one', async () => {
  const at = '2026-05-05T12:00:00Z';
  const reviewed = async () => {
    const { checkout_id } = await shop.open(await shop.newShopper(), [{ sku: hat, quantity: 1 }]);
    expect((await shop.complete(checkout_id, { charged: price + 1 })).outcome).toBe('review');
    await sql`update payments set created_at = ${at} where checkout_id = ${checkout_id}`;
    return checkout_id;
  };
  const [accepted, refused] = [await reviewed(), await reviewed()];
  const nothing = { orders: 0, ordered_pence: 0, revenue_pence: 0, tax_pence: 0, refunds: 0 };
  expect((await figuresOf('day', '2026-05-05')).now).toMatchObject(nothing);
  await sql`select resolve_review(${refused}, 'refund')`;
  await refundAt(at, { checkout: refused, order: 0 }, null);
  await sql`select resolve_review(${accepted}, 'accept')`;
  await sql`update orders set created_at = ${at} where checkout_id = ${accepted}`;
  const { now, countries } = await figuresOf('day', '2026-05-05');
  expect(now).toMatchObject({ orders: 1, revenue_pence: price + 1, refunds: 0 });
  expect(countries).toMatchObject([{ orders: 1, revenue_pence: price + 1 }]);
});

const Counted = z.object({
  on: z.string(),
  late_from: z.string().nullable(),
  kind: z.string(),
  order: z.int(),
  amount_pence: z.int(),
});

/** VAT quarters, as the studio gets them. */
const quarters = async () => {
  const [{ answer }] = await sql<[{ answer: unknown }]>`
    select staff_quarters() as answer from ${acting(sql, manager)}`;
  return getQuarters.answer.parse(answer);
};

const file = (quarter: string, seen: string, event = randomUUID()) =>
  sql`
    select staff_file_quarter(${event}, ${quarter}, ${seen}) as moved from ${acting(sql, manager)}`;

/** Movements that count on days, as the accountant gets them. */
const counted = async (from: string, to: string) => {
  const answer = await callAs(manager, 'movements_for_accounts', from, to);
  return z.object({ movements: z.array(Counted) }).parse(answer).movements;
};

/** Total of the accounts, and of the payments as they are. */
const totals = () => sql`
  select sum(amount_pence)::int as pence, sum(tax_pence)::int as tax
  from accounted_movements('1970-01-01', uk_day(now()))
  union select sum(amount_pence)::int, sum(tax_pence)::int from money_movements`;

describe('a filed quarter', () => {
  test('is filed in order, once, as it was seen', async () => {
    await buy('2023-11-05T12:00:00Z');
    const { open } = await quarters();
    expect(open).toMatchObject({
      quarter: '2023-10-01',
      to: '2023-12-31',
      ended: true,
      sums: [{ currency: 'gbp', country: 'GB', movements: 1, amount_pence: price, tax_pence: 147 }],
    });
    const seen = open?.digest ?? '';
    expect(await refusalOf(file('2024-01-01', seen))).toMatchObject({ reason: 'quarter_not_next' });
    await buy('2023-12-31T23:59:00Z');
    expect(await refusalOf(file('2023-10-01', seen))).toMatchObject({ reason: 'quarter_changed' });
    expect((await quarters()).filed).toEqual([]);

    const [digest, event] = [(await quarters()).open?.digest ?? '', randomUUID()];
    const [first, again] = [
      await file('2023-10-01', digest, event),
      await file('2023-10-01', digest, event),
    ];
    expect([...again]).toEqual([...first]);
    expect(await refusalOf(file('2023-10-01', digest))).toMatchObject({ reason: 'quarter_filed' });
    expect(await quarters()).toMatchObject({
      open: { quarter: '2024-01-01' },
      filed: [{ quarter: '2023-10-01', sums: [{ movements: 2, amount_pence: 2 * price }] }],
    });
    for (const table of ['filed_quarters', 'filed_movements']) {
      const change = sql`update ${sql(table)} set quarter = quarter`;
      expect(await refusalOf(change)).toMatchObject({ reason: 'kept_for_good' });
      const removal = sql`delete from ${sql(table)} where true`;
      expect(await refusalOf(removal)).toMatchObject({ reason: 'kept_for_good' });
    }
  });

  test('stays as it is: a late refund, or a dispute lost no more, counts in the open one', async () => {
    const [sold, lost] = [await buy('2024-02-05T12:00:00Z'), await buy('2024-02-06T12:00:00Z')];
    const dispute = (status: string) => sql`
      select record_dispute(${`pi_${lost.checkout}`}, ${sql.json({
        id: 'du_won_later',
        amount_pence: price,
        reason: 'general',
        status,
        due_by: 1,
        created: 1,
      })})`;
    await dispute('lost');
    await sql`
      update disputes set closed_at = '2024-02-20T12:00:00Z' where stripe_dispute_id = 'du_won_later'`;
    const digest = async () => (await quarters()).open?.digest ?? '';
    await file('2024-01-01', await digest());
    const filed = await counted('2024-01-01', '2024-03-31');
    expect(filed.map(({ order }) => order)).toContain(sold.order);

    await refundAt('2024-03-31T22:59:00Z', sold, 500);
    await dispute('appeal_under_review');
    await buy('2024-04-02T12:00:00Z');
    expect(await counted('2024-01-01', '2024-03-31')).toEqual(filed);
    const late = { on: '2024-04-01', kind: 'refund', order: sold.order, amount_pence: -500 };
    const next = await counted('2024-04-01', '2024-06-30');
    expect(next).toEqual([
      {
        on: '2024-04-01',
        late_from: '2024-02-20',
        kind: 'dispute_lost',
        order: lost.order,
        amount_pence: price,
      },
      { ...late, late_from: '2024-03-31' },
      expect.objectContaining({ on: '2024-04-02', late_from: null, amount_pence: price }),
    ]);
    expect(await totals()).toHaveLength(1);
    await file('2024-04-01', await digest());
    expect(await counted('2024-04-01', '2024-06-30')).toEqual(next);
    expect(await counted('2024-07-01', '2024-09-30')).toEqual([]);
    expect((await quarters()).filed[0]?.sums).toMatchObject([
      { rate_basis_points: 600, movements: 1, late: 0 },
      { rate_basis_points: null, movements: 2, late: 2, tax_pence: 0 },
    ]);
    expect(await totals()).toHaveLength(1);
  });

  test('is filed once by presses at once; a refund recorded at that moment counts in the open one', async () => {
    const { checkout, order } = await buy('2024-08-05T12:00:00Z');
    const seen = (await quarters()).open?.digest ?? '';
    const event = randomUUID();
    await sql.begin(async (tx) => {
      await tx`
        select record_refunds(${`pi_${checkout}`}, '[{"id": "re_late", "amount_pence": 500, "status": "succeeded", "created": 1}]')`;
      await tx`update refunds set created_at = '2024-08-06T12:00:00Z' where stripe_refund_id = 're_late'`;
      const presses = [event, event, randomUUID()].map((press) => file('2024-07-01', seen, press));
      const refusals = await Promise.all(presses.map(refusalOf));
      const [first, again, other] = refusals.map((refusal) => refusal?.reason);
      expect(again).toBe(first);
      expect([first, other].toSorted()).toEqual(['quarter_filed', undefined]);
    });
    expect((await quarters()).filed[0]).toMatchObject({
      quarter: '2024-07-01',
      sums: [{ movements: 1 }],
    });
    expect(await counted('2024-10-01', '2024-12-31')).toMatchObject([
      { on: '2024-10-01', late_from: '2024-08-06', kind: 'refund', order, amount_pence: -500 },
    ]);
    expect(await totals()).toHaveLength(1);
  });
});
