import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { mostPrinted, StaffOrder, StaffOrdersAnswer } from '#domain/contracts/staff-orders.ts';
import { longestSearch } from '#domain/contracts/staff-fields.ts';
import { acting } from '#harness/acting.ts';
import { call } from '../support/call.ts';
import { openBackend } from '../support/open-backend.ts';
import type { Shopper } from '../support/shopper.ts';
import { newStaff } from '../support/staff.ts';

const { backend, purchases } = await openBackend();
const { ordered } = purchases;

let packer: Shopper;
let manager: Shopper;
beforeAll(async () => {
  packer = await newStaff(backend, 'packer');
  manager = await newStaff(backend, 'manager');
});

function ask(path: string, { token } = manager) {
  return call(`${backend.origin}/api/staff/${path}`, { token });
}

async function listed(query: string, as = manager) {
  const { status, body } = await ask(`orders?${query}`, as);
  expect(status).toBe(200);
  return StaffOrdersAnswer.parse(body);
}

describe('a list', () => {
  test('has an order from the moment it is paid, and is not cached', async () => {
    const { order, checkout, sku } = await ordered();
    const reply = await ask('orders?list=to_send');
    expect(reply.headers.get('cache-control')).toBe('no-store');
    const { rows } = StaffOrdersAnswer.parse(reply.body);
    expect(rows.find((row) => row.order === order)).toEqual({
      key: checkout,
      checkout,
      order,
      reference: checkout.slice(0, 8).toUpperCase(),
      placed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      leaves_by: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      late: false,
      status: 'processing',
      goods_status: 'to_send',
      money_status: 'paid',
      name: 'Test Shopper',
      country: 'GB',
      postcode: 'N1 1AA',
      shipping_name: 'Standard delivery',
      express: false,
      units: 2,
      units_to_send: 2,
      items: [
        {
          variant_id: sku.variant_id,
          product_name: 'A hat',
          color_name: 'Ink',
          quantity: 2,
          to_send: 2,
        },
      ],
      total_pence: 5194,
      given_as: null,
      with: [],
      apart: [],
      why: null,
    });
    expect(sku.price).toBe(2450);
  });

  test('continues where the last page ended', async () => {
    const { sql } = backend.database;
    await ordered();
    const [{ page }] = await sql<[{ page: unknown }]>`
      select staff_orders('all', p_limit => 1) as page from ${acting(sql, manager.id)}`;
    const { next, rows: first, total } = StaffOrdersAnswer.parse(page);
    const rest = await listed(`list=all&after=${next}`);
    expect(rest.total).toBe(total);
    expect(rest.rows).toHaveLength(Math.min(total - 1, 50));
    expect(rest.rows.map(({ key }) => key)).not.toContain(first[0]?.key);
  });

  test('contains only the search results, however the text was pasted', async () => {
    const { order, checkout } = await ordered();
    for (const search of [`\u200B${checkout.slice(0, 8)}\t`, `pi_\u0000`, `\uD800`, '%00']) {
      await listed(`list=all&q=${encodeURIComponent(search.toWellFormed())}`);
    }
    const { rows, total } = await listed(`list=all&q=%E2%80%8B${checkout.slice(0, 8)}%09%00`);
    expect({ orders: rows.map((row) => row.order), total }).toEqual({ orders: [order], total: 1 });
    expect((await listed('list=decide&q=nobody')).total).toBe(0);
  });

  test.each([
    ['', { list: ['There is no such list.'] }],
    ['list=everything', { list: ['There is no such list.'] }],
    ['list=to_send%27--', { list: ['There is no such list.'] }],
    [
      'list=all&to=mars&since=1999-12-31',
      expect.objectContaining({ to: expect.any(Array), since: ['Not a day of this century.'] }),
    ],
    ['list=late&leaves=today&pieces=one', { leaves: ['This list is not filtered by that.'] }],
    ['list=all&after=%27', { after: ['The list has no such page.'] }],
    ['list=all&after=', { after: ['The list has no such page.'] }],
    // A page of another list.
    ['list=all&after=20261125.1.000000000000001', { reason: 'page_unknown' }],
    [
      `list=all&q=${'x'.repeat(longestSearch + 1)}`,
      { q: [`Search for at most ${longestSearch} characters.`] },
    ],
  ])('is refused for %s', async (query, body) => {
    expect(await ask(`orders?${query}`)).toMatchObject({ status: 400, body });
  });

  test('contains only filtered orders; a zone selects its countries', async () => {
    const { order } = await ordered();
    const has = async (query: string) =>
      (await listed(query)).rows.some((row) => row.order === order);
    expect(await has('list=to_send&to=domestic&delivery=standard&pieces=several')).toBe(true);
    expect(await has('list=all&to=domestic&goods=to_send&money=paid')).toBe(true);
    expect(await has('list=to_send&to=world')).toBe(false);
    expect(await has('list=all&to=europe')).toBe(false);
  });
});

describe('one order', () => {
  test('is read by its number or its checkout, with amounts only for a manager', async () => {
    const { order, checkout, session } = await ordered();
    const found = StaffOrder.parse((await ask(`order?order=${order}`)).body);
    expect(StaffOrder.parse((await ask(`order?checkout=${checkout}`)).body)).toEqual(found);
    expect(found).toMatchObject({
      order,
      shopper: { name: 'Ada Lovelace', email: 'ada@example.com', phone: '07700 900' },
      money: { charged_pence: 5194, rest_pence: 5194, stripe_session_id: session },
      timeline: [{ kind: 'paid', amount_pence: 5194 }],
    });
    const reply = await ask(`order?order=${order}`, packer);
    expect(StaffOrder.parse(reply.body)).toMatchObject({ order, money: null });
    expect(JSON.stringify(reply.body)).not.toMatch(/5194|2450|pi_|cs_test/);
  });

  test.each([
    'order',
    'order?order=0',
    'order?order=x',
    'order?order=1&checkout=6f4d1a3e-8a39-4a0e-9d0e-111111111111',
    'order?checkout=1',
    'orders-for-print',
    'orders-for-print?orders=',
    'orders-for-print?orders=1,,2',
    'orders-for-print?orders=1;2',
    `orders-for-print?orders=${Array.from({ length: mostPrinted + 1 }, (_, n) => n + 1).join()}`,
  ])('%s is refused', async (path) => {
    expect((await ask(path)).status).toBe(400);
  });

  test('that does not exist is reported to staff', async () => {
    for (const which of ['order=999999', `checkout=${randomUUID()}`]) {
      expect(await ask(`order?${which}`)).toMatchObject({
        status: 404,
        body: { detail: 'There is no such order.', reason: 'order_unknown' },
      });
    }
  });
});
