import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { shopEnvironment } from '#harness/test-keys.ts';
import { OwedMail } from '#server/mail/owed-mail.ts';
import { writeMail } from '#server/mail/write-mail.ts';
import { acting } from '#harness/acting.ts';
import { openDatabase } from '../support/open-database.ts';
import { liveThrough } from '../support/order-life.ts';
import { outboxOf } from '../support/outbox.ts';

const { database, shop, sql, callAs, dispatch } = await openDatabase();
let manager: string;

beforeAll(async () => {
  const unused = 'http://127.0.0.1:9';
  for (const [name, value] of Object.entries(shopEnvironment(unused, unused))) {
    vi.stubEnv(name, value);
  }
  manager = await shop.newShopper();
  await sql`update profiles set email_confirmed_at = now() where user_id = ${manager}`;
  await sql`insert into staff (user_id, name, role) values (${manager}, 'Max', 'manager')`;
});
beforeEach(() => outboxOf(database).settle());

async function claimed(checkout: string): Promise<OwedMail[]> {
  // E-mails about dispatches wait.
  await sql`
    update mail_outbox set due_at = now() where checkout_id = ${checkout} and attempts = 0`;
  const [{ mails }] = await sql<[{ mails: unknown[] }]>`
    select claim_mails(40, 120, ${checkout}) -> 'mails' as mails`;
  return mails.map((mail) => OwedMail.parse(mail));
}

/** An order of three hats, at £24.50 each. */
async function newOrder() {
  const sku = await shop.newSku(5);
  const { checkout_id: checkout } = await shop.open(await shop.newShopper(), [
    { sku, quantity: 3 },
  ]);
  const { order_id } = await shop.complete(checkout);
  await sql`
    update mail_outbox set status = 'sent', sent_at = now() where checkout_id = ${checkout}`;
  return { checkout, order: order_id ?? 0, variant: sku.variant_id };
}

async function send(order: number, variant: number, quantity: number): Promise<number> {
  const parcel = {
    carrier: 'DPD',
    tracking_number: '15501234567890',
    items: [{ variant_id: variant, quantity }],
  };
  return (await dispatch(manager, order, parcel)).parcel;
}

/** Content of the only e-mail owed for a checkout. */
async function onlyMail(checkout: string) {
  const [mail, ...others] = await claimed(checkout);
  if (!mail || others.length > 0) throw new Error(`There are ${others.length} more e-mails.`);
  await sql`select record_mail_sent(${mail.id}, 're_1')`;
  return mail;
}

const hats = (quantity: number) => [{ product_name: 'A hat', color_name: 'Ink', quantity }];

test('a dispatch: dispatched and remaining units, arrival counted from the day of dispatch, and the return deadline', async () => {
  const { checkout, order, variant } = await newOrder();
  const first = await send(order, variant, 1);
  const [{ by, from }] = await sql<[{ from: string; by: string }]>`
    select business_day_after(uk_day(now()), 2)::text as from, business_day_after(uk_day(now()), 3)::text as by`;
  expect(await onlyMail(checkout)).toMatchObject({
    kind: 'dispatched',
    content: {
      order,
      items: hats(1),
      to_come: hats(2),
      arrives_from: from,
      arrives_by: by,
      may_withdraw: true,
    },
  });

  const second = await send(order, variant, 2);
  await onlyMail(checkout);
  await sql`select staff_deliver(${randomUUID()}, ${first}, now()) from ${acting(sql, manager)}`;
  expect(await onlyMail(checkout)).toMatchObject({
    kind: 'delivered',
    content: { items: hats(1), to_come: [], last: false },
  });
  await sql`select staff_deliver(${randomUUID()}, ${second}, now()) from ${acting(sql, manager)}`;
  const [{ until }] = await sql<[{ until: string }]>`select (uk_day(now()) + 30)::text as until`;
  expect(await onlyMail(checkout)).toMatchObject({
    kind: 'delivered',
    content: { items: hats(2), last: true, return_until: until },
  });
});

test('a withdrawal after partial dispatch: a receipt for each part, with the given name', async () => {
  const { checkout, order, variant } = await newOrder();
  await send(order, variant, 1);
  await onlyMail(checkout);
  await sql`select withdraw_order(${randomUUID()}, ${order}, '{"name": "Ada Lovelace"}')`;
  const mails = await claimed(checkout);
  expect(mails.map(({ kind }) => kind).toSorted()).toEqual(['cancelled', 'return_asked']);
  expect(mails.find(({ kind }) => kind === 'cancelled')?.content).toMatchObject({
    reason: 'withdrawal',
    declared_by: 'Ada Lovelace',
    items: hats(2),
    amount_pence: 5194,
  });
  const [{ by }] = await sql<[{ by: string }]>`select (uk_day(now()) + 14)::text as by`;
  expect(mails.find(({ kind }) => kind === 'return_asked')?.content).toMatchObject({
    kind: 'withdrawal',
    declared_by: 'Ada Lovelace',
    items: hats(1),
    send_by: by,
    may_withdraw: false,
  });
});

test('a return: requested, received or refused with a reason', async () => {
  const { checkout, order, variant } = await newOrder();
  await send(order, variant, 3);
  await onlyMail(checkout);
  async function ask(quantity: number): Promise<number> {
    const items = sql.json([{ variant_id: variant, quantity }]);
    const [{ id }] = await sql<[{ id: number }]>`
      select (ask_return(${randomUUID()}, ${order}, 'fault', ${items}, 'A hole', 'shopper', null) ->> 'id')::int as id`;
    return id;
  }
  const received = await ask(1);
  expect(await onlyMail(checkout)).toMatchObject({
    kind: 'return_asked',
    content: { kind: 'fault', reason: 'A hole', declared_by: null, items: hats(1), arrived: false },
  });
  const came = sql.json([{ variant_id: variant, restocked: 0, written_off: 1 }]);
  await sql`select staff_receive_return(${randomUUID()}, ${received}, ${came})
  from ${acting(sql, manager)}`;
  const [{ by }] = await sql<[{ by: string }]>`select refund_promise(now())::text as by`;
  expect(await onlyMail(checkout)).toMatchObject({
    kind: 'return_received',
    content: { received: hats(1), refund_by: by },
  });
  const refused = await ask(2);
  await onlyMail(checkout);
  await callAs(manager, 'staff_refuse_return', randomUUID(), refused, 'It was worn');
  expect(await onlyMail(checkout)).toMatchObject({
    kind: 'return_refused',
    content: { items: hats(2), refused_because: 'It was worn', arrived: false },
  });
});

/** Subject of an e-mail about an order with a complete history, for kinds that no event owes (`event_mail`). */
const subjects: Readonly<Record<string, string>> = {
  message: `(select e.id from order_events e where e.checkout_id = o.checkout_id and e.kind = 'message')`,
  merge_link: '(select g.id from merges g where g.customer_id = o.customer_id)',
  order: 'o.checkout_id',
  sold_out_refund: 'o.checkout_id',
  drawn_twice_refund: 'o.checkout_id',
  refund: 'o.checkout_id',
  payment_failed: 'o.checkout_id',
  payment_link: 'o.checkout_id',
  dispatched: '(select id from parcels where order_id = o.id)',
  dispatch_undone: '(select id from parcels where order_id = o.id)',
  delivered: '(select id from parcels where order_id = o.id)',
  cancelled: '(select event_id from cancelled_items where order_id = o.id)',
  swapped: '(select event_id from swapped_items where order_id = o.id limit 1)',
  order_refund: '(select id from order_refunds where order_id = o.id)',
  refund_failed: '(select id from order_refunds where order_id = o.id)',
  return_asked: '(select id from returns where order_id = o.id)',
  return_received: '(select id from returns where order_id = o.id)',
  return_refused: '(select id from returns where order_id = o.id)',
  return_settled: '(select id from returns where order_id = o.id)',
  withdrawal_link: 'gen_random_uuid()',
  review_request: 'o.checkout_id',
  review_hidden: `(select id || ' 1' from product_reviews where order_id = o.id)`,
  staff_order: 'o.checkout_id',
  staff_decision: `'review ' || o.checkout_id`,
};

/** Kinds covered by the tests of left carts, discounts, gift cards, accounts, subscriptions, stock alerts, draws, stock, releases, complaints and the team. */
const ofNoOrder =
  /^cart_left$|^welcome$|^gift_card|^confirm_|^login_code$|^back_in_stock$|^draw_|^staff_(?:release|stock|invitation)$|complaint/;

test('an e-mail of every kind about an order has the format that the sender parses, and can be written', async () => {
  const kinds = await sql<{ kind: string }[]>`
    select unnest(enum_range(null::mail_kind))::text as kind`;
  const about = kinds.map(({ kind }) => kind).filter((kind) => !ofNoOrder.test(kind));

  const sku = await shop.newSku(5);
  const { checkout_id } = await shop.open(await shop.newShopper(), [{ sku, quantity: 2 }]);
  await shop.complete(checkout_id);
  await liveThrough(database, checkout_id, manager);
  await sql`update staff set role = 'manager' where user_id = ${manager}`;
  await sql`
    insert into order_events (checkout_id, kind, actor, staff_id, detail)
    select ${checkout_id}, 'message', 'staff', id, '{"subject": "Your order", "text": "It is late."}'
    from staff where user_id = ${manager}`;
  await sql`
    insert into merges (id, customer_id, into_user, staff_id)
    select gen_random_uuid(), o.customer_id, ${manager}, s.id
    from orders o, staff s where o.checkout_id = ${checkout_id} and s.user_id = ${manager}`;
  // One e-mail to staff announces several orders.
  await sql`
    delete from mail_outbox where checkout_id = ${checkout_id} or kind = 'staff_order'`;
  for (const [kind, subject] of Object.entries(subjects)) {
    await sql.unsafe(
      `select owe_mail($1::mail_kind, o.checkout_id, (${subject})::text) from orders o where o.checkout_id = $2`,
      [kind, checkout_id],
    );
  }
  await sql`
    insert into order_events (checkout_id, kind, actor)
    select distinct on (event_mail(kind)) ${checkout_id}::uuid, kind, 'shop'::actor
    from unnest(enum_range(null::order_event_kind)) kind
    where event_mail(kind)::text <> all (${Object.keys(subjects)})`;
  const mails = await claimed(checkout_id);
  expect(mails.map(({ kind }) => kind).toSorted()).toEqual(about.toSorted());
  const words = mails.map((mail) => writeMail(mail, 'https://shop.example'));
  expect(words.flatMap(({ to }) => to)).toEqual(
    mails.map(() => expect.stringMatching(/@example\.com$/)),
  );
  expect(JSON.stringify(words)).not.toMatch(/undefined|null|NaN|Invalid|\{\{/);
});
