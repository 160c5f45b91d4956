import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  CANCELLATION_DAYS,
  RETURN_DAYS,
  REVIEW_DAYS,
  SEND_BACK_DAYS,
} from '#domain/basics/return-periods.ts';
import { returnKinds } from '#domain/enums.ts';
import { acting } from '#harness/acting.ts';
import { refusalOf, type Sku, withTax } from '../support/shop-database.ts';
import { londonDaysAgo } from '../support/london-days-ago.ts';
import { openDatabase } from '../support/open-database.ts';

const { shop, sql, newStaff, callAs, dispatch } = await openDatabase(12);
const packer = await newStaff('packer', 'packer');
const manager = await newStaff('manager', 'manager');

interface Bought {
  user: string;
  order: number;
  checkout: string;
  sku: Sku;
}

/** An order of some units of a new colour. `delivery` is a surcharge on each delivery option, in pence. */
async function bought(quantity = 2, { delivery = 0 } = {}): Promise<Bought> {
  const sku = await shop.newSku(quantity);
  const user = await shop.newShopper();
  const { checkout_id: checkout } = await shop.open(user, [{ sku, quantity }]);
  await sql`
    update checkout_shipping_options set amount_pence = amount_pence + ${delivery} where checkout_id = ${checkout}`;
  const { order_id } = await shop.complete(checkout, { shipping: delivery });
  return { user, order: order_id ?? 0, checkout, sku };
}

/** Another order of the same shopper. */
async function buyAgain({ user, sku }: Bought): Promise<number> {
  await sql`update color_variants set quantity = quantity + 1 where id = ${sku.variant_id}`;
  const { checkout_id } = await shop.open(user, [{ sku, quantity: 1 }]);
  const { order_id } = await shop.complete(checkout_id);
  // Otherwise the next checkout would count as the same purchase, which the browser has not shown yet.
  await sql`update checkouts set order_seen_at = now() where id = ${checkout_id}`;
  return order_id ?? 0;
}

/** Dispatches units of an order, by default all remaining ones. Returns the parcel's id. */
async function send({ order, sku }: Bought, quantity?: number): Promise<number> {
  const items = quantity === undefined ? null : [{ variant_id: sku.variant_id, quantity }];
  return (await dispatch(packer, order, { items })).parcel;
}

/** Backdates the dispatch and delivery of a parcel, in days. */
async function wasSent(parcel: number, sentDaysAgo: number, deliveredDaysAgo?: number) {
  await sql`
    update parcels set
      sent_at = ${londonDaysAgo(sql, sentDaysAgo)},
      delivered_at = ${londonDaysAgo(sql, deliveredDaysAgo ?? null)}
    where id = ${parcel}`;
  await sql`select settle_order(order_id) from parcels where id = ${parcel}`;
}

async function delivered(order: Bought, daysAgo = 1): Promise<void> {
  await wasSent(await send(order), daysAgo + 2, daysAgo);
}

interface Return {
  id: number;
  kind: string;
  state: string;
  code: string;
  status: string;
  reason: string | null;
  send_by: string;
  items: { variant_id: number; quantity: number; restocked: number; written_off: number }[];
  order_refund?: string | null;
}

async function ask(
  { user, order, sku }: Bought,
  {
    kind = 'return',
    quantity = 1,
    reason = 'Too large',
    event = randomUUID() as string,
    items = [{ variant_id: sku.variant_id, quantity }] as unknown,
  } = {},
): Promise<Return> {
  return callAs(user, 'shopper_ask_return', event, order, kind, items, reason);
}

async function receive(
  { sku }: Bought,
  id: number,
  { restocked = 0, written_off = 0, event = randomUUID() as string },
): Promise<Return> {
  const items = [{ variant_id: sku.variant_id, restocked, written_off }];
  return callAs(packer, 'staff_receive_return', event, id, items);
}

const refuse = (id: number, reason = 'Worn') =>
  callAs<Return>(manager, 'staff_refuse_return', randomUUID(), id, reason);

async function callOff(
  { user, order }: Bought,
  id: number,
  event: string = randomUUID(),
): Promise<Return> {
  return callAs(user, 'shopper_call_off_return', event, order, id);
}

async function optionsOf({ order }: Bought) {
  const [{ options }] = await sql<[{ options: Record<string, unknown> }]>`
    select order_options(${order}) as options`;
  return options;
}

async function statusOf({ order }: Bought): Promise<string> {
  const [row] = await sql<[{ status: string }]>`
    select status from orders where id = ${order}`;
  return row.status;
}

async function mailsOf({ checkout }: Bought): Promise<string[]> {
  const mails = await sql<{ kind: string }[]>`
    select kind::text from mail_outbox where checkout_id = ${checkout} and kind::text not like 'staff%' order by created_at, mail_outbox.kind`;
  return mails.map(({ kind }) => kind);
}

describe('the return period', () => {
  test('has the same days in SQL as in texts', async () => {
    const [days] = await sql`select * from return_periods()`;
    expect(days).toEqual({
      return_days: RETURN_DAYS,
      cancellation_days: CANCELLATION_DAYS,
      send_back_days: SEND_BACK_DAYS,
      review_days: REVIEW_DAYS,
    });
  });

  test('ends 30 days after delivery by the shop’s rule, and by law after 14 or on the next business day', async () => {
    const order = await bought();
    const parcel = await send(order);
    await sql`
      update parcels set sent_at = '2026-11-23T10:00Z', delivered_at = '2026-11-26T10:00Z' where id = ${parcel}`;
    const [window] = await sql`
      select sent, delivered_on::text, delivery_known, return_until::text, withdraw_until::text
      from return_window(${order.order})`;
    expect(window).toEqual({
      sent: true,
      delivered_on: '2026-11-26',
      delivery_known: true,
      return_until: '2026-12-26',
      withdraw_until: '2026-12-10',
    });
    await sql`update parcels set delivered_at = '2026-12-11T10:00Z' where id = ${parcel}`;
    await sql`select settle_order(${order.order})`;
    const [later] = await sql`
      select withdraw_until::text from return_window(${order.order})`;
    // Christmas Day is a Friday, Boxing Day's substitute a Monday.
    expect(later).toEqual({ withdraw_until: '2026-12-29' });
    await wasSent(parcel, 40, 30);
  });

  test('counts from dispatch, the longest transit and ten business days if the delivery date is unknown', async () => {
    const order = await bought();
    const parcel = await send(order);
    await sql`update parcels set sent_at = '2027-02-01T10:00Z' where id = ${parcel}`;
    const [window] = await sql`
      select delivered_on::text, delivery_known, return_until::text from return_window(${order.order})`;
    // Standard delivery takes three business days: 13 business days after Monday 1 February.
    expect(window).toEqual({
      delivered_on: '2027-02-18',
      delivery_known: false,
      return_until: '2027-03-20',
    });
  });

  test.each([
    ['early: it replaces the estimate', '2027-02-16', '2027-02-04'],
    ['on the estimated day', '2027-02-18', '2027-02-04'],
    ['later: the period that runs stays as shown', '2027-02-19', '2027-02-18'],
    ['later, and later than estimated', '2027-03-01', '2027-02-25', '2027-02-25'],
  ])(
    'counts from a delivery that is recorded %s',
    async (_case, recorded, from, arrived = '2027-02-04') => {
      const order = await bought();
      const parcel = await send(order);
      await sql`
      update parcels set sent_at = '2027-02-01T10:00Z', delivered_at = ${`${arrived}T10:00Z`}::timestamptz,
        confirmed_at = ${`${recorded}T12:00Z`}::timestamptz where id = ${parcel}`;
      const [window] = await sql`
      select delivered_on::text, delivery_known from return_window(${order.order})`;
      expect(window).toEqual({ delivered_on: from, delivery_known: true });
      await wasSent(parcel, 40, 30);
    },
  );

  test('starts with the last of several parcels, and is open-ended until all are dispatched', async () => {
    const order = await bought(2);
    await wasSent(await send(order, 1), 60, 50);
    expect(await optionsOf(order)).toMatchObject({
      can_cancel: true,
      can_return: true,
      can_withdraw: true,
      return_until: null,
      withdraw_until: null,
    });
    await wasSent(await send(order, 1), 3, 1);
    expect(await optionsOf(order)).toMatchObject({ can_return: true, can_withdraw: true });
    expect((await optionsOf(order))['return_until']).not.toBeNull();
  });

  test.each([
    [14, { can_return: true, can_withdraw: true }],
    [30, { can_return: true, can_withdraw: false }],
    [31, { can_return: false, can_withdraw: false }],
  ])('%i days after delivery an order offers %j', async (days, options) => {
    const order = await bought();
    await delivered(order, days);
    expect(await optionsOf(order)).toMatchObject({ ...options, can_cancel: false });
  });

  test('has ended on the next day: requests are refused, and nothing changes', async () => {
    const order = await bought();
    await delivered(order, 31);
    for (const kind of returnKinds) {
      expect(await refusalOf(ask(order, { kind }))).toMatchObject({
        code: 'PT409',
        reason: 'window_over',
        detail: { until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
      });
    }
    expect(await statusOf(order)).toBe('delivered');
    expect(await sql`select from returns where order_id = ${order.order}`).toHaveLength(0);
  });
});

test('the shopper cancels undispatched units, and can return dispatched ones', async () => {
  const order = await bought(3);
  await send(order, 1);
  await sql`select shopper_cancel(${randomUUID()}, ${order.order})`;
  const [units] = await sql`
    select sent, cancelled, to_send from order_units where order_id = ${order.order}`;
  expect(units).toEqual({ sent: 1, cancelled: 2, to_send: 0 });
  expect(await optionsOf(order)).toMatchObject({ can_cancel: false, can_return: true });
  expect(
    await refusalOf(sql`select shopper_cancel(${randomUUID()}, ${order.order})`),
  ).toMatchObject({ reason: 'already_left' });
});

describe('requesting a return', () => {
  test('returns a code, owes an e-mail and marks the order', async () => {
    const order = await bought();
    await delivered(order, 20);
    const asked = await ask(order);
    expect(asked).toMatchObject({
      kind: 'return',
      state: 'asked',
      status: 'return_requested',
      reason: 'Too large',
      code: expect.stringMatching(/^R-[0-9A-HJKMNP-TV-Z]{8}$/),
      items: [{ variant_id: order.sku.variant_id, quantity: 1, restocked: 0, written_off: 0 }],
    });
    expect(await mailsOf(order)).toEqual(['order', 'dispatched', 'return_asked']);
    expect(await optionsOf(order)).toMatchObject({
      returnable: [{ variant_id: order.sku.variant_id, quantity: 1 }],
    });
  });

  test('within the statutory period is a withdrawal, whatever its kind, without a stored reason', async () => {
    const order = await bought();
    await delivered(order, 5);
    expect(await ask(order)).toMatchObject({ kind: 'withdrawal', reason: null });
    expect(await ask(order, { kind: 'fault', reason: 'A seam is open' })).toMatchObject({
      kind: 'fault',
      reason: 'A seam is open',
    });
  });

  test('for a fault requires a description', async () => {
    const order = await bought();
    await delivered(order);
    expect(await refusalOf(ask(order, { kind: 'fault', reason: ' ' }))).toMatchObject({
      code: 'PT400',
      reason: 'reason_missing',
    });
  });

  test('with twenty presses of the same button requests it once', async () => {
    const order = await bought();
    await delivered(order);
    const event = randomUUID();
    const asked = await Promise.all(Array.from({ length: 20 }, () => ask(order, { event })));
    expect(new Set(asked.map(({ code }) => code)).size).toBe(1);
    expect(await sql`select from returns where order_id = ${order.order}`).toHaveLength(1);
    expect(await mailsOf(order)).toEqual(['order', 'dispatched', 'return_asked']);
  });

  test('with twenty different presses never exceeds the dispatched units', async () => {
    const order = await bought(3);
    await delivered(order);
    const all = await Promise.all(Array.from({ length: 20 }, () => refusalOf(ask(order))));
    expect(all.filter((refusal) => refusal === undefined)).toHaveLength(3);
    expect(all.filter((refusal) => refusal?.reason === 'too_many_units')).toHaveLength(17);
  });

  test.each([
    ['more units', (sku: Sku) => [{ variant_id: sku.variant_id, quantity: 3 }], 'too_many_units'],
    [
      'more units in two lines',
      (sku: Sku) => [
        { variant_id: sku.variant_id, quantity: 1 },
        { variant_id: sku.variant_id, quantity: 2 },
      ],
      'too_many_units',
    ],
    ['no units', (sku: Sku) => [{ variant_id: sku.variant_id, quantity: 0 }], 'too_many_units'],
    ['less', (sku: Sku) => [{ variant_id: sku.variant_id, quantity: -1 }], 'too_many_units'],
    ['another colour', () => [{ variant_id: 999_999, quantity: 1 }], 'too_many_units'],
    ['no colour', () => [{ quantity: 1 }], 'too_many_units'],
    ['nothing', () => [], 'nothing_to_return'],
  ])('for %s than the order has is refused', async (_name, items, reason) => {
    const order = await bought(2);
    await delivered(order);
    const refusal = await refusalOf(ask(order, { items: items(order.sku) }));
    expect(refusal).toMatchObject({ code: 'PT409', reason });
    expect(await statusOf(order)).toBe('delivered');
  });

  test('before dispatch is refused, because the order can be cancelled', async () => {
    const order = await bought();
    expect(await refusalOf(ask(order))).toMatchObject({ code: 'PT409', reason: 'not_sent' });
    expect(await optionsOf(order)).toMatchObject({ can_cancel: true, can_return: false });
  });

  test('by another person finds no order', async () => {
    const order = await bought();
    await delivered(order);
    const thief = await shop.newShopper();
    const stolen = { ...order, user: thief };
    expect(await refusalOf(ask(stolen))).toMatchObject({ code: 'PT404', reason: 'order_unknown' });
    const { id } = await ask(order);
    expect(await refusalOf(callOff(stolen, id))).toMatchObject({ code: 'PT404' });
    const other = await bought();
    expect(await refusalOf(callOff(other, id))).toMatchObject({
      code: 'PT404',
      reason: 'return_unknown',
    });
  });

  test('with another order’s event is refused', async () => {
    const [one, two] = [await bought(), await bought()];
    await delivered(one);
    await delivered(two);
    const event = randomUUID();
    await ask(one, { event });
    expect(await refusalOf(ask(two, { event }))).toMatchObject({ reason: 'action_used' });
  });

  test('can be cancelled until the goods arrive', async () => {
    const order = await bought();
    await delivered(order);
    const { id } = await ask(order);
    const event = randomUUID();
    const called = await callOff(order, id, event);
    expect(called).toMatchObject({ state: 'called_off', status: 'delivered' });
    expect(await callOff(order, id, event)).toEqual(called);
    expect(await refusalOf(callOff(order, id))).toMatchObject({ reason: 'return_called_off' });
    const again = await ask(order, { quantity: 2 });
    await receive(order, again.id, { restocked: 1 });
    expect(await refusalOf(callOff(order, again.id))).toMatchObject({ reason: 'return_received' });
  });
});

describe('the order after a return', () => {
  interface Seen {
    id: number;
    after_returns: unknown[];
    returns: { id: number; next_order: number | null }[];
  }

  async function seen(order: number): Promise<Seen> {
    const [{ shown }] = await sql<[{ shown: Seen }]>`select shopper_order(${order}) as shown`;
    return shown;
  }

  async function nextOf({ order }: Bought): Promise<(number | null)[]> {
    return (await seen(order)).returns.map(({ next_order }) => next_order);
  }

  test.each([
    ['return', 'return', 20],
    ['withdrawal that was asked for as a return', 'return', 5],
    ['fault', 'fault', 5],
  ])('is linked with it: a %s', async (_name, kind, daysAgo) => {
    const first = await bought();
    const early = await buyAgain(first);
    await delivered(first, daysAgo);
    const { code } = await ask(first, { kind, reason: 'A seam is open' });
    expect(await nextOf(first)).toEqual([null]);
    const next = await buyAgain(first);
    const later = await buyAgain(first);
    expect(await nextOf(first)).toEqual([next]);
    expect((await seen(next)).after_returns).toEqual([{ code, order: first.order }]);
    for (const other of [first.order, early, later]) {
      expect((await seen(other)).after_returns).toEqual([]);
    }
  });

  test('is linked with every return requested before it', async () => {
    const first = await bought(2);
    await delivered(first);
    const codes = [(await ask(first)).code, (await ask(first)).code];
    const next = await buyAgain(first);
    expect((await seen(next)).after_returns).toEqual(
      codes.map((code) => ({ code, order: first.order })),
    );
  });

  test('is not another shopper’s, or one placed 30 days later', async () => {
    const first = await bought();
    await delivered(first);
    const { id } = await ask(first);
    const other = await bought();
    expect(await nextOf(first)).toEqual([null]);
    expect((await seen(other.order)).after_returns).toEqual([]);
    const next = await buyAgain(first);
    await sql`update returns set asked_at = now() - interval '30 days 1 hour' where id = ${id}`;
    expect(await nextOf(first)).toEqual([null]);
    expect((await seen(next)).after_returns).toEqual([]);
    await sql`update returns set asked_at = now() - interval '29 days' where id = ${id}`;
    expect(await nextOf(first)).toEqual([next]);
  });

  test('is not linked with a cancelled return or a withdrawal', async () => {
    const kept = await bought();
    await delivered(kept);
    await callOff(kept, (await ask(kept)).id);
    const afterKept = await buyAgain(kept);
    expect(await nextOf(kept)).toEqual([null]);
    expect((await seen(afterKept)).after_returns).toEqual([]);

    const withdrawn = await bought();
    await delivered(withdrawn);
    await sql`select withdraw_order(${randomUUID()}, ${withdrawn.order})`;
    await buyAgain(withdrawn);
    expect(await nextOf(withdrawn)).toEqual([null]);
  });

  test('is no longer linked once the account is closed', async () => {
    const first = await bought();
    await delivered(first);
    await ask(first);
    const next = await buyAgain(first);
    expect(await nextOf(first)).toEqual([next]);
    await sql`select close_account(${first.user})`;
    expect(await nextOf(first)).toEqual([null]);
    expect((await seen(next)).after_returns).toEqual([]);
  });
});

describe('a return that arrives', () => {
  test('restocks sellable units once, with one e-mail to the shopper', async () => {
    const order = await bought(3);
    await delivered(order);
    const { id } = await ask(order, { quantity: 3 });
    const event = randomUUID();
    await Promise.all(
      Array.from({ length: 5 }, () => receive(order, id, { restocked: 1, written_off: 1, event })),
    );
    expect(await shop.unitsOf(order.sku)).toBe(1);
    const later = await receive(order, id, { restocked: 1 });
    expect(later).toMatchObject({
      state: 'received',
      status: 'returned',
      items: [{ quantity: 3, restocked: 2, written_off: 1 }],
    });
    expect(await shop.unitsOf(order.sku)).toBe(2);
    expect(await mailsOf(order)).toEqual([
      'order',
      'dispatched',
      'return_asked',
      'return_received',
    ]);
  });

  test('has at least one unit and no more than requested', async () => {
    const order = await bought(2);
    await delivered(order);
    const { id } = await ask(order);
    for (const came of [{ restocked: 2 }, { restocked: 1, written_off: 1 }, { restocked: -1 }]) {
      expect(await refusalOf(receive(order, id, came))).toMatchObject({
        code: 'PT409',
        reason: 'too_many_units',
      });
    }
    expect(await refusalOf(receive(order, id, {}))).toMatchObject({ reason: 'nothing_received' });
    const other = await bought();
    expect(await refusalOf(receive(other, id, { restocked: 1 }))).toMatchObject({
      reason: 'too_many_units',
    });
    expect(await shop.unitsOf(order.sku)).toBe(0);
  });

  test('that the shop refuses is sent back to the shopper, with the reason', async () => {
    const order = await bought(2);
    await delivered(order);
    const { id } = await ask(order);
    expect(await refusalOf(refuse(id, ' '))).toMatchObject({ reason: 'reason_missing' });
    await receive(order, id, { written_off: 1 });
    expect(await refuse(id)).toMatchObject({
      state: 'refused',
      status: 'delivered',
      items: [{ written_off: 0 }],
    });
    expect(await mailsOf(order)).toContain('return_refused');
    expect(await refusalOf(refuse(id))).toMatchObject({ reason: 'return_refused' });
    expect(await refusalOf(receive(order, id, { restocked: 1 }))).toMatchObject({
      reason: 'return_refused',
    });
  });

  test('cannot be refused once part of it is restocked', async () => {
    const order = await bought(2);
    await delivered(order);
    const { id } = await ask(order, { quantity: 2 });
    await receive(order, id, { restocked: 1, written_off: 1 });
    expect(await refusalOf(refuse(id))).toMatchObject({ code: 'PT409', reason: 'restocked' });
  });
});

interface Settled extends Return {
  refund: { amount_pence: number; state: string } | null;
}

async function settle(
  id: number,
  {
    event = randomUUID() as string,
    shipping = null as number | null,
    deduction = 0,
    by = manager,
  } = {},
): Promise<Settled> {
  return callAs(by, 'staff_settle_return', event, id, shipping, deduction, 'Worn');
}

describe('settling a return', () => {
  test('owes the price of the received units, with tax, once for any number of presses', async () => {
    const order = await bought(3);
    await delivered(order);
    const { id } = await ask(order, { quantity: 2 });
    await receive(order, id, { restocked: 1 });
    const event = randomUUID();
    const all = await Promise.all(Array.from({ length: 10 }, () => settle(id, { event })));
    expect(new Set(all.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(all[0]).toMatchObject({
      state: 'settled',
      refund: { amount_pence: 2597, state: 'due' },
    });
    expect(await refusalOf(settle(id))).toMatchObject({ reason: 'return_settled' });
    // The unit that was not received may still be returned.
    expect(await optionsOf(order)).toMatchObject({
      returnable: [{ variant_id: order.sku.variant_id, quantity: 2 }],
    });
  });

  test('deducts the loss in value by use', async () => {
    const order = await bought(2);
    await delivered(order);
    const { id } = await ask(order, { quantity: 2 });
    await receive(order, id, { restocked: 2 });
    expect(await settle(id, { deduction: 1000 })).toMatchObject({
      refund: { amount_pence: 4194 },
    });
  });

  test('shows a deduction and its reason to shopper and staff, and makes none without', async () => {
    const order = await bought(2);
    await delivered(order);
    const { id } = await ask(order, { quantity: 1 });
    await receive(order, id, { restocked: 1 });
    const silent = callAs(manager, 'staff_settle_return', randomUUID(), id, null, 1000, ' ');
    expect(await refusalOf(silent)).toMatchObject({ reason: 'deduction_unexplained' });
    await settle(id, { deduction: 1000 });
    const [{ refund }] = await sql<[{ refund: string }]>`
      select refund_id as refund from begin_order_refund(${order.order})`;
    await sql`
      select record_refunds(stripe_payment_intent_id, jsonb_build_array(jsonb_build_object(
        'id', 're_worn', 'amount_pence', 1597, 'status', 'succeeded', 'created', 1, 'attempt', ${refund}::text)))
      from payments where checkout_id = ${order.checkout}`;
    const [page] = await sql`
      select p -> 'refunds' -> 0 as refund, p -> 'credit_notes' -> 0 as note,
        jsonb_path_query_first(p, '$.timeline[*] ? (@.kind == "return_settled")') as told,
        jsonb_path_query_first(s, '$.timeline[*] ? (@.kind == "return_settled")') as history,
        jsonb_path_query_first(s, '$.money.refunds[0]') as studio
      from shopper_order(${order.order}) p, ${acting(sql, manager)}, staff_order(${order.order}) s`;
    const deducted = { deduction_pence: 1000, text: 'Worn' };
    expect(page).toMatchObject({
      refund: { amount_pence: 1597, deduction_pence: 1000, deduction_reason: 'Worn' },
      // £10.00 less its tax, which has a line of its own.
      note: {
        amount_pence: 1597,
        goods_pence: 2450,
        deduction_pence: 943,
        deduction_reason: 'Worn',
        reason: 'withdrawal',
        items: [{ quantity: 1, pence: 2450 }],
      },
      told: deducted,
      history: deducted,
      studio: { amount_pence: 1597, deduction_pence: 1000 },
    });
  });

  test('deducts all of the price, and closes without money, with an e-mail, unless delivery goes back', async () => {
    for (const [shipping, refund] of [
      [0, null],
      [700, { amount_pence: 700 }],
    ] as const) {
      const order = await bought(2, { delivery: 1295 });
      await delivered(order);
      const { id } = await ask(order, { quantity: 1 });
      await receive(order, id, { written_off: 1 });
      const deduction = withTax(2450);
      expect(await refusalOf(settle(id, { shipping, deduction: deduction + 1 }))).toMatchObject({
        reason: 'too_much',
      });
      expect(await settle(id, { shipping, deduction })).toMatchObject({ state: 'settled', refund });
      const mails = await sql`
        select order_mail_content(m) -> 'deducted' as deducted from mail_outbox m
        where checkout_id = ${order.checkout} and kind = 'return_settled'`;
      // The e-mail about a refund names the deduction otherwise.
      const told = [{ deducted: { amount_pence: deduction, reason: 'Worn' } }];
      expect([...mails]).toEqual(refund === null ? told : []);
    }
  });

  test.each([
    ['a withdrawal from all of the order', 'withdrawal', 2, 5, 2, 1295],
    ['a withdrawal from a part of it', 'withdrawal', 1, 5, 1, 0],
    ['a fault', 'fault', 2, 20, 2, 1295],
    ['a return by the shop’s rule', 'return', 2, 20, 2, 0],
  ])(
    'with %s refunds the cheapest delivery offered, or none',
    async (_name, kind, quantity, days, came, delivery) => {
      const order = await bought(2, { delivery: 1295 });
      await delivered(order, days);
      const { id } = await ask(order, { kind, quantity });
      await receive(order, id, { written_off: came });
      expect(await settle(id)).toMatchObject({
        refund: { amount_pence: withTax(2450 * quantity) + delivery },
      });
    },
  );

  test('moves no more money for units refunded at Stripe’s dashboard', async () => {
    const order = await bought(2);
    await delivered(order);
    const { id } = await ask(order, { quantity: 2 });
    await receive(order, id, { restocked: 2 });
    await shop.refund(order.checkout, `re_${order.order}`);
    expect(await settle(id)).toMatchObject({ state: 'settled', refund: null });
  });

  test('moves no more money for units refunded before arrival, even if one is kept', async () => {
    const order = await bought(2);
    await delivered(order);
    const { id } = await ask(order);
    const items = [{ variant_id: order.sku.variant_id, quantity: 1 }];
    await callAs(manager, 'staff_refund', randomUUID(), order.order, items, 0, 0, 'return', id);
    const received = await receive(order, id, { restocked: 1 });
    expect(received, 'nobody has to settle it').toMatchObject({ state: 'settled' });
    const [{ content }] = await sql<[{ content: object }]>`
      select mail_content(id) as content from mail_outbox
      where checkout_id = ${order.checkout} and kind = 'return_received'`;
    expect(content).toMatchObject({ refund_due: false, refunded_pence: withTax(2450) });
  });

  test('requires the goods, a manager and a recent login', async () => {
    const order = await bought(2);
    await delivered(order);
    const { id } = await ask(order);
    expect(await refusalOf(settle(id))).toMatchObject({ reason: 'return_asked' });
    await receive(order, id, { restocked: 1 });
    expect(await refusalOf(settle(id, { by: packer }))).toMatchObject({
      code: 'PT403',
      reason: 'role_too_low',
    });
    expect(await refusalOf(settle(id, { by: order.user }))).toMatchObject({ code: 'PT404' });
    const late = await newStaff('manager');
    await sql`
      update auth.sessions set created_at = now() - interval '31 minutes' where user_id = ${late}`;
    expect(await refusalOf(settle(id, { by: late }))).toMatchObject({ reason: 'login_too_old' });
    expect(await statusOf(order)).toBe('returned');
  });
});

interface Withdrawn {
  at: string;
  status: string;
  cancelled: boolean;
  cancels_at: string | null;
  return: Return | null;
  refund: { amount_pence: number; state: string } | null;
}

async function withdraw(
  { order, sku }: Bought,
  event: string = randomUUID(),
  quantity?: number,
): Promise<Withdrawn> {
  const name = sql.json({ name: 'Ada' });
  const part = quantity === undefined ? null : [{ variant_id: sku.variant_id, quantity }];
  const [{ withdrawn }] = await sql<[{ withdrawn: Withdrawn }]>`
    select withdraw_order(${event}, ${order}, ${name}, ${sql.json(part)}) as withdrawn`;
  return withdrawn;
}

describe('withdrawing from the contract', () => {
  test('before dispatch cancels the order and owes the full amount', async () => {
    const order = await bought(2, { delivery: 795 });
    const event = randomUUID();
    const all = await Promise.all(Array.from({ length: 10 }, () => withdraw(order, event)));
    expect(new Set(all.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(all[0]).toMatchObject({
      cancelled: true,
      return: null,
      status: 'cancelled',
      refund: { amount_pence: 5194 + 795, state: 'due' },
    });
    expect(await shop.unitsOf(order.sku)).toBe(2);
    expect(await mailsOf(order)).toEqual(['order', 'cancelled']);
    expect(await refusalOf(withdraw(order))).toMatchObject({
      code: 'PT409',
      reason: 'nothing_to_return',
    });
  });

  test('after delivery creates a return with its code and the declaration', async () => {
    const order = await bought(2);
    await delivered(order, 10);
    const event = randomUUID();
    const withdrawn = await withdraw(order, event);
    expect(withdrawn).toMatchObject({
      cancelled: false,
      status: 'return_requested',
      return: { kind: 'withdrawal', reason: null, items: [{ quantity: 2 }] },
    });
    expect(await withdraw(order, event)).toEqual(withdrawn);
    const [declared] = await sql`
      select detail ->> 'name' as name, actor from order_events where id = ${event}`;
    expect(declared).toEqual({ name: 'Ada', actor: 'shopper' });
    expect(await mailsOf(order)).toEqual(['order', 'dispatched', 'return_asked']);
  });

  test('from a partly dispatched order does both', async () => {
    const order = await bought(3);
    await send(order, 1);
    const event = randomUUID();
    const withdrawn = await withdraw(order, event);
    expect(withdrawn).toMatchObject({
      cancelled: true,
      status: 'return_requested',
      return: { items: [{ quantity: 1 }] },
      refund: { amount_pence: 5194 },
    });
    expect(await withdraw(order, event)).toEqual(withdrawn);
    expect(await mailsOf(order)).toEqual(['order', 'dispatched', 'cancelled', 'return_asked']);
  });

  test('from a part keeps the rest: undispatched units are cancelled first, then units are returned', async () => {
    const order = await bought(4, { delivery: 795 });
    await send(order, 2);
    const choice = async () => {
      const [{ items }] = await sql<[{ items: unknown }]>`
        select withdrawable_items(${order.order}) -> 'items' as items`;
      return items;
    };
    expect(await choice()).toMatchObject([
      { variant_id: order.sku.variant_id, to_cancel: 2, to_return: 2 },
    ]);
    const event = randomUUID();
    const first = await withdraw(order, event, 3);
    expect(first).toMatchObject({
      cancelled: true,
      return: { kind: 'withdrawal', items: [{ quantity: 1 }] },
      // Without the delivery, because part of the order is kept.
      refund: { amount_pence: 5194 },
    });
    expect(await withdraw(order, event, 1)).toEqual(first);
    expect(await choice()).toMatchObject([{ to_cancel: 0, to_return: 1 }]);
    expect(await refusalOf(withdraw(order, randomUUID(), 2))).toMatchObject({
      code: 'PT409',
      reason: 'too_many_units',
    });
    expect(await withdraw(order, randomUUID(), 1)).toMatchObject({
      cancelled: false,
      return: { items: [{ quantity: 1 }] },
    });
    expect(await choice()).toEqual([]);
    expect(await mailsOf(order)).toEqual([
      'order',
      'dispatched',
      'cancelled',
      'return_asked',
      'return_asked',
    ]);
  });

  test('from a part is refused for units that the order does not have, and nothing changes', async () => {
    const order = await bought(2);
    const other = await bought(2);
    const foreign = { ...order, sku: other.sku };
    expect(await refusalOf(withdraw(foreign, randomUUID(), 1))).toMatchObject({
      reason: 'item_unknown',
    });
    expect(await refusalOf(withdraw(order, randomUUID(), 0))).toMatchObject({
      reason: 'items_malformed',
    });
    expect(await statusOf(order)).toBe('processing');
  });

  test('ends after the statutory period', async () => {
    const order = await bought(2);
    await delivered(order, 25);
    expect(await refusalOf(withdraw(order))).toMatchObject({
      code: 'PT409',
      reason: 'window_over',
    });
    expect(await statusOf(order)).toBe('delivered');
  });

  test('cannot reuse the idempotency key of another order’s withdrawal', async () => {
    const [one, two] = [await bought(), await bought()];
    const event = randomUUID();
    await withdraw(one, event);
    expect(await refusalOf(withdraw(two, event))).toMatchObject({ reason: 'action_used' });
  });
});

/** Withdraws with only number and address. */
async function declare({ order }: Bought, event: string = randomUUID()): Promise<Withdrawn> {
  const [{ withdrawn }] = await sql<[{ withdrawn: Withdrawn }]>`
    select withdraw_order(${event}, ${order}, '{"name": "Ada"}', p_proven => false) as withdrawn`;
  return withdrawn;
}
const keep = ({ order }: Bought, event: string = randomUUID()) =>
  sql`select keep_order(${event}, ${order})`;
/** Advances time by half an hour and processes due withdrawals in two concurrent sweeps. */
async function sweepWithdrawals(after = 31): Promise<void> {
  await sql`
    update orders set cancels_at = cancels_at - make_interval(mins => ${after}) where cancels_at is not null`;
  const [{ due }] = await sql<[{ due: string[] }]>`select withdrawals_due(50) as due`;
  for (const order of due) {
    const carryOut = () => sql`select carry_out_withdrawal(${order})`;
    await Promise.all([carryOut(), carryOut()]);
  }
}
const leaving = async ({ order }: Bought) => {
  const rows = await sql`select from orders_leaving where id = ${order}`;
  return rows.length;
};

describe('a withdrawal by order number and address', () => {
  test('stops the dispatch for half an hour, then cancels and refunds once', async () => {
    const order = await bought(2, { delivery: 795 });
    const event = randomUUID();
    const declared = await declare(order, event);
    expect(await declare(order, event)).toEqual(declared);
    expect(declared).toMatchObject({
      cancelled: false,
      cancels_at: expect.any(String),
      status: 'processing',
      refund: null,
    });
    expect(await refusalOf(declare(order))).toMatchObject({ reason: 'withdrawal_declared' });
    expect(await leaving(order)).toBe(0);
    expect(await send(order), 'nothing leaves meanwhile').toBeNull();
    await sweepWithdrawals(29);
    expect(await statusOf(order)).toBe('processing');
    expect(await shop.unitsOf(order.sku)).toBe(0);

    await sweepWithdrawals();
    await sweepWithdrawals();
    expect(await statusOf(order)).toBe('cancelled');
    expect(await shop.unitsOf(order.sku)).toBe(2);
    expect(await mailsOf(order)).toEqual(['order', 'cancelled', 'cancelled']);
    const owed = await sql`
      select amount_pence::int as pence, reason from order_refunds where order_id = ${order.order}`;
    expect([...owed]).toEqual([{ pence: 5194 + 795, reason: 'withdrawal' }]);
    expect(await refusalOf(keep(order))).toMatchObject({ reason: 'not_withdrawn' });
  });

  test('can be undone by the owner, and then requires the mailed link', async () => {
    const order = await bought(2);
    await declare(order);
    const event = randomUUID();
    await keep(order, event);
    await keep(order, event);
    await sweepWithdrawals();
    expect(await statusOf(order)).toBe('processing');
    expect(await leaving(order)).toBe(1);
    expect(await refusalOf(declare(order))).toMatchObject({ reason: 'link_needed' });
    expect(await withdraw(order)).toMatchObject({ cancelled: true });
  });

  test('ends once everything is cancelled otherwise, and covers the rest of a part', async () => {
    const [whole, part] = [await bought(2), await bought(3)];
    await send(part, 1);
    await declare(whole);
    expect(await declare(part)).toMatchObject({
      cancelled: false,
      return: { items: [{ quantity: 1 }] },
    });
    await sql`select shopper_cancel(${randomUUID()}, ${whole.order})`;
    const items = [{ variant_id: part.sku.variant_id, quantity: 1 }];
    await callAs(manager, 'staff_cancel', randomUUID(), part.order, items, 'damaged', false);
    await sweepWithdrawals();
    expect(await mailsOf(whole)).toEqual(['order', 'cancelled', 'cancelled']);
    expect(await shop.unitsOf(part.sku)).toBe(1);
  });
});

test('an order is found by its number and address together, in any spelling', async () => {
  const order = await bought(2);
  const found = async (number: number, email: string) => {
    const [row] = await sql`
      select to_jsonb(named) as named from withdrawable_order(${number}, ${email}) named`;
    return row?.['named'];
  };
  expect(await found(order.order, `${order.user.toUpperCase()}@Example.com`)).toMatchObject({
    order: order.order,
    units_to_send: 2,
    units_to_return: 0,
    can_withdraw: true,
    withdraw_until: null,
  });
  expect(await found(order.order, 'somebody@example.com')).toBeUndefined();
  expect(await found(999_999, `${order.user}@example.com`)).toBeUndefined();
  await sql`select close_account(${order.user})`;
  await sql`update billing_infos set email = '', phone = '' where user_id is null`;
  expect(await found(order.order, '')).toBeUndefined();
});

test('a mailed link works for 90 days after the latest e-mail to the shopper', async () => {
  const order = await bought(2);
  const linked = async () => {
    const [row] = await sql<[{ id: number | null }]>`
      select linked_order(${order.checkout})::int as id`;
    return row.id;
  };
  expect(await linked()).toBe(order.order);
  await sql`
    update mail_outbox set created_at = now() - interval '91 days' where checkout_id = ${order.checkout}`;
  expect(await linked()).toBeNull();
  await send(order);
  expect(await linked()).toBe(order.order);
});
