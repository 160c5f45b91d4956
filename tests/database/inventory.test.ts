import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { acting } from '#harness/acting.ts';
import type {
  AdjustmentReason,
  ColourAnswer,
  ColourStock,
} from '#domain/contracts/staff-inventory.ts';
import { openDatabase } from '../support/open-database.ts';
import { refusalOf, type Sku } from '../support/shop-database.ts';

const { shop, sql, newStaff, callAs } = await openDatabase(10);
const packer = await newStaff('packer', 'Percy');

async function stockOf({ variant_id }: Sku): Promise<ColourAnswer> {
  const answer = await callAs<ColourAnswer>(packer, 'staff_colour_stock', variant_id);
  return answer;
}

async function movementsOf(sku: Sku) {
  const { movements } = await stockOf(sku);
  return movements.map(({ moved, stock, why, by }) => [why, moved, stock, by]);
}

function adjust(
  { variant_id }: Sku,
  seen: number,
  now: number,
  { why = 'counted', event = randomUUID() }: { why?: AdjustmentReason; event?: string } = {},
) {
  const items = sql.json([{ variant_id, seen, now }]);
  return sql`select staff_adjust_stock(${event}, ${why}, ${items}, 'On Monday') from ${acting(sql, packer)}`;
}

async function ordered(sku: Sku, quantity: number) {
  const { checkout_id } = await shop.open(await shop.newShopper(), [{ sku, quantity }]);
  return shop.complete(checkout_id);
}

test('every movement has its reason, its order and its author, and adds up to the stock', async () => {
  const sku = await shop.newSku(10);
  const { order_id } = await ordered(sku, 3);
  await shop.open(await shop.newShopper(), [{ sku, quantity: 2 }]);
  await sql`
    select cancel_items(${randomUUID()}, ${order_id}, ${sql.json([{ variant_id: sku.variant_id, quantity: 1 }])},
      'staff', (select id from staff where name = 'Percy'), 'sold_out', true)`;
  await adjust(sku, 10, 9, { why: 'damaged' });
  await adjust(sku, 9, 8, { why: 'lost' });
  await adjust(sku, 8, 7, { why: 'stolen' });
  await adjust(sku, 7, 9, { why: 'found' });
  await sql`update color_variants set quantity = quantity + 1 where id = ${sku.variant_id}`;
  const { colour, movements } = await stockOf(sku);
  expect(colour).toMatchObject({
    on_shelf: 10,
    to_send: 2,
    held: 2,
    free: 6,
    sold: 3,
    cancelled: 1,
    returned: 0,
    sold_lately: 2,
  });
  expect(await movementsOf(sku)).toEqual([
    ['other', 1, 8, null],
    ['found', 2, 7, 'Percy'],
    ['stolen', -1, 5, 'Percy'],
    ['lost', -1, 6, 'Percy'],
    ['damaged', -1, 7, 'Percy'],
    ['cancelled', 1, 8, 'Percy'],
    ['sold', -3, 7, null],
    ['first', 10, 10, null],
  ]);
  expect(movements.map(({ order }) => order)).toEqual([
    null,
    null,
    null,
    null,
    null,
    order_id,
    order_id,
    null,
  ]);
});

test('a count finds goods that are sold but still there, and sales meanwhile do not spoil it', async () => {
  const sku = await shop.newSku(10);
  await ordered(sku, 4);
  const { on_shelf } = (await stockOf(sku)).colour;
  await ordered(sku, 1);
  await adjust(sku, on_shelf, 9);
  expect((await stockOf(sku)).colour).toMatchObject({ on_shelf: 9, to_send: 5, free: 4 });
});

test('an adjustment is made once, and never takes away what is sold or being paid for', async () => {
  const sku = await shop.newSku(5);
  await shop.open(await shop.newShopper(), [{ sku, quantity: 2 }]);
  expect(await refusalOf(adjust(sku, 5, 1))).toMatchObject({
    reason: 'stock_short',
    detail: { name: 'A hat, Ink', free: 3 },
  });
  const event = randomUUID();
  await Promise.all([adjust(sku, 5, 2, { event }), adjust(sku, 5, 2, { event })]);
  expect((await stockOf(sku)).colour).toMatchObject({ on_shelf: 2, held: 2, free: 0 });
});

test('an expected delivery goes into stock once, and waiting shoppers are e-mailed', async () => {
  const sku = await shop.newSku(0);
  await sql`insert into stock_alerts (variant_id, email) values (${sku.variant_id}, 'ada@example.com')`;
  const delivery = randomUUID();
  const expectIt = () =>
    callAs(packer, 'staff_expect_delivery', delivery, sku.variant_id, 40, '2026-12-04', 'Porto');
  await expectIt();
  await expectIt();
  expect((await stockOf(sku)).colour).toMatchObject({
    waiting: 1,
    expected: 40,
    expected_on: '2026-12-04',
  });
  const arrive = (units: number) => callAs(packer, 'staff_close_delivery', delivery, units);
  await Promise.all([arrive(38), arrive(38)]);
  expect(await refusalOf(arrive(40))).toMatchObject({
    reason: 'delivery_closed',
    detail: { arrived: 38 },
  });
  expect(await movementsOf(sku)).toEqual([['delivered', 38, 38, 'Percy']]);
  expect((await stockOf(sku)).colour).toMatchObject({ expected: 0, free: 38 });
  const [mail] = await sql`select status from mail_outbox where kind = 'back_in_stock'`;
  expect(mail).toBeDefined();
});

test('a count, a delivery and sales at once: each unit is in one place', async () => {
  for (let round = 0; round < 3; round += 1) {
    const first = await shop.newSku(4);
    const skus = [first, await shop.newSku(4)];
    const wanted = skus.map((sku) => ({ sku, quantity: 1 }));
    const { checkout_id } = await shop.open(await shop.newShopper(), wanted);
    const buyers = await Promise.all(Array.from({ length: 3 }, () => shop.newShopper()));
    const [delivery, event] = [randomUUID(), randomUUID()];
    await callAs(packer, 'staff_expect_delivery', delivery, first.variant_id, 2, '2026-12-04');
    const items = skus.map(({ variant_id }) => ({ variant_id, seen: 4, now: 2 }));
    const count = (counted: typeof items) =>
      callAs(packer, 'staff_adjust_stock', event, 'counted', counted);
    const arrive = () => callAs(packer, 'staff_close_delivery', delivery, 2);
    const refusals = await Promise.all(
      [
        shop.complete(checkout_id),
        ...buyers.map((buyer) => shop.open(buyer, wanted)),
        count(items),
        count(items.toReversed()),
        arrive(),
        arrive(),
      ].map(refusalOf),
    );
    const reasons = refusals.flatMap((refusal) => refusal?.reason ?? refusal?.code ?? []);
    expect(new Set(['out_of_stock', 'stock_short', ...reasons]).size).toBe(2);
    const delivered = (await movementsOf(first)).filter(([why]) => why === 'delivered');
    expect(delivered).toHaveLength(1);
  }
});

test('low stock is listed page by page, and mailed once a week', async () => {
  const [low, more] = [await shop.newSku(3), await shop.newSku(9)];
  for (const [{ variant_id }, limit] of [
    [low, 3],
    [more, null],
  ] as const) {
    await callAs(packer, 'staff_limit_stock', variant_id, limit);
  }
  interface Page {
    rows: ColourStock[];
    next: number | null;
    before: number;
    total: number;
  }
  const listed: number[] = [];
  let page: Page | undefined;
  do {
    const answer = await callAs<Page>(packer, 'staff_stock', '', 'low', page?.next ?? null, 1);
    expect(answer.before).toBe(listed.length);
    page = answer;
    listed.push(...page.rows.map(({ variant_id }) => variant_id));
  } while (page.next !== null);
  expect(listed).toHaveLength(page.total);
  expect(listed).toContain(low.variant_id);
  expect(listed).not.toContain(more.variant_id);
  await sql`update profiles set email_confirmed_at = now() where user_id = ${packer}`;
  const owed = () => sql`select owe_stock_report() as mails`;
  expect([...(await owed()), ...(await owed())]).toEqual([{ mails: 1 }, { mails: 0 }]);
  const [{ content }] = await sql<[{ content: { colours: ColourStock[] } }]>`
    select mail_content(id) as content from mail_outbox where kind = 'staff_stock'`;
  expect(content).toMatchObject({ emails: [`${packer}@example.com`], count: page.total });
  expect(content.colours.map(({ variant_id }) => variant_id).toSorted()).toEqual(listed.toSorted());
});
