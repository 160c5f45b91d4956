import { randomUUID } from 'node:crypto';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  OrdersForPrint,
  StaffCounts,
  StaffOrder,
  StaffOrdersAnswer,
  staffLists,
  type StaffList,
} from '#domain/contracts/staff-orders.ts';
import type { StaffAct } from '#domain/enums.ts';
import { Actions, Whys } from '#features/studio/orders/order/Actions.tsx';
import { MoneySection } from '#features/studio/orders/order/MoneySection.tsx';
import { Returns } from '#features/studio/orders/order/Returns.tsx';
import { Delivery, Mails, Parcels } from '#features/studio/orders/order/sections.tsx';
import { Acts } from '#features/studio/kit/may.ts';
import { acting } from '#harness/acting.ts';
import { OrderInWords, OrdersInWords } from '#server/messages/waiting-reasons.ts';
import { openDatabase } from '../support/open-database.ts';
import { refusalOf, type Sku } from '../support/shop-database.ts';
import { workOf } from '../support/work-of.ts';

const { database, shop, sql, newStaff, callAs, dispatch } = await openDatabase();
const manager = await newStaff('manager');
const packer = await newStaff('packer');

interface Asked {
  filter?: Record<string, string | string[]>;
  search?: string;
  after?: string | null;
  limit?: number;
  as?: string;
}

async function listed(
  list: StaffList,
  { search, after, limit = 50, as = manager, filter = {} }: Asked = {},
) {
  const page = await callAs(as, 'staff_orders', list, search ?? null, after ?? null, limit, filter);
  return StaffOrdersAnswer.parse(OrdersInWords.parse(page));
}

/** Reasons why a checkout is in a list. */
async function whyOf(checkout: string, list: StaffList) {
  const { rows } = await listed(list, { limit: 1000 });
  return rows.find((row) => row.checkout === checkout)?.why;
}

/** Kinds of a checkout's reasons in a list, or a mark that it is listed without one. */
async function whysOf(checkout: string, list: StaffList): Promise<string[]> {
  const { rows } = await listed(list, { limit: 1000 });
  return rows
    .filter((row) => row.checkout === checkout)
    .map(({ why }) => why?.kind ?? 'there')
    .toSorted();
}

/** Lists that contain a checkout, with reasons, except the list of all orders. */
async function listsOf(checkout: string): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const list of staffLists.filter((name) => name !== 'all')) {
    const whys = await whysOf(checkout, list);
    if (whys.length > 0) found[list] = whys;
  }
  return found;
}

async function counted() {
  const [{ counts }] = await sql<[{ counts: unknown }]>`select staff_counts() as counts`;
  return StaffCounts.parse(counts);
}

async function opened(sku: Sku, quantity = 2): Promise<string> {
  const { checkout_id } = await shop.open(await shop.newShopper(), [{ sku, quantity }]);
  return checkout_id;
}

/** A paid order of two units. */
async function ordered(sku?: Sku) {
  const wanted = sku ?? (await shop.newSku(50));
  const checkout = await opened(wanted);
  const { order_id } = await shop.complete(checkout);
  return { checkout, order: order_id ?? 0, sku: wanted };
}

type Ordered = Awaited<ReturnType<typeof ordered>>;

async function send(
  { order, sku }: Ordered,
  { quantity = 2, number = null }: { quantity?: number; number?: string | null } = {},
): Promise<number> {
  const items = [{ variant_id: sku.variant_id, quantity }];
  const parcel = { carrier: 'Royal Mail', tracking_number: number, items };
  return (await dispatch(packer, order, parcel)).parcel;
}

/** Inserts a return request of a shopper. Returns its id. */
async function returned(
  { checkout, order, sku }: Ordered,
  code: string,
  state: 'asked' | 'received' = 'asked',
) {
  const [goods] = await sql<[{ id: number }]>`
    with event as (
      insert into order_events (checkout_id, kind, actor) values (${checkout}, 'return_asked', 'shopper')
      returning id
    ), goods as (
      insert into returns (order_id, event_id, kind, state, code, reason, received_at)
      select ${order}, id, 'return', ${state}, ${code}, 'Too large', ${state === 'received' ? new Date() : null}
      from event returning id
    )
    insert into return_items (return_id, order_id, variant_id, quantity)
    select id, ${order}, ${sku.variant_id}, 1 from goods
    returning return_id::int as id`;
  await sql`select settle_order(${order})`;
  return goods.id;
}

function dispute(checkout: string, id: string, status: string, dueBy: number | null = null) {
  return sql`
    select record_dispute(${`pi_${checkout}`}, ${sql.json({ id, amount_pence: 5194, reason: 'product_not_received', status, due_by: dueBy, created: 1 })})`;
}

/** Keys of a list, read page by page; `between` runs after each page. */
async function keysOf(
  list: StaffList,
  search?: string,
  between?: () => Promise<unknown>,
  filter: NonNullable<Asked['filter']> = {},
) {
  const keys: string[] = [];
  let after: string | null = null;
  do {
    const page = await listed(list, { after, limit: 4, filter, ...(search && { search }) });
    keys.push(...page.rows.map(({ key }) => key));
    after = page.next;
    await between?.();
  } while (after !== null);
  return keys;
}

async function read(which: { order?: number; checkout?: string }, as = manager) {
  const found = await callAs(as, 'staff_order', which.order ?? null, which.checkout ?? null);
  return StaffOrder.parse(OrderInWords.parse(found));
}

async function printed(orders: number[]) {
  const papers = await callAs(packer, 'orders_for_print', orders);
  return OrdersForPrint.parse(papers);
}

describe('the lists', () => {
  test('an order is to be dispatched until nothing is left', async () => {
    const order = await ordered();
    const before = await counted();
    expect(await listsOf(order.checkout)).toEqual({ to_send: ['there'] });
    await send(order, { quantity: 1 });
    expect(await listsOf(order.checkout)).toEqual({ to_send: ['there'] });
    const { rows } = await listed('to_send', { limit: 1000 });
    expect(rows.filter(({ checkout }) => checkout === order.checkout)).toMatchObject([
      {
        checkout: order.checkout,
        order: order.order,
        key: order.checkout,
        goods_status: 'part_sent',
        money_status: 'paid',
        units: 2,
        units_to_send: 1,
        items: [{ product_name: 'A hat', color_name: 'Ink', quantity: 2, to_send: 1 }],
        why: null,
      },
    ]);
    await send(order, { quantity: 1 });
    expect(await listsOf(order.checkout)).toEqual({});
    expect(await counted()).toEqual({ ...before, to_send: before.to_send - 1 });
  });

  test('orders are sorted by dispatch deadline, express before the rest of its day', async () => {
    const sku = await shop.newSku(50);
    const rates = await sql<{ name: string; amount_pence: number; express: boolean }[]>`
      select name, amount_pence, express from shipping_rates where zone = 'domestic' order by position`;
    const express = rates.find((rate) => rate.express);
    const [early, late] = [await ordered(sku), await ordered(sku)];
    const quick = await opened(sku);
    const { order_id } = await shop.complete(quick, { shipping: express?.amount_pence ?? 0 });
    const promised = await sql<{ id: number; leaves_by: string; created_at: Date }[]>`
      select id::int, leaves_by::text, created_at from orders
      where id = any (${[early.order, late.order, order_id ?? 0]})`;
    await sql`
      update orders set leaves_by = '2024-01-02', created_at = '2024-01-05'
      where id = any (${[early.order, order_id ?? 0]})`;
    await sql`
      update orders set leaves_by = '2024-01-03', created_at = '2024-01-05' where id = ${late.order}`;
    for (const list of ['to_send', 'late'] as const) {
      const { rows } = await listed(list);
      expect(rows.slice(0, 3).map(({ order }) => order)).toEqual([
        order_id,
        early.order,
        late.order,
      ]);
      expect(rows.slice(0, 3).map((row) => [row.late, row.express])).toEqual([
        [true, true],
        [true, false],
        [true, false],
      ]);
    }
    await send(late);
    expect((await listed('late')).rows.map(({ order }) => order)).not.toContain(late.order);
    for (const { id, leaves_by, created_at } of promised) {
      await sql`
        update orders set leaves_by = ${leaves_by}, created_at = ${created_at} where id = ${id}`;
    }
    expect((await listed('late')).total).toBe(0);
  });

  test('waiting for the shopper: goods on their way back, bank details, slow payments', async () => {
    const [back, refund] = [await ordered(), await ordered()];
    await send(back);
    await returned(back, 'R-00000001');
    await send(refund);
    await shop.refund(refund.checkout, 're_waits', { pence: 100, status: 'requires_action' });
    const slow = await opened(await shop.newSku(5));
    await sql`select await_payment(${slow}, ${`cs_test_${slow}`}, 604800)`;
    expect(await listsOf(back.checkout)).toEqual({
      waiting: ['return_asked'],
      returns: ['return_asked'],
    });
    expect(await listsOf(refund.checkout)).toEqual({ waiting: ['refund_needs_shopper'] });
    expect(await listsOf(slow)).toEqual({ waiting: ['payment_awaited'] });
    await shop.complete(slow);
    expect(await listsOf(slow)).toEqual({ to_send: ['there'] });
  });

  test('returns that have arrived come before those that have not', async () => {
    const [asked, received] = [await ordered(), await ordered()];
    await send(asked);
    await send(received);
    await returned(asked, 'R-00000002');
    await returned(received, 'R-00000003', 'received');
    expect(await listsOf(received.checkout)).toEqual({ returns: ['return_received'] });
    const { rows } = await listed('returns');
    const order = rows.map(({ checkout }) => checkout);
    expect(order.indexOf(received.checkout)).toBeLessThan(order.indexOf(asked.checkout));
    expect(rows[0]?.why).toMatchObject({ kind: 'return_received', text: 'R-00000003, return' });
  });

  test('a review needs a decision until it is made', async () => {
    const checkout = await opened(await shop.newSku(5));
    await shop.complete(checkout, { charged: 5000 });
    const { rows } = await listed('decide', { search: checkout.slice(0, 8) });
    expect(rows).toMatchObject([
      {
        checkout,
        order: null,
        status: 'review',
        leaves_by: null,
        reference: checkout.slice(0, 8).toUpperCase(),
        total_pence: 5000,
        why: { kind: 'review', id: checkout, text: 'Paid, but another amount than was asked for' },
      },
    ]);
    await sql`select resolve_review(${checkout}, 'accept')`;
    expect(await listsOf(checkout)).toEqual({ to_send: ['there'] });
  });

  test('disputes come first in what needs a decision, by their deadline, until the bank decides', async () => {
    const review = await opened(await shop.newSku(5));
    await shop.complete(review, { charged: 5000 });
    const [later, sooner, done] = [await ordered(), await ordered(), await ordered()];
    await dispute(later.checkout, 'du_later', 'needs_response', 1_900_000_000);
    await dispute(sooner.checkout, 'du_sooner', 'warning_needs_response', 1_800_000_000);
    await dispute(done.checkout, 'du_done', 'under_review', 1_700_000_000);
    const { rows } = await listed('decide');
    expect(rows.slice(0, 2).map(({ checkout }) => checkout)).toEqual([
      sooner.checkout,
      later.checkout,
    ]);
    expect(rows[1]?.why).toEqual({
      kind: 'dispute',
      id: 'du_later',
      text: 'This payment is disputed: product not received',
      due_by: '2030-03-17T17:46:40.000Z',
    });
    expect(await listsOf(done.checkout)).toEqual({});
    expect(await read(done)).toMatchObject({
      goods_status: 'to_send',
      money_status: 'disputed',
      money: { refunds_wait: true },
    });
    await dispute(done.checkout, 'du_done', 'lost');
    expect(await read(done)).toMatchObject({
      money_status: 'dispute_lost',
      money: { refunds_wait: false, rest_pence: 0 },
    });
    expect(await listsOf(done.checkout)).toEqual({ decide: ['refunded_unsent'] });
    await dispute(sooner.checkout, 'du_sooner', 'warning_closed');
    expect(await listsOf(sooner.checkout)).toEqual({ to_send: ['there'] });
    await sql`select resolve_review(${review}, 'refund')`;
  });

  test('an order refunded at the dashboard and not dispatched needs a decision', async () => {
    const order = await ordered();
    await shop.refund(order.checkout, 're_some', { pence: 100 });
    expect(await listsOf(order.checkout)).toEqual({ to_send: ['there'] });
    await shop.refund(order.checkout, 're_rest', { pence: 5094, status: 'pending' });
    expect(await listsOf(order.checkout)).toEqual({ decide: ['refunded_unsent'] });
    await shop.refund(order.checkout, 're_rest', { pence: 5094 });
    expect(await listsOf(order.checkout)).toEqual({ decide: ['refunded_unsent'] });
  });

  test('a refund needs a decision from its first failure on, or once the shop has given it up', async () => {
    const order = await ordered();
    await send(order);
    const event = randomUUID();
    await callAs(manager, 'staff_refund', event, order.order, [], 0, 500, 'goodwill');
    expect(await listsOf(order.checkout)).toEqual({});
    expect(await read(order)).toMatchObject({ money_status: 'refund_due' });
    for (const times of ['', ' 2 times']) {
      await sql`
        select fail_refund(refund_id, 'expired_or_canceled_card')
        from begin_order_refund(${order.order})`;
      expect(await whyOf(order.checkout, 'decide')).toEqual({
        kind: 'refund_failed',
        id: event,
        text: `A refund failed${times}, and will be tried again: the card has expired or was cancelled`,
        due_by: null,
      });
    }
    expect(await read(order)).toMatchObject({
      goods_status: 'sent',
      money_status: 'refund_failed',
      money: { refunded_pence: 0, owed_pence: 500 },
    });
    await shop.refund(order.checkout, 're_all');
    expect(await whyOf(order.checkout, 'decide')).toMatchObject({
      kind: 'refund_failed',
      text: 'A refund was given up: Nothing is left of the payment for this, because money went back another way.',
    });
    await callAs(manager, 'staff_give_up_refund', randomUUID(), event);
    expect(await listsOf(order.checkout)).toEqual({});
  });

  test('a refund of a payment without an order needs a decision from its first failure on', async () => {
    const checkout = await opened(await shop.newSku(5));
    await shop.complete(checkout, { charged: 5000 });
    await sql`select resolve_review(${checkout}, 'refund')`;
    expect(await listsOf(checkout)).toEqual({});
    await sql`
      select fail_refund(refund_id, 'No') from begin_refund(${checkout})`;
    expect(await listsOf(checkout)).toEqual({ decide: ['refund_failed'] });
    await shop.refund(checkout, 're_by_hand');
    expect(await listsOf(checkout)).toEqual({});
  });

  test('an e-mail that was given up needs a decision until it is sent again', async () => {
    const order = await ordered();
    await send(order);
    const [{ id }] = await sql<[{ id: string }]>`
      update mail_outbox set status = 'parked', last_error = 'Mailbox full'
      where checkout_id = ${order.checkout} and kind = 'order' returning id`;
    expect(await whyOf(order.checkout, 'decide')).toEqual({
      kind: 'mail_parked',
      id,
      text: 'An e-mail was not sent (order): Mailbox full',
      due_by: null,
    });
    await callAs(packer, 'staff_resend_mail', randomUUID(), id);
    expect(await listsOf(order.checkout)).toEqual({});
  });

  test('have counts that match their rows', async () => {
    const totals: Record<string, number> = {};
    for (const list of staffLists) {
      const { total, rows } = await listed(list, { limit: 1000 });
      expect(rows).toHaveLength(total);
      expect(new Set(rows.map(({ key }) => key)).size).toBe(total);
      totals[list] = total;
    }
    const [{ orders }] = await sql<[{ orders: number }]>`
      select count(*)::int as orders from orders`;
    expect(totals).toEqual({ ...(await counted()), all: orders });
  });
});

describe('pages', () => {
  test.each(staffLists)('contain every row of %s once, in order', async (list) => {
    const { rows } = await listed(list, { limit: 1000 });
    expect(await keysOf(list)).toEqual(rows.map(({ key }) => key));
  });

  test.each(['to_send', 'all'] as const)(
    'have no gap while orders come and go: %s',
    async (list) => {
      const sku = await shop.newSku(100);
      const { rows } = await listed(list, { limit: 1000 });
      const leaving = rows.find(({ units_to_send }) => units_to_send > 0);
      const seen = await keysOf(list, undefined, async () => {
        await ordered(sku);
        await sql`
          update orders set units_to_send = 0 where id = ${leaving?.order ?? 0}`;
      });
      await sql`select settle_order(${leaving?.order ?? 0})`;
      const before = rows.map(({ key }) => key);
      expect(seen.filter((key) => before.includes(key))).toEqual(before);
      expect(new Set(seen).size).toBe(seen.length);
    },
  );

  test('contain every search result once', async () => {
    const { rows } = await listed('all', { search: 'hat', limit: 1000 });
    expect(rows.length).toBeGreaterThan(20);
    expect(await keysOf('all', 'hat')).toEqual(rows.map(({ key }) => key));
  });

  test('end with the last row', async () => {
    const { total } = await listed('all');
    expect(await listed('all', { limit: total })).toMatchObject({ next: null });
    const { next } = await listed('all', { limit: total - 1 });
    expect(next).not.toBeNull();
    expect(await listed('all', { after: next })).toMatchObject({ before: total - 1, total });
  });

  test.each(['x', '1; drop table orders', '99999999999999999999', '1.2.3'])(
    'a page of another list is refused: %s',
    async (after) => {
      expect(await refusalOf(listed('all', { after }))).toMatchObject({
        code: 'PT400',
        reason: 'page_unknown',
      });
      expect(await refusalOf(listed('all', { after, search: 'hat' }))).toMatchObject({
        code: 'PT400',
      });
      // Work lists only compare it.
      expect((await listed('to_send', { after })).total).toBeGreaterThan(0);
    },
  );
});

describe('filters', () => {
  let one: Ordered;
  let several: Ordered;
  let quick: string;
  let promised: { leaves_by: string };
  beforeAll(async () => {
    const sku = await shop.newSku(50);
    [one, several] = [await ordered(sku), await ordered(sku)];
    await send(one, { quantity: 1 });
    quick = await opened(sku);
    const [rate] = await sql<[{ pence: number }]>`
      select amount_pence as pence from shipping_rates where zone = 'domestic' and express`;
    await shop.complete(quick, { shipping: rate.pence });
    [promised] = await sql<[{ leaves_by: string }]>`
      select leaves_by::text from orders where checkout_id = ${quick}`;
    await sql`update orders set leaves_by = uk_day(now()) where checkout_id = ${quick}`;
    // In GMT it is still the previous day.
    await sql`
      update orders set country = 'FR', created_at = '2025-06-30 23:30Z'
      where checkout_id = ${several.checkout}`;
    await callAs(packer, 'staff_note', randomUUID(), several.checkout, 'Ribbon, please.');
  });

  afterAll(async () => {
    await sql`
      update orders set leaves_by = ${promised.leaves_by} where checkout_id = ${quick}`;
    await sql`update orders set country = 'GB' where checkout_id = ${several.checkout}`;
  });

  /** Orders of the three that a filter finds. */
  async function kept(list: StaffList, filter: NonNullable<Asked['filter']>, search?: string) {
    const { rows, total } = await listed(list, {
      filter,
      limit: 1000,
      ...(search !== undefined && { search }),
    });
    expect(total).toBe(rows.length);
    const names = new Map([
      [one.checkout, 'one'],
      [several.checkout, 'several'],
      [quick, 'quick'],
    ]);
    return rows.flatMap(({ checkout }) => names.get(checkout) ?? []).toSorted();
  }

  test.each<[StaffList, NonNullable<Asked['filter']>, string[]]>([
    ['to_send', {}, ['one', 'quick', 'several']],
    ['to_send', { delivery: 'express' }, ['quick']],
    ['to_send', { delivery: 'standard' }, ['one', 'several']],
    ['to_send', { countries: ['FR', 'IE'] }, ['several']],
    ['to_send', { countries: [] }, []],
    ['to_send', { pieces: 'one' }, ['one']],
    ['to_send', { pieces: 'several' }, ['quick', 'several']],
    ['to_send', { note: 'any' }, ['several']],
    ['to_send', { leaves: 'today' }, ['quick']],
    ['to_send', { leaves: 'later', countries: ['FR'] }, ['several']],
    ['to_send', { delivery: 'express', countries: ['FR'] }, []],
    ['late', { countries: ['FR'] }, []],
    ['all', { goods: 'part_sent' }, ['one']],
    ['all', { goods: 'part_sent', money: 'refunded' }, []],
    ['all', { since: '2025-07-01', until: '2025-07-01' }, ['several']],
    ['all', { until: '2025-06-30' }, []],
    ['all', { since: '2025-07-02', countries: ['GB'] }, ['one', 'quick']],
  ])('select rows of the list %s: %o', async (list, filter, found) => {
    expect(await kept(list, filter)).toEqual(found);
  });

  test('apply to search results', async () => {
    const search = one.checkout.slice(0, 8);
    expect(await kept('all', { goods: 'part_sent', money: 'paid' }, search)).toEqual(['one']);
    expect(await kept('to_send', { pieces: 'several' }, search)).toEqual([]);
    expect(await kept('all', { money: 'refunded' }, search)).toEqual([]);
  });

  test('keep one kind of reason', async () => {
    for (const list of ['waiting', 'returns', 'decide'] as const) {
      const { rows } = await listed(list, { limit: 1000 });
      const kinds = new Set(rows.flatMap(({ why }) => why?.kind ?? []));
      for (const why of kinds) {
        const found = await listed(list, { limit: 1000, filter: { why } });
        expect(found.rows).toEqual(rows.filter((row) => row.why?.kind === why));
        expect(found.total).toBe(found.rows.length);
      }
    }
  });

  test.each(['to_send', 'all'] as const)('have complete pages of %s', async (list) => {
    const filter = { countries: ['GB'] };
    const { rows } = await listed(list, { filter, limit: 1000 });
    expect(rows.length).toBeGreaterThan(8);
    expect(await keysOf(list, undefined, undefined, filter)).toEqual(rows.map(({ key }) => key));
  });
});

describe('search', () => {
  let found: Ordered;
  let checkoutOnly: string;
  beforeAll(async () => {
    found = await ordered();
    await sql`
      update order_items set product_name = 'Bucket Hat Deluxe', color_name = 'Écru / Navy' where order_id = ${found.order}`;
    await sql`
      update checkout_lines set product_name = 'Bucket Hat Deluxe', color_name = 'Écru / Navy' where checkout_id = ${found.checkout}`;
    await sql`
      update checkouts set delivery = ${sql.json({ name: 'Zoë O’Brien-Smith', line1: '1 Æbelø Quay', phone: '+44 7700 900 123', town: 'St Ives', postcode: 'TR26 1LP', country: 'GB' })}
      where id = ${found.checkout}`;
    await sql`
      update billing_infos set name = 'Łukasz Nowak', email = 'Zoe.OBrien+hats@mail.example.org'
      where id = (select billing_info_id from checkouts where id = ${found.checkout})`;
    await sql`
      update color_variants set sku = 'OBR-1/NAVY', gtin = '4006381333931'
      where id = (select min(variant_id) from order_items where order_id = ${found.order})`;
    await send(found, { number: 'AB 123 456 785 GB' });
    await returned(found, 'R-7K2M9QXZ');
    await shop.refund(found.checkout, 're_ABCdef123', { pence: 1 });
    await dispute(found.checkout, 'du_XYZ987', 'won');
    checkoutOnly = await opened(await shop.newSku(5));
    await shop.complete(checkoutOnly, { charged: 5000 });
    await sql`
      update billing_infos set name = 'Grace Hopper', email = 'grace@navy.example'
      where id = (select billing_info_id from checkouts where id = ${checkoutOnly})`;
  });

  test.each([
    ['the name on the parcel', 'Zoë O’Brien-Smith'],
    ['the name without accents and apostrophe', 'zoe obrien'],
    ['the name with another apostrophe', "O'Brien"],
    ['a part of a double name', 'smith'],
    ['the name of the one who paid', 'lukasz'],
    ['the e-mail address', 'zoe.obrien+hats@mail.example.org'],
    ['the beginning of the e-mail address', 'ZOE.OBRIEN+HA'],
    ['the end of the e-mail address', 'mail.example.org'],
    ['the postcode', 'tr26 1lp'],
    ['the postcode without its blank', 'TR261LP'],
    ['the beginning of the postcode', 'tr26'],
    ['the town', 'Ives'],
    ['product and colour', 'deluxe ecru'],
    ['the beginnings of words', 'buck del'],
    ['the tracking number', 'AB123456785GB'],
    ['the tracking number as printed', 'ab 123 456 785 gb'],
    ['the code of the return', 'r-7k2m9qxz'],
    ['the code without its hyphen', 'R7K2M9QXZ'],
    ['the refund at Stripe', 're_ABCdef123'],
    ['the dispute', 'du_XYZ987'],
    ['several of them', 'obrien tr26 bucket'],
    ['the street', '1 æbelø quay'],
    ['the street on another keyboard', 'aebelo'],
    ['a name in quotation marks', '“Zoë”'],
    ['the telephone', '+447700900123'],
    ['the telephone as dialled at home', '07700 900123'],
    ['the telephone as dialled abroad', '0044 7700-900-123'],
    ['the telephone with a zero in brackets', '+44 (0)7700 900123'],
    ['the telephone in full-width digits', '０７７００９００１２３'],
    ['the SKU', 'obr-1/navy'],
    ['the SKU in pieces', 'OBR 1 navy'],
    ['the GTIN', '4006381 333931'],
  ])('finds an order by %s: %s', async (_what, search) => {
    const { rows, total } = await listed('all', { search });
    expect({ orders: rows.map(({ order }) => order), total }).toEqual({
      orders: [found.order],
      total: 1,
    });
  });

  test('finds an order by only its number, by its payment and by its reference', async () => {
    const number = found.order;
    const numbers = [
      `${number}`,
      `#${number}`,
      ` ${number} `,
      `order ${number}`,
      `Order no. #${number}`,
      `(${number})`,
      `№ ${number}`,
      `“${number}”`,
      `Order number: ${number}.`,
      [...String(number)]
        .map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
        .join(''),
    ];
    for (const search of numbers) {
      expect((await listed('all', { search })).rows[0]?.order).toBe(found.order);
    }
    const ids = [
      `pi_${found.checkout}`,
      `cs_test_${found.checkout}`,
      found.checkout.slice(0, 8).toUpperCase(),
    ];
    for (const search of ids) {
      const { rows } = await listed('all', { search });
      expect(rows.map(({ order }) => order)).toEqual([found.order]);
    }
    // The number is not indexed as a word, because the first digit would then find a tenth of all orders.
    const numbered = await sql`
      select order_id from order_words where order_id::text = any (tsvector_to_array(words))`;
    expect(numbered).toEqual([]);
  });

  test.each(['grace hopper', 'GRACE@navy', 'grace@navy.example', '“Grace”'])(
    'finds a payment without an order: %s',
    async (search) => {
      const { rows } = await listed('all', { search });
      expect(rows.map(({ checkout }) => checkout)).toEqual([checkoutOnly]);
    },
  );

  test('finds a payment without an order by its reference and Stripe’s ids', async () => {
    for (const search of [
      checkoutOnly.slice(0, 8),
      `pi_${checkoutOnly}`,
      `cs_test_${checkoutOnly}`,
    ]) {
      expect((await listed('decide', { search })).rows).toMatchObject([{ checkout: checkoutOnly }]);
    }
  });

  test('stays within a list', async () => {
    expect(await listed('returns', { search: 'obrien' })).toMatchObject({
      total: 1,
      rows: [{ order: found.order, why: { kind: 'return_asked' } }],
    });
    expect(await listed('to_send', { search: 'obrien' })).toEqual({
      rows: [],
      next: null,
      total: 0,
      before: 0,
      sells_labels: false,
    });
  });

  test.each([
    // Search text, and its normalised words.
    ['nobody at all', null],
    ['obrien hopper', null],
    ['!!!', null],
    ["'", null],
    ["' | 'a':*", 'a'],
    ["'); drop table orders; --", 'drop table orders'],
    ['\\', null],
    ['\\\\hat', 'hat'],
    ["a' & 'h", 'a h'],
    [':*', null],
    ['<->', null],
    ['a <-> hat', 'a hat'],
    ['!hat', 'hat'],
    ['%', null],
    ['_', null],
    ['((((', null],
    ['hat:*A', 'a hat'],
    ['😀', null],
    ['\u{1F9E2}'.repeat(90), null],
    ['hat '.repeat(50), 'hat'],
    ['x'.repeat(200), null],
    ["\u2019\u2018'", null],
    ['－－', null],
    ['9'.repeat(30), null],
  ])('accepts any text: %s', async (search, words) => {
    for (const list of ['all', 'to_send', 'decide'] as const) {
      const plain = words === null ? { total: 0 } : await listed(list, { search: words, limit: 1 });
      expect((await listed(list, { search, limit: 1 })).total).toBe(plain.total);
    }
    expect((await listed('all', { search: 'hat' })).total).toBeGreaterThan(20);
  });

  test('ignores blanks', async () => {
    expect(await listed('all', { search: '  ' })).toEqual(await listed('all'));
  });
});

/** Reasons for attention of some kinds, about one thing. */
const whysOfKinds = (kinds: readonly string[], id: unknown) =>
  kinds.map((kind) =>
    z.parse(StaffOrder.shape.whys.element, { kind, id: String(id), text: '', due_by: null }),
  );

/** Buttons of an order's page, with the SQL function that each ends in. */
const actCalls: readonly (readonly [button: RegExp, call: string])[] = [
  [/^Edit order$/, 'staff_edit_order'],
  [/^Add pieces$/, 'staff_open_link'],
  [/^Cancel$/, 'staff_cancel'],
  [/^Refund$/, 'staff_refund'],
  [/^Send again$/, 'staff_replace'],
  [/^Exchange$/, 'staff_exchange'],
  [/^Create a return$/, 'staff_ask_return'],
  [/^Write a message$/, 'staff_message'],
  [/^Add a note$/, 'staff_note'],
  [/^Dispatch$/, 'staff_dispatch'],
  [/^Print slip$/, 'orders_for_print'],
  [/^Receive/, 'staff_receive_return'],
  [/^Settle/, 'staff_settle_return'],
  [/^Refuse/, 'staff_refuse_return'],
  [/^Correct the label$/, 'staff_correct_label'],
  [/^Correct the e-mail/, 'staff_correct_email'],
  [/^Correct of /, 'staff_correct_parcel'],
  [/^Mark as delivered/, 'staff_deliver'],
  [/^Not sent after all/, 'staff_undo_dispatch'],
  [/^Resend/, 'staff_resend_mail'],
  [/^Retry refund of/, 'staff_retry_refund'],
  [/^Retry$/, 'staff_retry_payment'],
  [/^(Give up|Leave as given up)/, 'staff_give_up_refund'],
  [/^Accept/, 'staff_resolve_review'],
  [/^Call off$/, 'link_to_end'],
  [/^Close over-refund$/, 'staff_close_surplus'],
  [/^Refunded outside Stripe$/, 'staff_settle_payment'],
];

describe('one order', () => {
  test('shows the state of each unit, parcels, returns and history', async () => {
    const order = await ordered();
    const parcel = await send(order, { quantity: 1, number: 'XY1' });
    await callAs(packer, 'staff_deliver', randomUUID(), parcel);
    await callAs(manager, 'staff_cancel', randomUUID(), order.order, null, 'sold_out', false);
    await returned(order, 'R-00000009');
    await callAs(packer, 'staff_note', randomUUID(), order.checkout, 'Called the shopper');
    const found = await read({ order: order.order });
    expect(await read({ checkout: order.checkout })).toEqual(found);
    expect(found).toMatchObject({
      checkout: order.checkout,
      order: order.order,
      status: 'return_requested',
      checkout_status: 'completed',
      promise: { late: false },
      shopper: { name: 'Ada', phone: '07700' },
      delivery: { name: 'Ada', line1: '1 High St', country: 'GB' },
      label: null,
      express: false,
      units_to_send: 0,
      lines: [
        {
          product_name: 'A hat',
          ordered: 2,
          sent: 1,
          cancelled: 1,
          to_send: 0,
          return_asked: 1,
          returned: 0,
          refunded: 1,
          unit_pence: 2450,
        },
      ],
      parcels: [
        {
          id: parcel,
          carrier: 'Royal Mail',
          tracking_number: 'XY1',
          items: [{ variant_id: order.sku.variant_id, quantity: 1 }],
        },
      ],
      returns: [{ code: 'R-00000009', state: 'asked', reason: 'Too large' }],
      whys: [{ kind: 'return_asked' }],
      money: {
        charged_pence: 5194,
        refunded_pence: 0,
        owed_pence: 2597,
        rest_pence: 2597,
        stripe_payment_intent_id: `pi_${order.checkout}`,
        refunds: [
          {
            source: 'order',
            state: 'due',
            reason: 'cancelled',
            goods_pence: 2450,
            tax_pence: 147,
            amount_pence: 2597,
            items: [{ variant_id: order.sku.variant_id, quantity: 1 }],
          },
        ],
      },
    });
    const hat = [{ product_name: 'A hat', color_name: 'Ink', quantity: 1 }];
    expect(found.timeline).toMatchObject([
      { kind: 'paid', actor: 'shopper', staff: null, amount_pence: 5194 },
      { kind: 'dispatched', actor: 'staff', staff: 'Percy', tracking_number: 'XY1', items: hat },
      { kind: 'delivered', staff: 'Percy', about: String(parcel), tracking_number: 'XY1' },
      { kind: 'cancelled', staff: 'Morag', text: 'sold_out', items: hat, amount_pence: 2597 },
      {
        kind: 'return_asked',
        actor: 'shopper',
        about: 'R-00000009',
        text: 'Too large',
        items: hat,
      },
      { kind: 'note', staff: 'Percy', text: 'Called the shopper', items: null },
    ]);
    expect(found.mails.map(({ kind }) => kind).toSorted()).toEqual(
      expect.arrayContaining(['cancelled', 'delivered', 'dispatched', 'order']),
    );
  });

  test('the shopper’s timeline contains no staff names, notes or bank events', async () => {
    const order = await ordered();
    await send(order);
    await callAs(packer, 'staff_note', randomUUID(), order.checkout, 'A secret');
    await shop.refund(order.checkout, 're_told', { pence: 300 });
    await shop.refund(order.checkout, 're_failed', { pence: 200, status: 'failed' });
    await dispute(order.checkout, 'du_untold', 'needs_response', 1_900_000_000);
    await dispute(order.checkout, 'du_untold', 'won');
    const timeline = async (staff: boolean) => {
      const [{ told }] = await sql<[{ told: { kind: string; staff: unknown }[] }]>`
        select order_timeline(${order.order}, ${staff}) as told`;
      return told;
    };
    const shoppers = await timeline(false);
    expect(shoppers.map(({ kind }) => kind).toSorted()).toEqual(['dispatched', 'paid', 'refund']);
    expect(shoppers.map(({ staff }) => staff)).toEqual([null, null, null]);
    expect(JSON.stringify(shoppers)).not.toMatch(/secret|Percy|du_/);
    const all = await timeline(true);
    expect(all.map(({ kind }) => kind).toSorted()).toEqual([
      'dispatched',
      'dispute_closed',
      'dispute_opened',
      'note',
      'paid',
      'refund',
      'refund',
    ]);
  });

  test('returns are shown with their units, decisions with their amount', async () => {
    const order = await ordered();
    await send(order);
    const back = await returned(order, 'R-00000010');
    const items = [{ variant_id: order.sku.variant_id, restocked: 1, written_off: 0 }];
    await callAs(packer, 'staff_receive_return', randomUUID(), back, items);
    expect((await read({ order: order.order })).whys).toMatchObject([{ kind: 'return_received' }]);
    await callAs(manager, 'staff_settle_return', randomUUID(), back, 0, 0);
    const refused = await ordered();
    await send(refused);
    const other = await returned(refused, 'R-00000011');
    await callAs(manager, 'staff_refuse_return', randomUUID(), other, 'It was worn');
    const hat = [{ product_name: 'A hat', quantity: 1 }];
    expect((await read({ order: order.order })).timeline.slice(2)).toMatchObject([
      { kind: 'return_asked', about: 'R-00000010', items: hat },
      { kind: 'return_received', about: 'R-00000010', staff: 'Percy', items: hat },
      { kind: 'return_settled', about: 'R-00000010', staff: 'Morag', amount_pence: 2597 },
    ]);
    const [{ told }] = await sql<[{ told: unknown[] }]>`
      select order_timeline(${refused.order}, false) as told`;
    expect(told.at(-1)).toMatchObject({
      kind: 'return_refused',
      about: 'R-00000011',
      staff: null,
      text: 'It was worn',
    });
  });

  test('an exchange is a return and a later order, each linked to the other', async () => {
    const first = await ordered();
    await send(first);
    await returned(first, 'R-00000012');
    const stranger = await ordered(first.sku);
    const [{ user }] = await sql<[{ user: string }]>`
      select user_id as user from orders where id = ${first.order}`;
    const { checkout_id } = await shop.open(user, [{ sku: first.sku, quantity: 1 }]);
    const { order_id: next } = await shop.complete(checkout_id);
    expect(await read({ order: first.order }, packer)).toMatchObject({
      after_returns: [],
      returns: [{ code: 'R-00000012', next_order: next }],
    });
    expect(await read({ order: next ?? 0 }, packer)).toMatchObject({
      after_returns: [{ code: 'R-00000012', order: first.order }],
      returns: [],
    });
    expect((await read({ order: stranger.order })).after_returns).toEqual([]);
  });

  test('a payment without an order is read by its checkout', async () => {
    const checkout = await opened(await shop.newSku(5));
    await shop.complete(checkout, { charged: 5000 });
    expect(await read({ checkout })).toMatchObject({
      order: null,
      status: 'review',
      promise: null,
      lines: [{ ordered: 2, sent: 0, to_send: 0 }],
      whys: [{ kind: 'review' }],
      money: { charged_pence: 5000, rest_pence: 5000, refunds: [] },
    });
    await sql`select resolve_review(${checkout}, 'refund')`;
    expect((await read({ checkout })).money?.refunds).toMatchObject([
      { source: 'checkout', state: 'due', amount_pence: 5000 },
    ]);
  });

  test('contains no refunds of other orders', async () => {
    const [mine, other] = [await ordered(), await ordered()];
    const { rows } = await workOf(
      database,
      (tx) => tx`select staff_order(${mine.order}) from ${acting(tx, manager)}`,
      (tx) => tx`
        with event as (
          insert into order_events (checkout_id, kind, actor) values (${other.checkout}, 'refund_asked', 'shop') returning id
        )
        insert into order_refunds (id, act_id, order_id, reason, goodwill_pence)
        select id, id, ${other.order}, 'goodwill', 100 from event`,
    );
    expect(rows['orders']).toBeGreaterThan(0);
    expect(rows).not.toHaveProperty('order_refunds');
  });

  test('an unpaid checkout is not shown', async () => {
    const checkout = await opened(await shop.newSku(5));
    const unknown = { code: 'PT404', reason: 'order_unknown' };
    expect(await refusalOf(read({ checkout }))).toMatchObject(unknown);
    expect(await refusalOf(read({ checkout: randomUUID() }))).toMatchObject(unknown);
    expect(await refusalOf(read({ order: 999_999 }))).toMatchObject(unknown);
    expect(await refusalOf(read({}))).toMatchObject(unknown);
  });

  test('offers nobody an act that the database would refuse', async () => {
    const fresh = await ordered();
    const busy = await ordered();
    await send(busy, { quantity: 1 });
    await sql`update mail_outbox set status = 'sent', sent_at = now() where checkout_id = ${busy.checkout}`;
    await returned(busy, 'R-00000077');
    const unit = sql.json([{ variant_id: busy.sku.variant_id, quantity: 1 }]);
    await sql`
      select staff_cancel(${randomUUID()}, ${busy.order}, ${unit}, 'sold_out', false) from ${acting(sql, manager)}`;
    const sent = await ordered();
    await send(sent);
    const [toSend, found, away] = await Promise.all(
      [fresh, busy, sent].map(({ order }) => read({ order })),
    );
    if (!toSend || !found || !away) throw new Error('Three orders were read.');
    const [back] = found.returns;
    const here = back && { ...back, state: 'received' as const };
    const shown: StaffOrder[] = [
      toSend,
      away,
      {
        ...found,
        returns: here ? [here] : [],
        whys: [
          ...whysOfKinds(['review', 'refund_surplus', 'link_open', 'dispute'], 0),
          ...whysOfKinds(['refund_failed'], found.money?.refunds[0]?.id),
          ...whysOfKinds(['mail_parked'], found.mails[0]?.id),
          ...whysOfKinds(['return_received'], back?.id),
        ],
      },
      { ...found, whys: whysOfKinds(['return_asked'], back?.id) },
      { ...found, order: null, whys: whysOfKinds(['refund_failed'], 0) },
    ];
    const rights = new Map<string, string[]>();
    for (const { name, acts } of await sql<{ name: string; acts: string[] }[]>`
      select proname as name, array(
        select m[1] from regexp_matches(prosrc, 'require_staff\\(''(\\w+)''', 'g') m) as acts
      from pg_proc where pronamespace = 'public'::regnamespace`) {
      rights.set(name, acts);
    }
    const granted = await sql<{ acts: StaffAct[] }[]>`
      select array_agg(act::text) as acts from permissions group by role
      union all select array[act::text, 'read_orders', 'see_money'] from unnest(enum_range(null::staff_act)) act`;
    const used = new Set<string>();
    for (const { acts } of granted) {
      const sees = acts.includes('see_money');
      for (const order of shown) {
        const part = {
          order: sees ? order : { ...order, money: null },
          open: () => undefined,
          onNews: () => undefined,
        };
        const html = [Actions, Whys, Parcels, Returns, Delivery, Mails, MoneySection]
          .map((Part) =>
            renderToStaticMarkup(createElement(Acts, { value: acts }, createElement(Part, part))),
          )
          .join('');
        const buttons = html.matchAll(/<(button|a class="button[^>]*)[^>]*>(.*?)<\/(?:button|a)>/g);
        for (const [, , content = ''] of buttons) {
          const text = content.replaceAll(/<[^>]*>/g, '');
          // Opens the menu of the other actions.
          if (text === 'More actions') continue;
          const [, call] = actCalls.find(([name]) => name.test(text)) ?? [];
          expect(call, `the call of “${text}”`).toBeDefined();
          const needed = rights.get(call ?? '') ?? [];
          expect(needed, `rights of ${call}`).not.toEqual([]);
          expect(acts, `“${text}” for ${acts.join(', ')}`).toEqual(expect.arrayContaining(needed));
          used.add(call ?? '');
        }
      }
    }
    expect([...used].toSorted()).toEqual([...new Set(actCalls.map(([, call]) => call))].toSorted());
  });

  test('a packer sees no amounts in any response', async () => {
    const order = await ordered();
    const one = [{ variant_id: order.sku.variant_id, quantity: 1 }];
    await callAs(manager, 'staff_cancel', randomUUID(), order.order, one, 'sold_out', false);
    await shop.refund(order.checkout, 're_hidden', { pence: 300 });
    const { money, ...rest } = await read({ order: order.order }, packer);
    expect(money).toBeNull();
    const lists = await Promise.all(
      staffLists.map((list) => listed(list, { as: packer, limit: 1000 })),
    );
    const amounts: unknown[] = [];
    JSON.stringify([rest, lists], (key, value: unknown) => {
      if (key.endsWith('_pence')) amounts.push(value);
      return value;
    });
    expect(amounts.length).toBeGreaterThan(20);
    expect(amounts.every((amount) => amount === null)).toBe(true);
    expect((await listed('all')).rows.every((row) => row.total_pence !== null)).toBe(true);
  });
});

async function slipsOf(...orders: number[]): Promise<number[][]> {
  const { slips } = await printed(orders);
  return slips.map((slip) => slip.orders.map(({ order }) => order));
}

/** The orders of the row to send that a search finds. */
async function parcelOf(search: number) {
  const { rows } = await listed('to_send', { search: String(search) });
  expect(rows).toHaveLength(1);
  return [rows[0]?.order, ...(rows[0]?.with.map(({ order }) => order) ?? [])];
}

describe('papers', () => {
  test('have a slip for each order as requested, and a pick list for all', async () => {
    const sku = await shop.newSku(50);
    const [first, second, sent] = [await ordered(sku), await ordered(sku), await ordered(sku)];
    await send(second, { quantity: 1 });
    await send(sent);
    const label = { name: 'Somebody Else', line1: '2 Low St', country: 'GB' };
    await callAs(packer, 'staff_correct_label', randomUUID(), second.order, label);
    const asked = [second.order, sent.order, 999_999, first.order, second.order];
    const papers = await printed(asked);
    expect(papers).toMatchObject({
      slips: [
        {
          address: label,
          orders: [{ order: second.order, lines: [{ quantity: 1 }], part: true }],
        },
        {
          address: { name: 'Ada' },
          orders: [{ order: first.order, lines: [{ quantity: 2 }], part: false }],
        },
      ],
      pick: [{ variant_id: sku.variant_id, quantity: 3, orders: [second.order, first.order] }],
      left_out: [
        { order: sent.order, status: 'dispatched' },
        { order: 999_999, status: null },
      ],
    });
    expect(JSON.stringify(papers)).not.toContain('pence');
  });

  test('have one slip and one row for orders that leave to one person and address', async () => {
    const first = await ordered();
    const [{ user }] = await sql<[{ user: string }]>`
      select user_id as user from checkouts where id = ${first.checkout}`;
    const { checkout_id } = await shop.open(user, [{ sku: await shop.newSku(5), quantity: 1 }]);
    const second = (await shop.complete(checkout_id)).order_id ?? 0;
    const moveTo = (line1: string) => sql`
      update orders o set label = c.delivery || jsonb_build_object('line1', ${line1}::text)
      from checkouts c where c.id = o.checkout_id and o.id = ${second}`;
    const before = (await listed('to_send')).total;
    expect((await counted()).to_send).toBe(before);
    expect(await slipsOf(first.order, second)).toEqual([[first.order, second]]);
    expect(await slipsOf(second)).toEqual([[second, first.order]]);
    expect(await parcelOf(second)).toEqual([second, first.order]);
    const { with: others } = await read({ order: second });
    expect(others, 'can be checked with it').toMatchObject([
      { items: [{ to_send: 2, sku: expect.any(String) }] },
    ]);
    await moveTo('2 Low St');
    expect(await slipsOf(first.order, second)).toEqual([[first.order], [second]]);
    expect(await parcelOf(second)).toEqual([second]);
    expect((await counted()).to_send).toBe(before + 1);
    const [{ line1 }] = await sql<[{ line1: string }]>`
      select delivery ->> 'line1' as line1 from checkouts where id = ${first.checkout}`;
    await moveTo(`${line1.toUpperCase()},`);
    expect(await slipsOf(second)).toEqual([[second, first.order]]);
    await callAs(packer, 'staff_send_apart', second, true);
    expect(await slipsOf(second)).toEqual([[second]]);
    expect(await read({ order: second })).toMatchObject({ with: [], apart: [first.order] });
    await callAs(packer, 'staff_send_apart', second, false);
    await send(first);
    expect(await slipsOf(second)).toEqual([[second]]);
  });

  test('omit units that may not be dispatched', async () => {
    const [disputed, refunded] = [await ordered(), await ordered()];
    await dispute(disputed.checkout, 'du_stop', 'needs_response');
    await shop.refund(refunded.checkout, 're_stop', { status: 'pending' });
    const papers = await printed([disputed.order, refunded.order]);
    expect(papers.slips).toEqual([]);
    expect(papers.left_out.map(({ order }) => order)).toEqual([disputed.order, refunded.order]);
  });
});

test('require staff', async () => {
  const shopper = await shop.newShopper();
  const refusal = { code: 'PT404', reason: 'not_staff' };
  expect(await refusalOf(listed('all', { as: shopper }))).toMatchObject(refusal);
  expect(await refusalOf(callAs(shopper, 'staff_order', 1))).toMatchObject(refusal);
  expect(
    await refusalOf(sql`select orders_for_print('{1}') from ${acting(sql, shopper)}`),
  ).toMatchObject(refusal);
  const rows = await sql<{ name: string; may: boolean }[]>`
    select p.proname as name, has_function_privilege(role, p.oid, 'execute') as may
    from pg_proc p, unnest(array['anon', 'authenticated']) role
    where p.proname = any (array[
      'staff_orders', 'staff_order', 'orders_for_print', 'staff_counts', 'staff_list', 'staff_rows', 'staff_money',
      'order_timeline', 'checkout_timeline', 'checkouts_found'])`;
  expect(z.array(z.object({ may: z.literal(false) })).parse(rows)).toHaveLength(20);
});
