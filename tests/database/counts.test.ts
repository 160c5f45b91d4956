import { beforeEach, expect, test } from 'vitest';
import { VisitsAnswer } from '#domain/contracts/staff-visits.ts';
import { openDatabase } from '../support/open-database.ts';

const { shop, sql, newStaff, callAs } = await openDatabase();
const marketer = await newStaff('marketer');
const hat = await shop.newSku(1000);
beforeEach(() => sql`delete from counts where true`);

/** Adds one of each kind and key to today's sums. */
function add(...counts: [kind: string, key: string][]) {
  return sql`select add_counts(${sql.json(counts.map(([kind, key]) => ({ kind, key })))})`;
}

function sumsOf(kind: string) {
  return sql<{ key: string; sum: number }[]>`
    select key, sum::int from counts where kind = ${kind}::count_kind order by key`;
}

test('a day keeps 500 texts of a kind, and adds up the rest', async () => {
  const words = Array.from({ length: 499 }, (_, place): [string, string] => [
    'searched',
    `word ${1000 + place}`,
  ]);
  await add(...words);
  await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((word) => add(['searched', word])));
  await add(['searched', 'word 1000'], ['searched', 'a'], ['searched', 'b'], ['searched', 'c']);
  const kept = await sumsOf('searched');
  expect(kept).toHaveLength(501);
  expect(kept.reduce((sum, one) => sum + one.sum, 0)).toBe(509);
  expect(kept.find(({ key }) => key === 'word 1000')?.sum).toBe(2);
  await add(['searched_in_vain', 'a']);
  expect(await sumsOf('searched_in_vain')).toEqual([{ key: 'a', sum: 1 }]);
});

test('sums in any order and at once neither block each other for good nor lose any', async () => {
  const kinds = ['seen', 'added', 'referrer', 'searched'];
  const key = (kind: string, turn: number) =>
    ['seen', 'added'].includes(kind) ? String(hat.product_id) : `text ${turn % 7}`;
  await Promise.all(
    Array.from({ length: 200 }, (_, turn) => {
      const order = turn % 2 ? kinds : kinds.toReversed();
      return add(...order.map((kind): [string, string] => [kind, key(kind, turn)]));
    }),
  );
  expect(await sumsOf('seen')).toEqual([{ key: String(hat.product_id), sum: 200 }]);
  const texts = await sumsOf('searched');
  expect(texts).toHaveLength(7);
  expect(texts.reduce((sum, one) => sum + one.sum, 0)).toBe(200);
});

test.each(['ada@example.com', 'order 12345', 'x'.repeat(82)])(
  'the table itself refuses %s',
  async (key) => {
    await expect(add(['searched', key])).rejects.toThrow(/counts_key/);
  },
);

test('counts are deleted after 25 months', async () => {
  await sql`
    insert into counts (day, kind, key, sum) values
      (uk_day(now() - interval '25 months') - 1, 'searched', 'old', 1),
      (uk_day(now() - interval '25 months'), 'searched', 'young', 1)`;
  const [{ done }] = await sql<[{ done: Record<string, number> }]>`
    select jsonb_object_agg(data, rows) as done from prune_personal_data(100)`;
  expect(done['counts of visits']).toBe(1);
  expect(await sumsOf('searched')).toEqual([{ key: 'young', sum: 1 }]);
});

test('a marketer reads the funnel by day, campaigns, searches in vain, and what is not bought', async () => {
  const [cap, scarf] = [await shop.newSku(10), await shop.newSku(10)];
  const [first, second] = ['2026-03-02', '2026-03-04'];
  await sql`
    insert into counts (day, kind, key, sum) values
      (${first}, 'seen', ${hat.product_id}, 40), (${second}, 'seen', ${hat.product_id}, 2),
      (${second}, 'seen', ${cap.product_id}, 9), (${second}, 'seen', ${scarf.product_id}, 30),
      (${second}, 'added', ${cap.product_id}, 3), (${second}, 'checkout', '', 2),
      (${second}, 'campaign', 'news/autumn', 7), (${second}, 'campaign_added', 'news/autumn', 2),
      (${second}, 'referrer', 'direct', 5), (${second}, 'referrer', '', 6),
      (${second}, 'searched_in_vain', 'gloves', 4), (${first}, 'searched_in_vain', 'gloves', 1),
      (${second}, 'searched', 'hat', 8),
      ('2026-03-01', 'seen', ${hat.product_id}, 100)`;
  const { checkout_id: bought } = await shop.open(await shop.newShopper(), [
    { sku: hat, quantity: 1 },
  ]);
  await shop.complete(bought);
  await sql`update orders set created_at = '2026-03-04T12:00Z' where checkout_id = ${bought}`;

  await sql`
    insert into subscriptions (email, asked_from, confirmed_at, confirmed_text) values
      ('a@example.com', 'footer', '2026-03-04T12:00Z', 'Yes'), ('b@example.com', 'footer', '2026-03-08T23:59Z', 'Yes'),
      ('c@example.com', 'billing page', '2026-03-02T00:00Z', 'Yes'), ('d@example.com', 'footer', '2026-03-09T00:00Z', 'Yes')`;
  await sql`insert into subscriptions (email, asked_from) values ('e@example.com', 'account page')`;

  const visits = await callAs(marketer, 'staff_visits', 'week', '2026-03-05');
  const answer = VisitsAnswer.parse(visits);
  expect(answer).toMatchObject({
    from: '2026-03-02',
    to: '2026-03-08',
    now: { seen: 81, added: 3, checkout: 2, bought: 1, searches: 13 },
    before: { seen: 100, added: 0, checkout: 0, bought: 0, searches: 0 },
    referrers: [
      { key: '', sum: 6, added: 0 },
      { key: 'direct', sum: 5, added: 0 },
    ],
    campaigns: [{ key: 'news/autumn', sum: 7, added: 2 }],
    searched: [{ key: 'hat', sum: 8, added: 0 }],
    searched_in_vain: [{ key: 'gloves', sum: 5, added: 0 }],
    joined: [
      { place: 'footer', people: 2 },
      { place: 'billing page', people: 1 },
    ],
    not_bought: [
      { product_id: scarf.product_id, seen: 30, added: 0 },
      { product_id: cap.product_id, seen: 9, added: 3 },
    ],
  });
  expect(answer.days).toHaveLength(7);
  expect(answer.days.map(({ seen }) => seen)).toEqual([40, 0, 41, 0, 0, 0, 0]);
  expect(answer.days[2]).toMatchObject({ day: second, bought: 1, checkout: 2 });
});
