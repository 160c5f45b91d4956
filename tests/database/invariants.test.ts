import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { acting } from '#harness/acting.ts';
import { type Violation, violationsIn } from '../support/invariants.ts';
import { openDatabase } from '../support/open-database.ts';

/** Two pieces sold of a draw of two. */
const drawnTwice = `
  insert into draws (product_id, opens_at, closes_at, seed_round, staff_id)
  select 1, now(), now() + interval '1 hour', 1, min(id) from staff;
  insert into draw_pieces (draw_id, variant_id, pieces) select id, 1, 2 from draws;
  insert into draw_entries (draw_id, variant_id) select id, 1 from draws, generate_series(1, 2);
  insert into draw_places (entry_id, draw_id, variant_id, place, state)
  select id, draw_id, 1, row_number() over (), 'bought' from draw_entries`;

const { shop, sql, callAs, newStaff, dispatch } = await openDatabase(1);
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
  const user = await newStaff('manager');
  const [line] = await sql<[{ order_id: number; variant_id: number }]>`
    select order_id::int, variant_id::int from order_items i join orders o on o.id = i.order_id
    where o.checkout_id = ${checkout}`;
  const { order_id: order, variant_id } = line;
  const items = [{ variant_id, quantity: 1 }];
  const numbered = { carrier: 'Royal Mail', tracking_number: 'AB123456785GB', items };
  const { parcel } = await dispatch(user, order, numbered);
  await callAs(user, 'staff_deliver', randomUUID(), parcel);
  await callAs(user, 'staff_cancel', randomUUID(), order, items, 'sold_out', true);
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
  const asked = [randomUUID(), order, 'return', items, null];
  const { id: returned } = await callAs<{ id: number }>(user, 'staff_ask_return', ...asked);
  const back = [{ variant_id, restocked: 1, written_off: 0 }];
  await callAs(user, 'staff_receive_return', randomUUID(), returned, back);
  await callAs(user, 'staff_settle_return', randomUUID(), returned);
}

/** Moves a payment into an early quarter, and files that. */
async function fileQuarterOf(checkout: string): Promise<void> {
  await sql`update payments set created_at = '2020-02-03' where checkout_id = ${checkout}`;
  const [{ user }] = await sql<[{ user: string }]>`select user_id as user from staff limit 1`;
  await sql`
    select staff_file_quarter(gen_random_uuid(), '2020-01-01', quarter_digest('2020-01-01'))
    from ${acting(sql, user)}`;
}

/** A shop with checkouts in every possible state. */
async function everyKind(): Promise<typeof rows> {
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
  const { checkout_id: credited } = await shop.open(
    await shop.newShopper(),
    [{ sku, quantity: 2 }],
    {
      code: await shop.newGiftCard(3000),
    },
  );
  await shop.complete(credited);
  await sql`
    select ask_refund(gen_random_uuid(), o.id, null, '[]', 0, 500, 'other', 'staff', s.id)
    from orders o, staff s where o.checkout_id = ${credited} limit 1`;
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
  rows = await everyKind();
});

/**
 * Looks for violations after statements, which are rolled back.
 * @param query the view of an invariant, or all.
 */
async function violatedBy(statements: string, query: string): Promise<string[]> {
  const undo = new Error('undo');
  const found = new Set<string>();
  const filled = Object.entries(rows).reduce(
    (text, [name, id]) => text.replaceAll(`{${name}}`, `'${id}'`),
    statements,
  );
  await sql
    .begin(async (transaction) => {
      // Skips the triggers.
      await transaction`set local session_replication_role = replica`;
      await transaction.unsafe(filled);
      for (const { invariant } of await transaction.unsafe<Violation[]>(`select * from ${query}`))
        found.add(invariant);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return [...found];
}

/** Drops what would refuse an invalid row, besides triggers: checks, keys and foreign keys. */
async function dropConstraints(): Promise<void> {
  await sql.unsafe(`
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

/** SQL for a review of the order with a history, by a buyer who was asked. */
const reviewed = `
  insert into review_requests (order_id) select id from orders where checkout_id = {lived};
  insert into product_reviews (order_id, product_id, stars, words, given)
  select o.id, i.product_id, 4, 'Warm.', false from orders o join order_items i on i.order_id = o.id
  where o.checkout_id = {lived}`;

/** SQL for another refund of the order with a history, in pence. */
const owed = (pence: number) => `
  insert into order_refunds (id, act_id, order_id, reason, goodwill_pence, asked_at)
  select gen_random_uuid(), gen_random_uuid(), id, 'goodwill', ${pence}, now() - interval '25 hours'
  from orders where checkout_id = {lived}`;

const wrongs: [invariant: string, statements: string][] = [
  ['product_in_live_category', `update categories set kind = 'collection'`],
  ['product_in_live_category', `update categories set archived_at = now()`],
  ['stock_not_negative', `update color_variants set quantity = -1 where id = 1`],
  ['held_within_stock', `update color_variants set quantity = 1`],
  ['stock_is_sum_of_movements', `update stock_movements set moved = moved + 1 where id = 1`],
  [
    'only_unfinished_checkouts_hold',
    `insert into stock_holds select checkout_id, variant_id, quantity, now() from checkout_lines ${completed}`,
  ],
  ['only_unfinished_checkouts_hold', `delete from checkouts where id = {review}`],
  ['hold_as_large_as_line', `update stock_holds set quantity = 1`],
  ['hold_as_large_as_line', `update stock_holds set variant_id = 1 where checkout_id = {review}`],
  ['open_lines_are_held', `delete from stock_holds where checkout_id = {open}`],
  [
    'open_lines_are_held',
    `update checkouts set session_expires_at = now() + interval '2 hours' where id = {open}`,
  ],
  [
    'one_unpaid_checkout_per_shopper',
    `update checkouts set status = 'open', closed_at = null,
       user_id = (select user_id from checkouts where id = {open})
     where id in ({awaiting}, {completed})`,
  ],
  [
    'one_unpaid_checkout_per_shopper',
    `update checkouts set user_id = (select user_id from checkouts where id = {open})
     where id = {awaiting}`,
  ],
  [
    'unpaid_checkout_within_limits',
    `update checkout_lines set quantity = 11 where checkout_id = {awaiting}`,
  ],
  [
    'unpaid_checkout_within_limits',
    `insert into checkout_lines
     select {open}, n, product_id, product_name, color_name, unit_pence, 10
     from checkout_lines, generate_series(1, 3) n where checkout_id = {open}`,
  ],
  [
    'network_within_limit',
    `update checkouts set network_hash = repeat('x', 43) where id in ({open}, {awaiting});
     update stock_holds set quantity = 31 where checkout_id in ({open}, {awaiting})`,
  ],
  [
    'closed_checkout_without_network',
    `update checkouts set network_hash = repeat('x', 43) where id = {completed}`,
  ],
  ['closed_at_when_closed', `update checkouts set closed_at = null where id = {completed}`],
  ['closed_at_when_closed', `update checkouts set closed_at = now() where id = {awaiting}`],
  [
    'order_owes_confirmation',
    `delete from mail_outbox where kind = 'order' and checkout_id = {completed}`,
  ],
  [
    'refund_without_order_owes_mail',
    `update mail_outbox set kind = 'payment_failed' where checkout_id = {refunded}`,
  ],
  [
    'parcel_owes_mails',
    `with event as (
       insert into order_events (checkout_id, kind, actor) values ({completed}, 'dispatched', 'shop') returning id)
     insert into parcels (order_id, event_id, carrier)
     select o.id, event.id, 'Royal Mail' from orders o, event where o.checkout_id = {completed}`,
  ],
  [
    'money_in_hand_by_staff',
    `update payments set method = 'cash', stripe_payment_intent_id = null where checkout_id = {completed}`,
  ],
  [
    'free_orders_charge_nothing',
    `update payments set method = 'none', charged_pence = 0 where checkout_id = {completed}`,
  ],
  [
    'exchange_balances',
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
    'order_waits_for_something',
    `update orders set waits_for = 'return' where checkout_id = {completed}`,
  ],
  [
    'replaced_within_sent',
    `with event as (
       insert into order_events (checkout_id, kind, actor) values ({completed}, 'replaced', 'shop') returning id)
     insert into replacements (order_id, replaces_order_id, event_id, reason)
     select o.id, (select id from orders where id <> o.id limit 1), event.id, 'lost'
     from orders o, event where o.checkout_id = {completed}`,
  ],
  [
    'undone_dispatch_owes_correction',
    `with event as (
       insert into order_events (checkout_id, kind, actor) values ({completed}, 'dispatched', 'shop') returning id),
     parcel as (
       insert into parcels (order_id, event_id, carrier, undone_at)
       select o.id, event.id, 'Royal Mail', now() from orders o, event where o.checkout_id = {completed} returning id)
     insert into mail_outbox (kind, subject, checkout_id, status, sent_at)
     select 'dispatched', id::text, {completed}, 'sent', now() from parcel`,
  ],
  [
    'order_refund_owes_mail',
    `update refunds set created_at = now();
     delete from mail_outbox where kind = 'order_refund' and checkout_id = {completed}`,
  ],
  ['checkout_has_lines', `delete from checkout_lines where checkout_id = {review}`],
  [
    'checkout_costs_its_lines',
    `update checkouts set subtotal_pence = subtotal_pence + 1 where id = {open}`,
  ],
  ['tax_at_frozen_rate', `update checkouts set tax_pence = tax_pence - 1 where id = {open}`],
  [
    'discount_is_sum_of_lines',
    `update checkouts set discount_pence = discount_pence + 1 where id = {discounted}`,
  ],
  ['discount_has_code', `delete from checkout_discounts where checkout_id = {discounted}`],
  ['code_within_uses', `update discounts set max_uses = 1; ${usedTwice}`],
  ['single_use_code_used_once', `update discounts set single_use = true; ${usedTwice}`],
  [
    'code_used_once_per_person',
    `update discounts set once_per_person = true;
     update billing_infos set email = 'one+' || id || '@example.com'; ${usedTwice}`,
  ],
  [
    'unused_code_given_back',
    `update checkout_discounts set given_back_at = now() where checkout_id = {discounted}`,
  ],
  ['items_cost_what_was_paid', `update order_items set discount_pence = 0`],
  ['tax_on_top_or_inside', `update checkouts set included_basis_points = 2000 where id = {open}`],
  [
    'payment_session_of_one_checkout',
    `update checkouts set stripe_session_id = 'cs_test_one' where id in ({open}, {awaiting})`,
  ],
  [
    'paid_checkout_has_session',
    `update checkouts set stripe_session_id = null where id = {awaiting}`,
  ],
  [
    'expired_page_settled',
    `update checkouts set session_expires_at = now() - interval '25 hours' where id = {open}`,
  ],
  [
    'due_refund_at_stripe',
    `update checkouts set closed_at = now() - interval '25 hours' where id = {due}`,
  ],
  ['checkout_without_account_settled', `update checkouts set user_id = null where id = {awaiting}`],
  [
    'billing_form_of_account',
    `update billing_infos set user_id = null
     where id = (select billing_info_id from checkouts where id = {completed})`,
  ],
  [
    'billing_form_of_account',
    `delete from billing_infos
     where id = (select billing_info_id from checkouts where id = {open})`,
  ],
  ['checkout_and_payment_agree', `delete from payments ${completed}`],
  [
    'checkout_and_payment_agree',
    `update payments set status = 'refunded' where checkout_id = {due}`,
  ],
  ['checkout_and_payment_agree', `update checkouts set status = 'released' where id = {review}`],
  ['payment_of_checkout', `delete from checkouts where id = {completed}`],
  [
    'one_payment_per_checkout',
    `insert into payments (checkout_id, user_id, billing_info_id, amount_pence, charged_pence,
       currency, status, stripe_session_id, stripe_payment_intent_id)
     select checkout_id, user_id, billing_info_id, amount_pence, charged_pence,
       currency, status, stripe_session_id, stripe_payment_intent_id from payments ${completed}`,
  ],
  ['payment_matches_checkout', `update payments set user_id = gen_random_uuid() ${completed}`],
  [
    'payment_matches_checkout',
    `update payments set stripe_session_id = 'cs_test_other' ${completed}`,
  ],
  ['payment_for_goods', `update payments set amount_pence = 1`],
  [
    'refunded_when_all_went_back',
    `update payments set status = 'refunded' where checkout_id = {completed}`,
  ],
  ['refunded_when_all_went_back', `delete from refunds where stripe_refund_id = 're_1'`],
  [
    'refunded_when_all_went_back',
    `update payments set status = 'paid' where checkout_id = {returned}`,
  ],
  [
    'refunded_within_charge',
    `update refunds set amount_pence = 5195 where stripe_refund_id = 're_2'`,
  ],
  [
    'refunded_within_charge',
    `insert into refunds (payment_id, amount_pence, state, source, stripe_refund_id)
     select payment_id, 5000, 'pending', 'dashboard', 're_5' from refunds where stripe_refund_id = 're_3'`,
  ],
  ['refund_of_payment', `update refunds set payment_id = 0`],
  [
    'one_refund_attempt',
    `drop index refunds_one_requested_per_payment;
     update refunds set state = 'requested',
       payment_id = (select id from payments where checkout_id = {due})`,
  ],
  [
    'one_label_in_hand',
    `insert into labels (order_id, orders, contents, state, carrier, quote, service, posted_with, tracker, staff_id,
       wanted_at)
     select o.id, array[o.id], '', 'wanted', 'shippo', '', '', '', '', s.id, now()
     from (select min(id) as id from orders) o, (select min(id) as id from staff) s, generate_series(1, 2)`,
  ],
  [
    'refund_recorded_once',
    `update refunds set stripe_refund_id = 're_1' where stripe_refund_id = 're_2'`,
  ],
  [
    'unknown_refund_moved_nothing',
    `update refunds set stripe_refund_id = null where stripe_refund_id = 're_1'`,
  ],
  [
    'settled_refund_has_time',
    `update refunds set settled_at = null where stripe_refund_id = 're_1'`,
  ],
  [
    'shop_refunds_without_order',
    `update refunds set source = 'shop', reason = 'sold_out' where stripe_refund_id = 're_2'`,
  ],
  ['dispute_of_payment', `update disputes set payment_id = 0`],
  ['order_of_completed_checkout', `delete from orders ${completed}`],
  [
    'order_of_completed_checkout',
    `update checkouts set status = 'released' where id = {completed}`,
  ],
  ['order_of_checkout', `delete from checkouts where id = {completed}`],
  ['order_is_paid', `update payments set status = 'review' ${completed}`],
  [
    'order_is_paid',
    `update orders set payment_id = (select id from payments where checkout_id = {due})`,
  ],
  ['order_matches_checkout', `update orders set country = 'FR'`],
  ['order_matches_checkout', `update orders set tax_pence = tax_pence + 1`],
  ['order_adds_up', `update orders set order_amount_pence = order_amount_pence + 1`],
  ['order_adds_up', `update payments set currency = 'usd'`],
  ['delivery_was_offered', `update orders set shipping_name = 'Drone'`],
  [
    'promise_by_the_clock',
    `update orders set counts_from = '2027-07-05T09:00Z', leaves_by = '2027-07-08',
       arrives_from = '2027-07-09', arrives_by = '2027-07-12'`,
  ],
  [
    'order_leaves_as_promised',
    `update orders set leaves_by = '2026-01-06', created_at = '2026-01-05' where units_to_send > 0`,
  ],
  [
    'parcel_to_country_of_postage',
    `update checkouts set delivery = jsonb_set(delivery, '{country}', '"AU"') where delivery is not null`,
  ],
  [
    'items_are_lines',
    `update order_items set product_price_pence = 1 where order_id = ${itsOrder}`,
  ],
  ['items_are_lines', `delete from order_items where order_id = ${itsOrder}`],
  ['items_are_lines', `update order_items set order_id = 999999 where order_id = ${itsOrder}`],
  [
    'items_cost_what_was_paid',
    `update order_items set product_price_pence = 1 where order_id = ${itsOrder}`,
  ],
  [
    'order_keeps_address',
    `update billing_infos set name = '', erased_at = now()
     where id = (select billing_info_id from orders ${completed})`,
  ],
  [
    'account_has_profile',
    'delete from profiles where user_id = (select user_id from checkouts where id = {completed})',
  ],
  [
    'expired_data_erased',
    `update checkouts set status = 'released', closed_at = now() - interval '38 days'
     where id = {open}`,
  ],
  [
    'expired_data_erased',
    `update checkouts set created_at = now() - interval '7 years 8 days' where id = {completed};
     update billing_infos set saved_at = now() - interval '7 years 8 days'
     where id = (select billing_info_id from orders ${completed})`,
  ],
  [
    'expired_data_erased',
    `update returns set kind = 'fault', closed_at = now() - interval '188 days' where closed_at is not null;
     insert into return_photos (id, return_id)
     select gen_random_uuid(), min(id) from returns where closed_at is not null`,
  ],
  [
    'order_status_follows_history',
    `update orders set status = 'delivered' where checkout_id = {completed}`,
  ],
  [
    'order_status_follows_history',
    `update orders set units_to_send = 1 where checkout_id = {completed}`,
  ],
  [
    'withdrawal_carried_out',
    `update orders set cancels_at = now() - interval '25 hours' where checkout_id = {completed}`,
  ],
  ['sent_and_cancelled_within_ordered', `update parcel_items set quantity = quantity + 1`],
  ['returned_within_sent', `update return_items set quantity = 2, restocked = 2`],
  ['unit_restocked_once', `update cancelled_items set restocked = 2`],
  ['unit_restocked_once', `update returns set state = 'refused'`],
  ['unit_refunded_once', `update order_refund_items set quantity = 2`],
  ['goods_refunded_at_their_price', `update order_refunds set goods_pence = goods_pence + 1`],
  [
    'surplus_refunded_once',
    `with other as (select i.order_id, i.variant_id from order_items i where i.order_id <> ${itsOrder} limit 1),
     made as (
       insert into exchanges (order_id, from_order_id, event_id, at_once)
       select other.order_id, ${itsOrder}, (select id from order_events limit 1), true from other)
     insert into exchanged_items (order_id, from_variant_id, to_variant_id, quantity, surplus_pence, settled_pence)
     select other.order_id, i.variant_id, other.variant_id, 1, 999999, 999999
     from other, order_items i where i.order_id = ${itsOrder} limit 1`,
  ],
  [
    'exchange_sends_what_came',
    `with line as (select * from order_items where order_id = ${itsOrder} limit 1),
     other as (select order_id, variant_id from order_items where order_id <> ${itsOrder} limit 1),
     event as (
       insert into order_events (checkout_id, kind, actor)
       select checkout_id, 'return_asked', 'shop' from orders where id = ${itsOrder} returning id),
     back as (
       insert into returns (order_id, event_id, kind, code, state, received_at, closed_at)
       select line.order_id, event.id, 'return', 'R-00000000', 'settled', now(), now() from line, event
       returning id, event_id),
     item as (
       insert into return_items (return_id, order_id, variant_id, quantity)
       select back.id, line.order_id, line.variant_id, 1 from back, line),
     made as (
       insert into exchanges (order_id, from_order_id, return_id, event_id, at_once)
       select other.order_id, line.order_id, back.id, back.event_id, false from other, line, back)
     insert into exchanged_items (order_id, from_variant_id, to_variant_id, quantity)
     select other.order_id, line.variant_id, other.variant_id, 1 from other, line`,
  ],
  ['parts_refunded_within_order', `update order_refunds set goods_pence = 4900`],
  ['parts_refunded_within_order', `update order_refunds set shipping_pence = 1`],
  ['refunded_and_owed_within_charge', owed(2598)],
  ['order_refund_at_stripe', owed(1)],
  ['order_refund_taken_as_recorded', `update order_refunds set taken_at = null`],
  [
    'order_refund_taken_as_recorded',
    `update order_refunds set given_up_at = now() where taken_at is not null`,
  ],
  ['shop_refund_was_decided', `update refunds set order_refund_id = null`],
  ['money_moves_with_event', owed(1)],
  [
    'money_moves_with_event',
    `update order_events set actor = 'shop', staff_id = null where kind = 'return_settled'`,
  ],
  [
    'money_moves_with_event',
    `update order_events set staff_id = null where kind = 'note' or actor = 'staff'`,
  ],
  [
    'photos_of_faults',
    `update returns set kind = 'fault';
     insert into return_photos (id, return_id)
     select gen_random_uuid(), (select min(id) from returns) from generate_series(1, 6)`,
  ],
  [
    'photos_of_faults',
    `insert into return_photos (id, return_id) select gen_random_uuid(), min(id) from returns where kind = 'return'`,
  ],
  [
    'photos_of_reviews',
    `${reviewed};
     insert into review_photos (id, review_id)
     select gen_random_uuid(), r.id from product_reviews r, generate_series(1, 4)`,
  ],
  ['reviews_of_received_goods', `${reviewed}; delete from review_requests`],
  ['reviews_of_received_goods', `${reviewed}; delete from parcel_items`],
  [
    'reviews_counted_exactly',
    `${reviewed};
     insert into product_reviews (order_id, product_id, stars, words, given)
     select id, (select product_id from product_reviews), 1, 'Cold.', false from orders where checkout_id = {returned};
     create or replace view reviewed_products as
     select r.product_id as id, count(*)::integer as count, 100 * max(r.stars)::integer as hundredths, null::integer[] as stars,
       null::integer[] as fits, null::jsonb as reviews from product_reviews r group by r.product_id`,
  ],
  ['order_can_be_found', `delete from order_words where order_id = ${itsOrder}`],
  [
    'mailing_once_per_person',
    `insert into mailing_recipients (mailing_id, subscription_id, batch_id)
     select mailing_id, subscription_id, batch_id from mailing_recipients`,
  ],
  [
    'no_suppressed_subscriber',
    `insert into suppressions select address_hash(email), 'bounced' from subscriptions`,
  ],
  [
    'no_suppressed_alert',
    `insert into stock_alerts (variant_id, email) values (1, 'left@example.com');
     insert into suppressions values (address_hash('left@example.com'), 'refused_alerts')`,
  ],
  ['sent_mailing_owes_nobody', `update mailings set state = 'sent'`],
  ['sent_mailing_owes_nobody', `update mailing_batches set ended_at = now()`],
  [
    'release_undone_once',
    `select save_release(null, gen_random_uuid(), 'Spring', 'Studio', '{}', '{}', 0);
     select publish_release(null, id, preview_release(id) ->> 'fingerprint') from releases;
     select undo_release(null, id, gen_random_uuid(), preview_undo(id) ->> 'fingerprint') from releases;
     update releases set published_at = published_at - interval '1 minute' where undoes is not null`,
  ],
  [
    'publisher_in_history',
    `select save_release(null, gen_random_uuid(), 'Spring', 'Studio', '{}', '{}', 0);
     select publish_release(null, id, preview_release(id) ->> 'fingerprint') from releases;
     delete from release_events where what = 'published'`,
  ],
  [
    'product_ahead_is_hidden',
    `select save_release(null, gen_random_uuid(), 'Spring', 'Studio', '{"catalogue": {"categories": [],
       "products": [{"slug": "drop-cap", "name": "Cap", "material": "Leather", "price_pence": 5000, "category": "beanies"}]}}', '{}', 0);
     select schedule_release(null, id, date_trunc('minute', now() + interval '1 hour'), preview_release(id) ->> 'fingerprint')
     from releases;
     update products set visible_from = null where comes_with is not null`,
  ],
  ['quarters_filed_in_order', `update filed_movements set counts_on = '2020-04-01'`],
  [
    'quarters_filed_in_order',
    `insert into filed_quarters select '2020-07-01', gen_random_uuid(), staff_id from filed_quarters`,
  ],
  [
    'filed_money_is_filed',
    `update payments set charged_pence = charged_pence + 1, moved_at = created_at where created_at < '2020-04-01'`,
  ],
  ['credit_notes_without_gaps', 'delete from credit_notes where number = 2'],
  ['credit_notes_match_refunds', 'delete from credit_notes'],
  ['credit_notes_match_refunds', 'update credit_notes set amount_pence = amount_pence + 1'],
  ['no_more_offered_than_drawn', `${drawnTwice}; update draw_pieces set pieces = 1`],
  ['one_winner_per_card_and_address', `${drawnTwice}; update draw_places set card_hash = '\\x01'`],
  ['credit_never_negative', `update credits set amount_pence = -9000 where kind = 'spent'`],
  ['gift_card_issued_first', `delete from credits where kind = 'issued'`],
  [
    'spent_credit_paid_a_checkout',
    `update payments set credit_pence = credit_pence - 1 where credit_pence > 0`,
  ],
  ['spent_credit_paid_a_checkout', `delete from credits where kind = 'spent'`],
  ['refund_within_its_source', `update payments set credit_pence = 1 where credit_pence > 0`],
  ['refund_to_card_is_on_it', `delete from credits where kind = 'returned'`],
  ['expired_credit_ends', `update gift_cards set expires_at = now() - interval '3 days'`],
  [
    'liability_in_accounts',
    `update refunds set amount_pence = amount_pence + 1 where source = 'credit'`,
  ],
  ['one_mail_per_cause', `update mail_outbox set subject = '1'`],
  ['order_counts_units', `update orders set total_items = 3`],
  [
    'ordered_as_sold',
    `update order_items set quantity = quantity + 1 where order_id = ${itsOrder}`,
  ],
];

describe('the query of invariants', () => {
  beforeAll(dropConstraints);

  test('finds nothing in a shop with every allowed state', async () => {
    const kinds = await sql`select distinct status::text from checkouts order by 1`;
    expect(kinds.map(({ status }) => String(status))).toEqual([
      'awaiting_payment',
      'completed',
      'open',
      'refund_due',
      'refunded',
      'released',
      'review',
    ]);
    expect(await violationsIn(sql)).toEqual([]);
  });

  test.each(wrongs)('finds violations of %s, case %#', async (invariant, statements) => {
    expect(await violatedBy(statements, `invariants.${invariant}`)).toHaveLength(1);
  });

  test('asks each invariant', async () => {
    const statements = `update color_variants set quantity = -1; update orders set total_items = 99`;
    expect(await violatedBy(statements, 'violations()')).toEqual(
      expect.arrayContaining([
        'an order counts its units',
        'no more is held than there is',
        'stock is never negative',
        'stock is the sum of its movements',
      ]),
    );
  });

  test('has a violating case here for every invariant', async () => {
    const views = await sql<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace = 'invariants'::regnamespace and relkind = 'v'`;
    expect(views.length).toBeGreaterThan(20);
    expect([...new Set(wrongs.map(([name]) => name))].toSorted()).toEqual(
      views.map(({ name }) => name).toSorted(),
    );
  });

  test('changes nothing: it runs in a read-only transaction', async () => {
    const found = await sql.begin('read only', (transaction) => violationsIn(transaction));
    expect(found).toEqual([]);
  });
});
