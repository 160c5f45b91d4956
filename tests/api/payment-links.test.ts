import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import sweep from '#handlers/jobs/checkout-sweep.ts';
import refundSweep from '#handlers/jobs/refund-sweep.ts';
import { linkToken } from '#server/mail/link-token.ts';
import { afterwardsDone } from '../support/afterwards.ts';
import { call } from '../support/call.ts';
import { violationsIn } from '../support/invariants.ts';
import { openBackend } from '../support/open-backend.ts';
import { phoneShopper } from '../support/phone-shopper.ts';
import { payOnPage } from '../support/shopper.ts';
import { eventText, sendEvent } from '../support/signed-event.ts';
import { newStaff } from '../support/staff.ts';

const { backend, purchases, shop } = await openBackend({ mails: true });
const { sql } = backend.database;
const manager = await newStaff(backend, 'manager');
beforeEach(() => backend.stripe.reset());

const Linked = z.object({ checkout: z.uuid(), url: z.string(), email: z.string() });

interface Wish {
  event?: string;
  order?: number | null;
  quantity?: number;
}

/** Orders hats by a link: its checkout, page and session at Stripe. */
async function link(variant: number, wish: Wish = {}) {
  const { event = randomUUID(), order = null, quantity = 1 } = wish;
  const reply = await manager.post('/api/staff/link', {
    event,
    order,
    person: order === null ? phoneShopper : null,
    lines: [{ variant_id: variant, quantity }],
  });
  expect(reply).toMatchObject({ status: 200 });
  const made = Linked.parse(reply.body);
  const [{ session }] = await sql<[{ session: string }]>`
    select stripe_session_id as session from checkouts where id = ${made.checkout}`;
  return { ...made, session };
}

/** An order to send, and another colour of which three are left. */
async function toSend() {
  const bought = await purchases.ordered();
  const other = await shop.newSku(3, 1999);
  return { ...bought, other };
}

const dispatch = async (order: number) => {
  const parcels = [{ event: randomUUID(), order, carrier: 'Evri' }];
  const { body } = await manager.post('/api/staff/dispatch', { parcels });
  return z.object({ parcels: z.array(z.object({ outcome: z.string() })) }).parse(body).parcels[0]
    ?.outcome;
};

const follow = (checkout: string) =>
  call(`${backend.origin}/api/order-link/`, {
    json: { do: 'show', token: linkToken('order', checkout) },
  });

const completed = (session: string) =>
  sendEvent(backend.origin, eventText('checkout.session.completed', { id: session }));

async function makeOld(checkout: string) {
  await sql`update checkouts set created_at = created_at - interval '1 hour' where id = ${checkout}`;
}

async function outcomeOf(checkout: string) {
  const [row] = await sql`
    select c.status::text, count(distinct o.id)::int as orders, count(distinct p.id)::int as payments,
      (select count(*)::int from stock_holds where checkout_id = c.id) as holds
    from checkouts c left join orders o on o.checkout_id = c.id left join payments p on p.checkout_id = c.id
    where c.id = ${checkout} group by c.id`;
  return row;
}

async function freeOf({ variant_id }: { variant_id: number }) {
  const [{ free }] = await sql<
    [{ free: number }]
  >`select free from free_units(array[${variant_id}]::bigint[])`;
  return free;
}

async function waitOf(order: number) {
  const [{ waits }] = await sql<[{ waits: string | null }]>`
    select waits_for::text as waits from orders where id = ${order}`;
  return waits;
}

const once = { status: 'completed', orders: 1, payments: 1, holds: 0 };

describe('pieces added to an order', () => {
  test('are paid by a mailed link; webhook, return page and sweep make one order, and the first waits until then', async () => {
    const { order, shopper, other } = await toSend();
    const event = randomUUID();
    const [made, ...others] = await Promise.all(
      Array.from({ length: 3 }, () => link(other.variant_id, { event, order })),
    );
    expect(new Set([made, ...others].map((one) => one?.session)).size).toBe(1);
    const { checkout = '', session = '', url = '' } = made ?? {};
    expect(await waitOf(order)).toBe('payment');
    expect(await dispatch(order)).toBe('stopped');
    expect(await freeOf(other)).toBe(2);
    await afterwardsDone();
    const mail = backend.mailbox
      .mails()
      .find(({ subject }) => subject.includes(`change of order ${order}`));
    expect(mail?.text).toContain(url);
    expect(mail?.text).toContain('£21.19');

    await backend.stripe.webhookMode({ mode: 'drop' });
    await backend.stripe.pay(session, { outcome: 'paid' });
    await makeOld(checkout);
    await Promise.all([
      ...Array.from({ length: 5 }, () => completed(session)),
      follow(checkout),
      follow(checkout),
      sweep(),
    ]);
    await afterwardsDone();
    expect(await outcomeOf(checkout)).toEqual(once);
    expect(await shop.unitsOf(other)).toBe(2);
    const [paid] = await sql`
      select o.user_id = ${shopper.id} as theirs, o.shipping_pence::int as postage,
        o.order_amount_pence::int as pence from orders o where o.checkout_id = ${checkout}`;
    expect(paid).toEqual({ theirs: true, postage: 0, pence: 2119 });
    expect(await waitOf(order)).toBeNull();
    expect(await dispatch(order)).toBe('dispatched');
    expect(await follow(checkout)).toMatchObject({ status: 200 });
    expect(await violationsIn(sql)).toEqual([]);
  });

  test('are refused for an order that waits, has left or charged nothing, and beyond the stock', async () => {
    const { order, other } = await toSend();
    const ask = (lines: object[], of = order) =>
      manager.post('/api/staff/link', { event: randomUUID(), order: of, person: null, lines });
    const one = [{ variant_id: other.variant_id, quantity: 1 }];
    expect(await ask([{ variant_id: other.variant_id, quantity: 4 }])).toMatchObject({
      status: 409,
      body: { reason: 'pieces_gone' },
    });
    await link(other.variant_id, { order });
    expect(await ask(one)).toMatchObject({ status: 409, body: { reason: 'order_stopped' } });
    const sent = await toSend();
    await dispatch(sent.order);
    expect(await ask(one, sent.order)).toMatchObject({ body: { reason: 'order_stopped' } });
  });
});

describe('an order by phone', () => {
  test('is paid by somebody without a login, who comes back to the order', async () => {
    const sku = await shop.newSku(5);
    const { checkout, session, url } = await link(sku.variant_id, { quantity: 2 });
    const listed = await call(`${backend.origin}/api/staff/orders?list=waiting`, {
      token: manager.token,
    });
    expect(JSON.stringify(listed.body)).toContain(checkout);
    await backend.stripe.webhookMode({ mode: 'drop' });
    const paid = await payOnPage(url, { delivery: 1 });
    expect(paid.headers.get('location')).toContain(`${backend.origin}/order#token=`);
    expect(await follow(checkout)).toMatchObject({ status: 200 });
    expect(await outcomeOf(checkout)).toEqual(once);
    await completed(session);
    const [found] = await sql`
      select o.user_id, o.shipping_pence::int as postage, o.order_amount_pence::int as pence, c.delivery ->> 'postcode' as postcode
      from orders o join checkouts c on c.id = o.checkout_id where c.id = ${checkout}`;
    expect(found).toEqual({ user_id: null, postage: 695, pence: 5889, postcode: 'SW1Y 4JH' });
    expect(await shop.unitsOf(sku)).toBe(3);
    expect(await violationsIn(sql)).toEqual([]);
  });
});

describe('a sale in hand', () => {
  test('is made once, at an agreed price less a discount, with its receipt, VAT, and refund by hand', async () => {
    const sku = await shop.newSku(5);
    const body = {
      event: randomUUID(),
      lines: [{ variant_id: sku.variant_id, quantity: 2, unit_pence: 2000 }],
      discount_pence: 500,
      handed_over: true,
      method: 'cash',
      person: { name: '', email: 'market@example.com' },
      total_pence: 3710,
    };
    const sell = (changed = {}) => manager.post('/api/staff/sale', { ...body, ...changed });
    expect(await sell({ total_pence: 3711 })).toMatchObject({ body: { reason: 'cost_changed' } });
    expect(await sell({ discount_pence: 4000 })).toMatchObject({
      body: { reason: 'discount_too_large' },
    });
    const replies = await Promise.all([sell(), sell(), sell()]);
    expect(new Set(replies.map((reply) => JSON.stringify(reply.body))).size).toBe(1);
    const { order } = z.object({ order: z.int() }).parse(replies[0]?.body);
    for (const changed of [
      { method: 'card_reader' },
      { handed_over: false, person: phoneShopper },
      { discount_pence: 400, total_pence: 3816 },
      { lines: [{ variant_id: sku.variant_id, quantity: 2, unit_pence: 1900 }] },
    ])
      expect(await sell(changed)).toMatchObject({ status: 409, body: { reason: 'action_used' } });
    expect(await shop.unitsOf(sku)).toBe(3);

    await afterwardsDone();
    const mail = backend.mailbox.mails().find(({ text }) => text.includes(`Order ${order}`));
    expect(mail?.text).toContain('Paid in cash, and taken along.');
    expect(mail?.text).toContain('Discount: -£5.00');
    expect(mail?.text).toContain('Total: £37.10');

    const cancel = { event: randomUUID(), order, items: [], shipping_pence: 0, goodwill_pence: 0 };
    const pieces = [{ variant_id: sku.variant_id, quantity: 1 }];
    await manager.post('/api/staff/refund', { ...cancel, items: pieces, reason: 'other' });
    const listed = await call(`${backend.origin}/api/staff/orders?list=decide&q=${order}`, manager);
    expect(JSON.stringify(listed.body)).toContain('the order was paid in cash');
    const [{ id, checkout }] = await sql<[{ id: string; checkout: string }]>`
      select f.id, o.checkout_id as checkout from order_refunds f join orders o on o.id = f.order_id where o.id = ${order}`;
    await refundSweep();
    const paid = { event: randomUUID(), order_refund: id, method: 'other', note: 'Transfer' };
    const pay = () => manager.post('/api/staff/refund/hand-over', paid);
    expect(await Promise.all([pay(), pay()])).toMatchObject([{ status: 200 }, { status: 200 }]);
    await afterwardsDone();
    const told = backend.mailbox
      .mails()
      .filter(({ subject }) => subject.endsWith(`order ${order}`));
    expect(told.map(({ subject }) => subject).toSorted()).toEqual([
      `Your Minicia order ${order}`,
      `Your refund of £18.55 for order ${order}`,
    ]);

    const [books] = await sql`
      select jsonb_agg(jsonb_build_array(m.kind, m.method, m.rate_basis_points, m.amount_pence, m.tax_pence) order by m.at) as moved,
        o.goods_status, o.units_to_send as to_send,
        (select array_agg(n.amount_pence::int) from credit_notes n join refunds r on r.id = n.refund_id
         where r.payment_id = o.payment_id) as notes
      from orders o join money_movements m on m.payment_id = o.payment_id
      where o.checkout_id = ${checkout} group by o.id`;
    expect(books).toEqual({
      moved: [
        ['sale', 'cash', 600, 3710, 210],
        ['refund', 'other', 600, -1855, -105],
      ],
      goods_status: 'delivered',
      to_send: 0,
      notes: [1855],
    });
    expect(await violationsIn(sql)).toEqual([]);
  });
});

describe('a gift', () => {
  test('is sent once without charge, with its reason in the accounts and no revenue', async () => {
    const sku = await shop.newSku(5);
    const body = {
      event: randomUUID(),
      lines: [{ variant_id: sku.variant_id, quantity: 2 }],
      person: phoneShopper,
      reason: 'Press: Vogue',
    };
    const replies = await Promise.all(
      Array.from({ length: 3 }, () => manager.post('/api/staff/gift', body)),
    );
    expect(new Set(replies.map((reply) => JSON.stringify(reply.body))).size).toBe(1);
    for (const changed of [
      { reason: 'Press: Elle' },
      { lines: [{ variant_id: sku.variant_id, quantity: 1 }] },
    ])
      expect(await manager.post('/api/staff/gift', { ...body, ...changed })).toMatchObject({
        status: 409,
        body: { reason: 'action_used' },
      });
    const { order } = z.object({ order: z.int() }).parse(replies[0]?.body);
    const read = await call(`${backend.origin}/api/staff/order?order=${order}`, manager);
    expect(read.body).toMatchObject({ given_as: 'gift' });
    expect(await shop.unitsOf(sku)).toBe(3);
    await afterwardsDone();
    const mail = backend.mailbox.mails().find(({ text }) => text.includes(`Order ${order}`));
    expect(mail?.text).toContain('It is a gift: you pay nothing for it.');
    const [shown] = await sql`
      select p.charged_pence::int as charged, p.method, c.delivery ->> 'town' as town,
        exists (select from orders_sold where id = o.id) as sold,
        exists (select from orders_leaving where id = o.id) as leaving,
        exists (select from money_movements where payment_id = p.id) as moved,
        (select array_agg(why || ' ' || moved) from stock_movements where order_id = o.id) as stock
      from orders o join payments p on p.id = o.payment_id join checkouts c on c.id = o.checkout_id where o.id = ${order}`;
    expect(shown).toEqual({
      charged: 0,
      method: 'none',
      town: 'London',
      sold: false,
      leaving: true,
      moved: false,
      stock: ['given -2'],
    });
    expect(await dispatch(order)).toBe('dispatched');
    expect(await violationsIn(sql)).toEqual([]);
  });
});
