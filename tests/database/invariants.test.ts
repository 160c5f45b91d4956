import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acting } from '#harness/acting.ts';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.ts';
import { invariantsText, violationsIn } from '../support/invariants.ts';
import { type ShopDatabase, shopDatabase } from '../support/shop-database.ts';

let database: FreshDatabase;
let shop: ShopDatabase;
/** A checkout of each status, and the order of the completed one. */
let rows: Record<
  | 'open'
  | 'awaiting'
  | 'discounted'
  | 'completed'
  | 'returned'
  | 'lived'
  | 'review'
  | 'due'
  | 'refunded',
  string
>;

/**
 * Inserts the history of an order of two units: one is cancelled and refunded, the other dispatched and
 * returned, with its refund due.
 */
async function liveOn(checkout: string): Promise<void> {
  const { sql } = database;
  const user = await shop.newShopper();
  await sql`insert into staff (user_id, name, role) values (${user}, 'Morag', 'manager')`;
  const [line] = await sql<[{ order_id: number; variant_id: number }]>`
    select order_id::int, variant_id::int from order_items i join orders o on o.id = i.order_id
    where o.checkout_id = ${checkout}`;
  const { order_id: order, variant_id } = line;
  const items = [{ variant_id, quantity: 1 }];
  const parcels = [
    { event: randomUUID(), order, carrier: 'Royal Mail', tracking_number: 'AB123456785GB', items },
  ];
  const [{ parcel }] = await sql<[{ parcel: number }]>`
    select (staff_dispatch(${sql.json(parcels)}) -> 0 -> 'parcel')::int as parcel
    from ${acting(sql, user)}`;
  await sql`select staff_deliver(${randomUUID()}, ${parcel}) from ${acting(sql, user)}`;
  await sql`select staff_cancel(${randomUUID()}, ${order}, ${sql.json(items)}, 'sold_out', true)
  from ${acting(sql, user)}`;
  const [{ refund_id, amount_pence }] = await sql<[{ refund_id: string; amount_pence: number }]>`
    select refund_id, amount_pence::int from begin_order_refund(${order})`;
  const made = {
    id: 're_lived',
    attempt: refund_id,
    amount_pence,
    status: 'succeeded',
    created: 1,
  };
  await sql`select record_refunds(${`pi_${checkout}`}, ${sql.json([made])})`;
  const [{ returned }] = await sql<[{ returned: number }]>`
    select (staff_ask_return(${randomUUID()}, ${order}, 'return', ${sql.json(items)}, null) ->> 'id')::int
      as returned from ${acting(sql, user)}`;
  const back = [{ variant_id, restocked: 1, written_off: 0 }];
  await sql`select staff_receive_return(${randomUUID()}, ${returned}, ${sql.json(back)})
  from ${acting(sql, user)}`;
  await sql`select staff_settle_return(${randomUUID()}, ${returned}) from ${acting(sql, user)}`;
}

/** Moves a payment into an early quarter, and files that. */
async function fileQuarterOf(checkout: string): Promise<void> {
  const { sql } = database;
  await sql`update payments set created_at = '2020-02-03' where checkout_id = ${checkout}`;
  const [{ user }] = await sql<[{ user: string }]>`select user_id as user from staff limit 1`;
  await sql`
    select staff_file_quarter(gen_random_uuid(), '2020-01-01', quarter_digest('2020-01-01'))
    from ${acting(sql, user)}`;
}

/** A shop with checkouts in every possible state. */
async function everyKind(): Promise<typeof rows> {
  const { sql } = database;
  const sku = await shop.newSku(50);
  async function opened() {
    const { checkout_id } = await shop.open(await shop.newShopper(), [{ sku, quantity: 2 }]);
    return checkout_id;
  }
  async function unsupplied() {
    const checkout = await opened();
    await shop.letHoldsRunOut(checkout);
    await sql`update color_variants set quantity = quantity - 42 where id = ${sku.variant_id}`;
    await shop.complete(checkout);
    await sql`update color_variants set quantity = quantity + 42 where id = ${sku.variant_id}`;
    return checkout;
  }
  const [awaiting, completed, review] = [await opened(), await opened(), await opened()];
  await sql`select await_payment(${awaiting}, ${`cs_test_${awaiting}`}, 604800)`;
  await shop.complete(completed);
  await shop.complete(review, { charged: 1 });
  await shop.release(await opened());
  const leaver = await shop.newShopper();
  const { checkout_id: left } = await shop.open(leaver, [{ sku, quantity: 2 }]);
  await shop.complete(left);
  await sql`select close_account(${leaver})`;
  const rest = await shop.open(await shop.newShopper(), [{ sku, quantity: 2 }]);
  const [due, refunded] = [await unsupplied(), await unsupplied()];
  await shop.refund(refunded, 're_1');
  const [returned, accepted, declined] = [await opened(), await opened(), await opened()];
  await shop.complete(returned);
  await shop.refund(returned, 're_2');
  await shop.refund(completed, 're_3', { pence: 900 });
  await shop.refund(completed, 're_4', { pence: 9900, status: 'failed' });
  await shop.complete(accepted, { charged: 5200 });
  await sql`select resolve_review(${accepted}, 'accept')`;
  await shop.complete(declined, { charged: 5200 });
  await sql`select resolve_review(${declined}, 'refund')`;
  await sql`
    select record_dispute(${`pi_${completed}`}, '{"id": "du_1", "amount_pence": 5194, "reason": "general", "status": "needs_response", "created": 0}')`;
  const code = await shop.newDiscount();
  const { checkout_id: discounted } = await shop.open(
    await shop.newShopper(),
    [{ sku, quantity: 2 }],
    { code, off: 490 },
  );
  await shop.complete(discounted);
  const lived = await opened();
  await shop.complete(lived);
  await liveOn(lived);
  await fileQuarterOf(discounted);
  await sql`
    insert into subscriptions (email, confirmed_at, confirmed_text)
    values ('fan@example.com', now(), 'Press the button')`;
  await sql`
    insert into mailings (id, content, state, send_at, released_by)
    select gen_random_uuid(), '{"products": []}', 'scheduled', now(), min(id) from staff`;
  await sql`select claim_mailing_batch(60)`;
  return {
    open: rest.checkout_id,
    awaiting,
    completed,
    returned,
    lived,
    review,
    due,
    refunded,
    discounted,
  };
}

beforeAll(async () => {
  // One connection, which plans the long query once.
  database = await freshDatabase(1);
  shop = shopDatabase(database);
  rows = await everyKind();
});
afterAll(() => database.drop());

/** Invariants violated by statements, which are rolled back. */
async function violatedBy(statements: string): Promise<string[]> {
  const undo = new Error('undo');
  const found = new Set<string>();
  const filled = Object.entries(rows).reduce(
    (text, [name, id]) => text.replaceAll(`{${name}}`, `'${id}'`),
    statements,
  );
  await database.sql
    .begin(async (sql) => {
      // Skips the triggers.
      await sql`set local session_replication_role = replica`;
      await sql.unsafe(filled);
      for (const { invariant } of await violationsIn(sql)) found.add(invariant);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return [...found];
}

/** Drops what would refuse an invalid row, besides triggers: checks, keys and foreign keys. */
async function dropConstraints(): Promise<void> {
  await database.sql.unsafe(`
    do $$ declare statement text; begin
      for statement in
        select format('alter table %s drop constraint if exists %I cascade', conrelid::regclass, conname)
        from pg_constraint
        where connamespace = 'public'::regnamespace and contype in ('c', 'u', 'f')
      loop execute statement; end loop;
      drop index public.checkouts_one_unpaid_per_shopper;
    end $$`);
}

const completed = `where checkout_id = {completed}`;
/** A second use of the only code. */
const usedTwice = `insert into checkout_discounts
  select {completed}, discount_id, code from checkout_discounts where checkout_id = {discounted}`;
const itsOrder = `(select id from orders ${completed})`;

/** SQL for another refund of the order with a history, in pence. */
const owed = (pence: number) => `
  insert into order_refunds (id, act_id, order_id, reason, goodwill_pence, asked_at)
  select gen_random_uuid(), gen_random_uuid(), id, 'goodwill', ${pence}, now() - interval '25 hours'
  from orders where checkout_id = {lived}`;

const wrongs: [invariant: string, statements: string][] = [
  [
    'products are in a category, which is not archived while they are not',
    `update categories set kind = 'collection'`,
  ],
  [
    'products are in a category, which is not archived while they are not',
    `update categories set archived_at = now()`,
  ],
  ['stock is never negative', `update color_variants set quantity = -1 where id = 1`],
  ['no more is held than there is', `update color_variants set quantity = 1`],
  [
    'stock is the sum of its movements',
    `update stock_movements set moved = moved + 1 where id = 1`,
  ],
  [
    'only unfinished checkouts hold stock',
    `insert into stock_holds select checkout_id, variant_id, quantity, now() from checkout_lines ${completed}`,
  ],
  ['only unfinished checkouts hold stock', `delete from checkouts where id = {review}`],
  ['a hold is as large as its line', `update stock_holds set quantity = 1`],
  [
    'a hold is as large as its line',
    `update stock_holds set variant_id = 1 where checkout_id = {review}`,
  ],
  [
    'every line of an open checkout is held beyond its payment page',
    `delete from stock_holds where checkout_id = {open}`,
  ],
  [
    'every line of an open checkout is held beyond its payment page',
    `update checkouts set session_expires_at = now() + interval '2 hours' where id = {open}`,
  ],
  [
    'a shopper has one unpaid checkout',
    `update checkouts set status = 'open', closed_at = null,
       user_id = (select user_id from checkouts where id = {open})
     where id in ({awaiting}, {completed})`,
  ],
  [
    'a shopper has one unpaid checkout',
    `update checkouts set user_id = (select user_id from checkouts where id = {open})
     where id = {awaiting}`,
  ],
  [
    'an unpaid checkout holds at most 10 of a colour and 30 units',
    `update checkout_lines set quantity = 11 where checkout_id = {awaiting}`,
  ],
  [
    'an unpaid checkout holds at most 10 of a colour and 30 units',
    `insert into checkout_lines
     select {open}, n, product_id, product_name, color_name, unit_pence, 10
     from checkout_lines, generate_series(1, 3) n where checkout_id = {open}`,
  ],
  [
    'a network holds at most 60 units without paying',
    `update checkouts set network_hash = repeat('x', 43) where id in ({open}, {awaiting});
     update stock_holds set quantity = 31 where checkout_id in ({open}, {awaiting})`,
  ],
  [
    'a closed checkout has forgotten its network',
    `update checkouts set network_hash = repeat('x', 43) where id = {completed}`,
  ],
  [
    'closed_at is set when and only when a checkout is closed',
    `update checkouts set closed_at = null where id = {completed}`,
  ],
  [
    'closed_at is set when and only when a checkout is closed',
    `update checkouts set closed_at = now() where id = {awaiting}`,
  ],
  [
    'a new order owes its shopper one confirmation',
    `delete from mail_outbox where kind = 'order' and checkout_id = {completed}`,
  ],
  [
    'a payment that went back without an order owes its shopper one e-mail',
    `update mail_outbox set kind = 'payment_failed' where checkout_id = {refunded}`,
  ],
  [
    'a parcel owes its shopper one e-mail when it leaves, and one when it arrives',
    `with event as (
       insert into order_events (checkout_id, kind, actor) values ({completed}, 'dispatched', 'shop') returning id)
     insert into parcels (order_id, event_id, carrier)
     select o.id, event.id, 'Royal Mail' from orders o, event where o.checkout_id = {completed}`,
  ],
  [
    'replacements, exchanges and gifts charge nothing, and nothing else is free of Stripe',
    `update payments set method = 'none', charged_pence = 0 where checkout_id = {completed}`,
  ],
  [
    'an exchange gives the units of its order, for units that its return brings or that never left',
    `with event as (
       insert into order_events (checkout_id, kind, actor) values ({completed}, 'exchanged', 'shop') returning id),
     back as (
       insert into returns (order_id, event_id, kind, code)
       select o.id, event.id, 'return', 'R-00000000' from orders o, event where o.checkout_id = {completed}
       returning id, order_id, event_id)
     insert into exchanges (order_id, from_order_id, return_id, event_id, at_once)
     select (select id from orders where id <> back.order_id limit 1), order_id, id, event_id, true from back`,
  ],
  [
    'an order waits only for what is still to come',
    `update orders set waits_for = 'return' where checkout_id = {completed}`,
  ],
  [
    'no more is replaced than was sent',
    `with event as (
       insert into order_events (checkout_id, kind, actor) values ({completed}, 'replaced', 'shop') returning id)
     insert into replacements (order_id, replaces_order_id, event_id, reason)
     select o.id, (select id from orders where id <> o.id limit 1), event.id, 'lost'
     from orders o, event where o.checkout_id = {completed}`,
  ],
  [
    'a dispatch taken back owes a correction when and only when its e-mail may have left',
    `with event as (
       insert into order_events (checkout_id, kind, actor) values ({completed}, 'dispatched', 'shop') returning id),
     parcel as (
       insert into parcels (order_id, event_id, carrier, undone_at)
       select o.id, event.id, 'Royal Mail', now() from orders o, event where o.checkout_id = {completed} returning id)
     insert into mail_outbox (kind, subject, checkout_id, status, sent_at)
     select 'dispatched', id::text, {completed}, 'sent', now() from parcel`,
  ],
  [
    'a refund of an order that Stripe has taken owes its shopper one e-mail',
    `update refunds set created_at = now();
     delete from mail_outbox where kind = 'order_refund' and checkout_id = {completed}`,
  ],
  ['a checkout has lines', `delete from checkout_lines where checkout_id = {review}`],
  [
    'a checkout asks for the sum of its lines',
    `update checkouts set subtotal_pence = subtotal_pence + 1 where id = {open}`,
  ],
  [
    'the tax is the frozen rate of the goods less the discount, half a penny up',
    `update checkouts set tax_pence = tax_pence - 1 where id = {open}`,
  ],
  [
    'the discount of a checkout is that of its lines',
    `update checkouts set discount_pence = discount_pence + 1 where id = {discounted}`,
  ],
  [
    'what is taken off has a code, and a code takes something off',
    `delete from checkout_discounts where checkout_id = {discounted}`,
  ],
  ['a code is used no more often than allowed', `update discounts set max_uses = 1; ${usedTwice}`],
  ['a single-use code is used once', `update discounts set single_use = true; ${usedTwice}`],
  [
    'a code for one order of each person is used once by each',
    `update discounts set once_per_person = true;
     update billing_infos set email = 'one+' || id || '@example.com'; ${usedTwice}`,
  ],
  [
    'a code is given back when and only when its checkout ends without a sale',
    `update checkout_discounts set given_back_at = now() where checkout_id = {discounted}`,
  ],
  [
    'the items of an order cost what was paid for them, less what swaps refunded',
    `update order_items set discount_pence = 0`,
  ],
  [
    'tax comes on top of prices or is in them, never both',
    `update checkouts set included_basis_points = 2000 where id = {open}`,
  ],
  [
    'one payment session is of one checkout',
    `update checkouts set stripe_session_id = 'cs_test_one' where id in ({open}, {awaiting})`,
  ],
  [
    'what was paid or is awaited has its payment session',
    `update checkouts set stripe_session_id = null where id = {awaiting}`,
  ],
  [
    'an expired payment page is settled within a day',
    `update checkouts set session_expires_at = now() - interval '25 hours' where id = {open}`,
  ],
  [
    'a refund that is due is at Stripe within a day',
    `update checkouts set closed_at = now() - interval '25 hours' where id = {due}`,
  ],
  [
    'what belongs to no account is settled',
    `update checkouts set user_id = null where id = {awaiting}`,
  ],
  [
    'a billing form is of the account of its checkouts, or of none as they are',
    `update billing_infos set user_id = null
     where id = (select billing_info_id from checkouts where id = {completed})`,
  ],
  [
    'a billing form is of the account of its checkouts, or of none as they are',
    `delete from billing_infos
     where id = (select billing_info_id from checkouts where id = {open})`,
  ],
  ['a checkout and its payment tell the same story', `delete from payments ${completed}`],
  [
    'a checkout and its payment tell the same story',
    `update payments set status = 'refunded' where checkout_id = {due}`,
  ],
  [
    'a checkout and its payment tell the same story',
    `update checkouts set status = 'released' where id = {review}`,
  ],
  ['a payment is of a checkout', `delete from checkouts where id = {completed}`],
  [
    'a checkout has one payment',
    `insert into payments (checkout_id, user_id, billing_info_id, amount_pence, charged_pence,
       currency, status, stripe_session_id, stripe_payment_intent_id)
     select checkout_id, user_id, billing_info_id, amount_pence, charged_pence,
       currency, status, stripe_session_id, stripe_payment_intent_id from payments ${completed}`,
  ],
  [
    'a payment has the session, shopper and billing data of its checkout',
    `update payments set user_id = gen_random_uuid() ${completed}`,
  ],
  [
    'a payment has the session, shopper and billing data of its checkout',
    `update payments set stripe_session_id = 'cs_test_other' ${completed}`,
  ],
  ['a payment is for the goods of its checkout', `update payments set amount_pence = 1`],
  [
    'a payment is refunded when and only when all of it went back',
    `update payments set status = 'refunded' where checkout_id = {completed}`,
  ],
  [
    'a payment is refunded when and only when all of it went back',
    `delete from refunds where stripe_refund_id = 're_1'`,
  ],
  [
    'a payment is refunded when and only when all of it went back',
    `update payments set status = 'paid' where checkout_id = {returned}`,
  ],
  [
    'no more is refunded than was charged',
    `update refunds set amount_pence = 5195 where stripe_refund_id = 're_2'`,
  ],
  [
    'no more is refunded than was charged',
    `insert into refunds (payment_id, amount_pence, state, source, stripe_refund_id)
     select payment_id, 5000, 'pending', 'dashboard', 're_5' from refunds where stripe_refund_id = 're_3'`,
  ],
  ['a refund is of a payment', `update refunds set payment_id = 0`],
  [
    'one attempt at a refund is under way',
    `drop index refunds_one_requested_per_payment;
     update refunds set state = 'requested',
       payment_id = (select id from payments where checkout_id = {due})`,
  ],
  [
    'one refund at Stripe is one row of the ledger',
    `update refunds set stripe_refund_id = 're_1' where stripe_refund_id = 're_2'`,
  ],
  [
    'a refund that Stripe has not heard of moved no money',
    `update refunds set stripe_refund_id = null where stripe_refund_id = 're_1'`,
  ],
  [
    'a refund has its time when and only when it is settled',
    `update refunds set settled_at = null where stripe_refund_id = 're_1'`,
  ],
  [
    'the shop refunds by itself only what has no order',
    `update refunds set source = 'shop', reason = 'sold_out' where stripe_refund_id = 're_2'`,
  ],
  ['a dispute is of a payment', `update disputes set payment_id = 0`],
  ['an order comes of a completed checkout and of nothing else', `delete from orders ${completed}`],
  [
    'an order comes of a completed checkout and of nothing else',
    `update checkouts set status = 'released' where id = {completed}`,
  ],
  ['an order is of a checkout', `delete from checkouts where id = {completed}`],
  [
    'an order is paid, by the payment of its own checkout',
    `update payments set status = 'review' ${completed}`,
  ],
  [
    'an order is paid, by the payment of its own checkout',
    `update orders set payment_id = (select id from payments where checkout_id = {due})`,
  ],
  [
    'an order has the shopper, billing data, country and amounts of its checkout',
    `update orders set country = 'FR'`,
  ],
  [
    'an order has the shopper, billing data, country and amounts of its checkout',
    `update orders set tax_pence = tax_pence + 1`,
  ],
  [
    `an order costs goods less discount, tax and delivery, and that was charged in the checkout's currency`,
    `update orders set order_amount_pence = order_amount_pence + 1`,
  ],
  [
    `an order costs goods less discount, tax and delivery, and that was charged in the checkout's currency`,
    `update payments set currency = 'usd'`,
  ],
  [
    'the delivery of an order was offered for its checkout',
    `update orders set shipping_name = 'Drone'`,
  ],
  [
    'an order is promised what the clock says',
    `update orders set counts_from = '2027-07-05T09:00Z', leaves_by = '2027-07-08',
       arrives_from = '2027-07-09', arrives_by = '2027-07-12'`,
  ],
  [
    'an order leaves by the day it was promised',
    `update orders set leaves_by = '2026-01-06', created_at = '2026-01-05' where units_to_send > 0`,
  ],
  [
    'the parcel of an order goes to the country that set its postage',
    `update checkouts set delivery = jsonb_set(delivery, '{country}', '"AU"') where delivery is not null`,
  ],
  [
    'the items of an order are the lines of its checkout, as swapped since',
    `update order_items set product_price_pence = 1 where order_id = ${itsOrder}`,
  ],
  [
    'the items of an order are the lines of its checkout, as swapped since',
    `delete from order_items where order_id = ${itsOrder}`,
  ],
  [
    'the items of an order are the lines of its checkout, as swapped since',
    `update order_items set order_id = 999999 where order_id = ${itsOrder}`,
  ],
  [
    'the items of an order cost what was paid for them, less what swaps refunded',
    `update order_items set product_price_pence = 1 where order_id = ${itsOrder}`,
  ],
  [
    'an order keeps name and address for six years',
    `update billing_infos set name = '', erased_at = now()
     where id = (select billing_info_id from orders ${completed})`,
  ],
  [
    'an account has a profile, and a guest neither profile nor address',
    'delete from profiles where user_id = (select user_id from checkouts where id = {completed})',
  ],
  [
    'what is past its time is erased within a week',
    `update checkouts set status = 'released', closed_at = now() - interval '38 days'
     where id = {open}`,
  ],
  [
    'what is past its time is erased within a week',
    `update checkouts set created_at = now() - interval '7 years 8 days' where id = {completed};
     update billing_infos set saved_at = now() - interval '7 years 8 days'
     where id = (select billing_info_id from orders ${completed})`,
  ],
  [
    'what is past its time is erased within a week',
    `update returns set kind = 'fault', closed_at = now() - interval '188 days' where closed_at is not null;
     insert into return_photos (id, return_id)
     select gen_random_uuid(), min(id) from returns where closed_at is not null`,
  ],
  [
    'the status of an order and its units to send are what happened to it',
    `update orders set status = 'delivered' where checkout_id = {completed}`,
  ],
  [
    'the status of an order and its units to send are what happened to it',
    `update orders set units_to_send = 1 where checkout_id = {completed}`,
  ],
  [
    'a withdrawal is carried out within a day, and of what has not left',
    `update orders set cancels_at = now() - interval '25 hours' where checkout_id = {completed}`,
  ],
  [
    'no more is sent and cancelled than was ordered',
    `update parcel_items set quantity = quantity + 1`,
  ],
  ['no more comes back than was sent', `update return_items set quantity = 2, restocked = 2`],
  [
    'a unit goes back into stock once, and only if it was cancelled or came back',
    `update cancelled_items set restocked = 2`,
  ],
  [
    'a unit goes back into stock once, and only if it was cancelled or came back',
    `update returns set state = 'refused'`,
  ],
  ['the price of a unit goes back once', `update order_refund_items set quantity = 2`],
  [
    'an order gives back no more goods, tax and delivery than it had',
    `update order_refunds set goods_pence = 4900`,
  ],
  [
    'an order gives back no more goods, tax and delivery than it had',
    `update order_refunds set shipping_pence = 1`,
  ],
  ['no more is refunded and owed of an order than was charged', owed(2598)],
  [
    'a refund of an order is at Stripe within a day, or fails, waits for a dispute or is given up',
    owed(1),
  ],
  [
    "what Stripe has taken of an order's refunds is what the ledger says",
    `update order_refunds set taken_at = null`,
  ],
  [
    "what Stripe has taken of an order's refunds is what the ledger says",
    `update order_refunds set given_up_at = now() where taken_at is not null`,
  ],
  [
    'what the shop refunds of an order was decided for that order',
    `update refunds set order_refund_id = null`,
  ],
  ['whatever moves money has an event that says who decided it', owed(1)],
  [
    'whatever moves money has an event that says who decided it',
    `update order_events set actor = 'shop', staff_id = null where kind = 'return_settled'`,
  ],
  [
    'whatever moves money has an event that says who decided it',
    `update order_events set staff_id = null where kind = 'note' or actor = 'staff'`,
  ],
  [
    'only a fault has photos, five at the most',
    `update returns set kind = 'fault';
     insert into return_photos (id, return_id)
     select gen_random_uuid(), (select min(id) from returns) from generate_series(1, 6)`,
  ],
  [
    'only a fault has photos, five at the most',
    `insert into return_photos (id, return_id) select gen_random_uuid(), min(id) from returns where kind = 'return'`,
  ],
  ['an order can be looked for', `delete from order_words where order_id = ${itsOrder}`],
  [
    'a mailing goes to each person once',
    `insert into mailing_recipients (mailing_id, subscription_id, batch_id)
     select mailing_id, subscription_id, batch_id from mailing_recipients`,
  ],
  [
    'nobody is on the list who is to get no news',
    `insert into suppressions select address_hash(email), 'bounced' from subscriptions`,
  ],
  [
    'nobody waits for a colour who is to get no stock alerts',
    `insert into stock_alerts (variant_id, email) values (1, 'left@example.com');
     insert into suppressions values (address_hash('left@example.com'), 'refused_alerts')`,
  ],
  ['a mailing is sent when nobody is owed it any more', `update mailings set state = 'sent'`],
  [
    'a mailing is sent when nobody is owed it any more',
    `update mailing_batches set ended_at = now()`,
  ],
  [
    'a release is undone once, after it was published',
    `select save_release(null, gen_random_uuid(), 'Spring', 'Studio', '{}', '{}', 0);
     select publish_release(null, id, preview_release(id) ->> 'fingerprint') from releases;
     select undo_release(null, id, gen_random_uuid(), preview_undo(id) ->> 'fingerprint') from releases;
     update releases set published_at = published_at - interval '1 minute' where undoes is not null`,
  ],
  [
    'who published a release is in its history',
    `select save_release(null, gen_random_uuid(), 'Spring', 'Studio', '{}', '{}', 0);
     select publish_release(null, id, preview_release(id) ->> 'fingerprint') from releases;
     delete from release_events where what = 'published'`,
  ],
  [
    'what is put in ahead belongs to a scheduled release, and is hidden until its minute',
    `select save_release(null, gen_random_uuid(), 'Spring', 'Studio', '{"catalogue": {"categories": [],
       "products": [{"slug": "drop-cap", "name": "Cap", "material": "Leather", "price_pence": 5000, "category": "beanies"}]}}', '{}', 0);
     select schedule_release(null, id, date_trunc('minute', now() + interval '1 hour'), preview_release(id) ->> 'fingerprint')
     from releases;
     update products set visible_from = null where comes_with is not null`,
  ],
  [
    'quarters are filed one after the other, and what is filed counts on their days',
    `update filed_movements set counts_on = '2020-04-01'`,
  ],
  [
    'quarters are filed one after the other, and what is filed counts on their days',
    `insert into filed_quarters select '2020-07-01', gen_random_uuid(), staff_id from filed_quarters`,
  ],
  [
    'money of filed quarters is filed, or counts in the open one',
    `update payments set charged_pence = charged_pence + 1, moved_at = created_at where created_at < '2020-04-01'`,
  ],
  ['credit notes are numbered without gaps', 'delete from credit_notes where number = 2'],
  [
    'credit notes that stand come to the refunds that Stripe has taken, or to one that came back and is still owed',
    'delete from credit_notes',
  ],
  [
    'credit notes that stand come to the refunds that Stripe has taken, or to one that came back and is still owed',
    'update credit_notes set amount_pence = amount_pence + 1',
  ],
  ['a cause owes one e-mail of a kind', `update mail_outbox set subject = '1'`],
  ['an order counts its units', `update orders set total_items = 3`],
  [
    'as many units were ordered as were sold',
    `update order_items set quantity = quantity + 1 where order_id = ${itsOrder}`,
  ],
];

describe('the query of invariants', () => {
  beforeAll(dropConstraints);

  test('finds nothing in a shop with every allowed state', async () => {
    const kinds = await database.sql`select distinct status::text from checkouts order by 1`;
    expect(kinds.map(({ status }) => String(status))).toEqual([
      'awaiting_payment',
      'completed',
      'open',
      'refund_due',
      'refunded',
      'released',
      'review',
    ]);
    expect(await violationsIn(database.sql)).toEqual([]);
  });

  test.each(wrongs)('finds that “%s” is violated, case %#', async (invariant, statements) => {
    expect(await violatedBy(statements)).toContain(invariant);
  });

  test('has a violating case here for every invariant', () => {
    const named = Array.from(
      invariantsText.matchAll(/^select '((?:[^']|'')+)'/gm),
      ([, name = '']) => name.replaceAll("''", "'"),
    );
    expect(named.length).toBeGreaterThan(20);
    expect([...new Set(wrongs.map(([name]) => name))].toSorted()).toEqual(named.toSorted());
  });

  test('changes nothing: it runs in a read-only transaction', async () => {
    const found = await database.sql.begin('read only', (sql) => violationsIn(sql));
    expect(found).toEqual([]);
  });
});
