import { describe, expect, test } from 'vitest';
import { knownBankHolidays } from '#local/bank-holidays/known-bank-holidays.ts';
import { violationsIn } from '../support/invariants.ts';
import { runsWhole } from '../support/long-suites.ts';
import { openDatabase } from '../support/open-database.ts';
import {
  daysAfter,
  type Delivery,
  simplePromise,
  usualBankHolidays,
} from '../support/simple-calendar.ts';

const { shop, sql } = await openDatabase();

const deliveries = {
  standard: { express: false, least: 2, most: 3 },
  express: { express: true, least: 1, most: 1 },
  europe: { express: false, least: 3, most: 7 },
  world: { express: false, least: 5, most: 12 },
} satisfies Record<string, Delivery>;

type Promised = { leaves_by: string; arrives_from: string; arrives_by: string };

/** Promises of the database for orders, given their payment time and delivery. */
async function promised(orders: readonly [paidAt: string, delivery: Delivery][]) {
  const asked = orders.map(([at, { express, least, most }]) => ({ at, express, least, most }));
  const rows = await sql<Promised[]>`
    select p.leaves_by::text, p.arrives_from::text, p.arrives_by::text
    from jsonb_array_elements(${sql.json(asked)}) with ordinality as o (asked, place),
      order_promise((asked ->> 'at')::timestamptz, (asked ->> 'express')::boolean,
        (asked ->> 'least')::int, (asked ->> 'most')::int) p
    order by o.place`;
  return rows.map(({ leaves_by, arrives_from, arrives_by }) => [
    leaves_by,
    arrives_from,
    arrives_by,
  ]);
}

describe('an order', () => {
  test.each<[keyof typeof deliveries, paidAt: string, leaves: string, from: string, by: string]>([
    // A week in winter; 23 November 2026 is a Monday.
    ['standard', '2026-11-23T11:59Z', '2026-11-25', '2026-11-27', '2026-11-30'],
    ['standard', '2026-11-23T12:00Z', '2026-11-25', '2026-11-27', '2026-11-30'],
    ['standard', '2026-11-23T12:01Z', '2026-11-25', '2026-11-27', '2026-11-30'],
    ['standard', '2026-11-24T23:59Z', '2026-11-26', '2026-11-30', '2026-12-01'],
    ['standard', '2026-11-25T00:00Z', '2026-11-27', '2026-12-01', '2026-12-02'],
    ['standard', '2026-11-26T15:00Z', '2026-11-30', '2026-12-02', '2026-12-03'],
    ['standard', '2026-11-27T11:59Z', '2026-12-01', '2026-12-03', '2026-12-04'],
    ['standard', '2026-11-28T10:00Z', '2026-12-01', '2026-12-03', '2026-12-04'],
    ['standard', '2026-11-29T22:00Z', '2026-12-01', '2026-12-03', '2026-12-04'],
    ['express', '2026-11-23T11:59Z', '2026-11-23', '2026-11-24', '2026-11-24'],
    ['express', '2026-11-23T12:00Z', '2026-11-24', '2026-11-25', '2026-11-25'],
    ['express', '2026-11-23T12:01Z', '2026-11-24', '2026-11-25', '2026-11-25'],
    ['express', '2026-11-27T11:59Z', '2026-11-27', '2026-11-30', '2026-11-30'],
    ['express', '2026-11-27T12:00Z', '2026-11-30', '2026-12-01', '2026-12-01'],
    ['express', '2026-11-27T12:01Z', '2026-11-30', '2026-12-01', '2026-12-01'],
    ['express', '2026-11-28T11:59Z', '2026-11-30', '2026-12-01', '2026-12-01'],
    ['express', '2026-11-29T12:01Z', '2026-11-30', '2026-12-01', '2026-12-01'],
    ['europe', '2026-11-23T12:00Z', '2026-11-25', '2026-11-30', '2026-12-04'],
    // In summer 12:00 GMT is one o'clock in London; 5 July 2027 is a Monday.
    ['express', '2027-07-05T11:00Z', '2027-07-05', '2027-07-06', '2027-07-06'],
    ['express', '2027-07-05T11:59Z', '2027-07-05', '2027-07-06', '2027-07-06'],
    ['express', '2027-07-05T12:00Z', '2027-07-06', '2027-07-07', '2027-07-07'],
    ['express', '2027-07-05T12:01Z', '2027-07-06', '2027-07-07', '2027-07-07'],
    ['express', '2027-07-04T23:30Z', '2027-07-05', '2027-07-06', '2027-07-06'],
    ['express', '2027-07-02T23:30Z', '2027-07-05', '2027-07-06', '2027-07-06'],
    ['standard', '2027-07-04T22:59Z', '2027-07-06', '2027-07-08', '2027-07-09'],
    ['standard', '2027-07-04T23:30Z', '2027-07-07', '2027-07-09', '2027-07-12'],
    // Christmas on a Friday: Boxing Day's substitute is Monday the 28th.
    ['express', '2026-12-24T11:59Z', '2026-12-24', '2026-12-29', '2026-12-29'],
    ['express', '2026-12-24T12:00Z', '2026-12-29', '2026-12-30', '2026-12-30'],
    ['express', '2026-12-24T12:01Z', '2026-12-29', '2026-12-30', '2026-12-30'],
    ['express', '2026-12-25T09:00Z', '2026-12-29', '2026-12-30', '2026-12-30'],
    ['express', '2026-12-28T11:59Z', '2026-12-29', '2026-12-30', '2026-12-30'],
    ['standard', '2026-12-23T12:00Z', '2026-12-29', '2026-12-31', '2027-01-04'],
    ['standard', '2026-12-31T12:01Z', '2027-01-05', '2027-01-07', '2027-01-08'],
    ['world', '2026-12-16T12:00Z', '2026-12-18', '2026-12-29', '2027-01-08'],
    // Christmas on a Saturday: three substitutes, Monday, Tuesday, and 3 January.
    ['standard', '2027-12-25T09:00Z', '2027-12-30', '2028-01-04', '2028-01-05'],
    ['express', '2027-12-24T12:00Z', '2027-12-29', '2027-12-30', '2027-12-30'],
    ['express', '2028-01-03T11:59Z', '2028-01-04', '2028-01-05', '2028-01-05'],
    // Easter, with the clocks going forward on its Sunday.
    ['express', '2027-03-25T11:59Z', '2027-03-25', '2027-03-30', '2027-03-30'],
    ['express', '2027-03-25T12:01Z', '2027-03-30', '2027-03-31', '2027-03-31'],
    ['standard', '2027-03-25T12:00Z', '2027-03-31', '2027-04-02', '2027-04-05'],
    ['standard', '2027-03-27T23:30Z', '2027-03-31', '2027-04-02', '2027-04-05'],
    ['express', '2027-03-30T11:59Z', '2027-03-30', '2027-03-31', '2027-03-31'],
    // The clocks go back on Sunday, 31 October.
    ['express', '2027-10-29T11:59Z', '2027-10-29', '2027-11-01', '2027-11-01'],
    ['express', '2027-10-31T11:59Z', '2027-11-01', '2027-11-02', '2027-11-02'],
    ['express', '2027-11-01T12:00Z', '2027-11-02', '2027-11-03', '2027-11-03'],
    // The bank holidays on Mondays in May and August.
    ['standard', '2027-04-30T11:59Z', '2027-05-05', '2027-05-07', '2027-05-10'],
    ['express', '2027-05-03T11:59Z', '2027-05-04', '2027-05-05', '2027-05-05'],
    ['express', '2026-08-28T12:01Z', '2026-09-01', '2026-09-02', '2026-09-02'],
    // One-off holidays: the Queen's jubilee and funeral, the King's coronation.
    ['express', '2022-06-01T12:00Z', '2022-06-06', '2022-06-07', '2022-06-07'],
    ['standard', '2022-09-15T12:00Z', '2022-09-20', '2022-09-22', '2022-09-23'],
    ['express', '2023-05-05T11:59Z', '2023-05-05', '2023-05-09', '2023-05-09'],
  ])('%s, paid at %s, leaves by %s and arrives between %s and %s', async (...given) => {
    const [delivery, paidAt, ...expected] = given;
    expect(await promised([[paidAt, deliveries[delivery]]])).toEqual([expected]);
  });

  test('gets the same promise in every time zone of the database', async () => {
    for (const zone of ['Pacific/Kiritimati', 'America/Los_Angeles', 'Europe/London']) {
      const [row] = await sql.begin(async (transaction) => {
        await transaction`select set_config('timezone', ${zone}, true)`;
        return transaction<Promised[]>`
          select p.leaves_by::text from order_promise('2027-07-04T23:30Z', false, 2, 3) p`;
      });
      expect(row?.leaves_by).toBe('2027-07-07');
    }
  });
});

describe('deliveries within the United Kingdom, before an order', () => {
  test.each([
    ['2026-11-23T11:59:59Z', '2026-11-23T12:00:00+00:00', '2026-11-23'],
    ['2026-11-23T12:00:00Z', '2026-11-24T00:00:00+00:00', '2026-11-24'],
    // In summer London's midnight is 23:00 GMT.
    ['2027-07-05T12:00:00Z', '2027-07-05T23:00:00+00:00', '2027-07-06'],
    ['2027-07-05T23:00:00Z', '2027-07-06T12:00:00+00:00', '2027-07-06'],
  ])('at %s promise days valid until %s, express leaving by %s', async (at, until, leaves) => {
    const [row] = await sql<[{ told: { until: string; deliveries: Promised[] } }]>`
      select domestic_promises(${at}::timestamptz) as told`;
    expect(Date.parse(row.told.until)).toBe(Date.parse(until));
    const days = row.told.deliveries.map(({ leaves_by, arrives_from, arrives_by }) => [
      leaves_by,
      arrives_from,
      arrives_by,
    ]);
    expect(days).toEqual(
      await promised([
        [at, deliveries.standard],
        [at, deliveries.express],
      ]),
    );
    expect(days[1]?.[0]).toBe(leaves);
  });
});

test('over five years the database’s promises equal those of an independent calendar', async () => {
  const orders: [string, Delivery][] = [];
  const slow = [deliveries.standard, deliveries.europe, deliveries.world];
  // A second after midnight, because at midnight 48 hours would end with a day instead of within the next.
  const times = ['00:00:01', '11:59', '12:00', '12:01', '23:30'];
  for (let count = 0; count < 5 * 365 + 2; count += runsWhole ? 1 : 3) {
    const day = daysAfter('2023-11-24', count);
    const minute = (count * 617) % 1440;
    const odd = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:30`;
    for (const time of [...times, odd]) {
      orders.push([`${day}T${time}Z`, deliveries.express]);
      orders.push([`${day}T${time}Z`, slow[count % 3] ?? deliveries.standard]);
    }
  }
  const found = await promised(orders);
  const wrong = orders.flatMap(([paidAt, delivery], index) => {
    const expected = simplePromise(Date.parse(paidAt), delivery).join(' ');
    const said = found[index]?.join(' ');
    return said === expected ? [] : [{ paidAt, delivery, expected, said }];
  });
  expect(found).toHaveLength(orders.length);
  expect(wrong.slice(0, 5)).toEqual([]);
});

/** Hours before now. */
function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * 3_600_000).toISOString();
}

/** A checkout opened a week ago. */
async function opened(): Promise<string> {
  const sku = await shop.newSku(5);
  const { checkout_id } = await shop.open(await shop.newShopper(), [{ sku, quantity: 1 }]);
  await sql`
    update checkouts set created_at = ${hoursAgo(168)} where id = ${checkout_id}`;
  return checkout_id;
}

/**
 * The order of a checkout: when it was placed, from when its promise counts, and whether the promise matches
 * that.
 */
async function orderOf(checkout: string, { express, least, most }: Delivery) {
  const [order] = await sql<[{ placed: Date; counts: Date; kept: boolean }]>`
    select o.created_at as placed, o.counts_from as counts,
      (o.leaves_by, o.arrives_from, o.arrives_by)
        = (p.leaves_by, p.arrives_from, p.arrives_by) as kept
    from orders o, order_promise(o.counts_from, ${express}, ${least}, ${most}) p
    where checkout_id = ${checkout}`;
  expect(order.kept).toBe(true);
  return order;
}

describe('the promise of an order', () => {
  test.each([
    ['standard', 0],
    ['express', 695],
  ] as const)('counts from the payment at Stripe, by %s', async (delivery, shipping) => {
    const [checkout, paidAt] = [await opened(), hoursAgo(50)];
    await shop.complete(checkout, { paidAt, shipping });
    const { counts } = await orderOf(checkout, deliveries[delivery]);
    expect(counts.toISOString()).toBe(paidAt);
  });

  test('counts from now if Stripe’s time is in the future or unknown', async () => {
    for (const paidAt of [hoursAgo(-1), undefined]) {
      const checkout = await opened();
      await shop.complete(checkout, paidAt ? { paidAt } : {});
      const { counts, placed } = await orderOf(checkout, deliveries.standard);
      expect(counts).toEqual(placed);
    }
  });

  test('counts from the arrival of a slow payment, not from when the shopper made it', async () => {
    const checkout = await opened();
    await sql`select await_payment(${checkout}, ${`cs_test_${checkout}`}, 604800)`;
    await shop.complete(checkout, { paidAt: hoursAgo(100) });
    const { counts, placed } = await orderOf(checkout, deliveries.standard);
    expect(counts).toEqual(placed);
  });

  test('counts from the acceptance of a payment that was under review', async () => {
    const checkout = await opened();
    await shop.complete(checkout, { paidAt: hoursAgo(100), charged: 1 });
    await sql`select resolve_review(${checkout}, 'accept')`;
    const { counts, placed } = await orderOf(checkout, deliveries.standard);
    expect(counts).toEqual(placed);
  });

  test('stays unchanged when a bank holiday is proclaimed later', async () => {
    const checkout = await opened();
    await shop.complete(checkout);
    const [before] = await sql`select leaves_by from orders where checkout_id = ${checkout}`;
    await sql`
      insert into bank_holidays select leaves_by, 'A coronation' from orders
      where checkout_id = ${checkout} on conflict do nothing`;
    const [after] = await sql`select leaves_by from orders where checkout_id = ${checkout}`;
    expect(after).toEqual(before);
    expect(await violationsIn(sql)).toEqual([]);
    await sql`delete from bank_holidays where name = 'A coronation'`;
  });
});

describe('a refund', () => {
  test.each([
    ['2026-11-23T09:00Z', '2026-12-07'],
    ['2026-11-27T23:00Z', '2026-12-11'],
    ['2026-11-28T09:00Z', '2026-12-11'],
    ['2026-12-18T09:00Z', '2027-01-06'],
    ['2027-03-19T09:00Z', '2027-04-06'],
    ['2027-07-04T23:30Z', '2027-07-19'],
  ])('made at %s arrives by %s, the tenth business day', async (madeAt, by) => {
    const [row] = await sql<[{ day: string }]>`
      select refund_promise(${madeAt}::text::timestamptz)::text as day`;
    expect(row.day).toBe(by);
  });
});

describe('the list of bank holidays', () => {
  const list = knownBankHolidays();
  const days = list.map(({ date }) => date);

  test('matches the database', async () => {
    const rows = await sql<{ date: string; title: string }[]>`
      select day::text as date, name as title from bank_holidays order by day`;
    expect([...rows]).toEqual(list);
  });

  test('reaches a year ahead; if not, run `npm run bank-holidays`', () => {
    const today = new Date().toISOString().slice(0, 10);
    const [last = ''] = days.slice(-1);
    expect(daysAfter(last, -365) > today, `it ends on ${last}`).toBe(true);
  });

  test('follows from law and custom, except one-off holidays', () => {
    const years = [...new Set(days.map((day) => Number(day.slice(0, 4))))];
    const usual = years.flatMap(usualBankHolidays);
    expect(days.filter((day) => !usual.includes(day))).toEqual([
      '2020-05-08',
      '2022-06-02',
      '2022-06-03',
      '2022-09-19',
      '2023-05-08',
    ]);
    expect(usual.filter((day) => !days.includes(day))).toEqual(['2020-05-04', '2022-05-30']);
  });
});
