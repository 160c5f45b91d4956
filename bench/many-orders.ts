import type postgres from 'postgres';
import { copyOrders } from './copied-orders.ts';

/** Number of orders by state, newest first; the rest have been delivered. */
const spread = {
  /** Not dispatched; the oldest tenth are late. */
  unsent: 300,
  /** With one of two parcels dispatched. */
  partSent: 40,
  onTheWay: 500,
};

/** Orders made one by one. */
const MADE_AT_MOST = 5_000;

/**
 * Fills an empty shop with a realistic history of eighteen months of orders: most are delivered; some are to
 * be dispatched, cancelled, refunded, being returned or disputed. Every fiftieth order comes with a payment
 * that did not become an order. All of it is valid: `violations()` names late orders only.
 * @param first maximum number made one by one; the rest are copies of completed orders, because the triggers would take
 * hours.
 */
export async function makeOrders(
  sql: postgres.Sql,
  count: number,
  first: number = MADE_AT_MOST,
): Promise<void> {
  await makeFirst(sql, Math.min(count, first));
  if (count > first) await copyOrders(sql, count - first);
  await sql.unsafe(movements);
  await sql`vacuum analyze`;
}

async function makeFirst(sql: postgres.Sql, count: number): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select setseed(0.25)`;
    await tx`set local synchronous_commit = off`;
    // Parallel workers would make random() depend on the plan despite the seed.
    await tx`set local max_parallel_workers_per_gather = 0`;
    await tx.unsafe(people(Math.ceil(count / 3)));
    await tx.unsafe(orders(count));
    await tx.unsafe(lives);
    await tx`select settle_order(id) from orders`;
  });
}

const people = (count: number) => `
  create function pg_temp.id(text) returns uuid language sql immutable as $$
    select overlay(overlay(md5($1) placing '4' from 13) placing '8' from 17)::uuid
  $$;

  create temp table words on commit drop as select
    array['Ada','Grace','Mary','Zoë','Łukasz','Priya','Olu','Hannah','Iris','Noor','Aoife','Rhys','Megan','Tom','Ben','Kit','Sam','Joan','Ruth','Ivy','Elsa','Max','Leo','Theo','Nia','Asha','Dev','Yusuf','Chloé','Jean','Una','Wren'] as first_names,
    array['Lovelace','Hopper','Shelley','O’Brien','Nowak','Sharma','Adeyemi','Smith','Jones','Brown','Taylor','Wilson','Evans','Walker','White','Green','Hall','Wood','Clarke','Patel','Khan','Lewis','Scott','Young','King','Wright','Hill','Moore','Ward','Turner','Carter','Shaw'] as last_names,
    array['London','Leeds','Bristol','York','St Ives','Glasgow','Cardiff','Belfast','Bath','Durham','Norwich','Exeter'] as towns,
    array['SW','LS','BS','YO','TR','G','CF','BT','BA','DH','NR','EX'] as areas;

  create temp table shoppers on commit drop as
  select n, pg_temp.id('shopper ' || n) as id,
    w.first_names[1 + floor(random() * 32)::int] as first_name, w.last_names[1 + floor(random() * 32)::int] as last_name,
    1 + floor(random() * 12)::int as town, (1 + floor(random() * 29)::int) || ' '
      || (1 + floor(random() * 9)::int) || chr(65 + floor(random() * 26)::int) || chr(65 + floor(random() * 26)::int) as code
  from generate_series(1, ${count}) n, words w;

  insert into auth.users (id, email, raw_user_meta_data)
  select id, 'shopper' || n || '@example.com', jsonb_build_object('username', 'shopper-' || n) from shoppers;

  insert into billing_infos (user_id, name, address, email, phone)
  select id, first_name || ' ' || last_name, n || ' High Street',
    lower(first_name) || '.' || n || '@example.com', '07700 ' || lpad(n::text, 6, '0')
  from shoppers;`;

const orders = (count: number) => `
  create temp table made on commit drop as
  select g.n, pg_temp.id('checkout ' || g.n) as id, s.id as user_id, b.id as billing_info_id, b.name,
    now() - interval '18 months' * power(greatest(${count} + ${count} / 49 - g.n, 0) / ${count}::float, 1.4) as at,
    random() < 0.15 as express,
    s.town, s.code, g.n % 50 = 0 as unplaced
  from generate_series(1, ${count} + ${count} / 49) g (n)
  join shoppers s on s.n = 1 + (g.n * 7919) % (select count(*) from shoppers)
  join billing_infos b on b.user_id = s.id;
  update made set at = least(at, now() - interval '1 minute');

  create temp table chosen on commit drop as
  select m.id as checkout_id, v.id as variant_id, p.id as product_id, p.name as product_name, v.color_name,
    p.price_pence as unit_pence, 1 + floor(random() * random() * 3)::int as quantity
  from made m
  cross join generate_series(1, 1 + m.n % 3) line
  join (select id, product_id, color_name, row_number() over (order by id) as place, count(*) over () as total
        from color_variants) v on v.place = 1 + (m.n * 31 + line * 7) % v.total
  join products p on p.id = v.product_id;

  create temp table sums on commit drop as
  select m.*, l.pence, l.units, tax_on(l.pence, 600) as tax, case when m.express then 695 else 0 end as shipping
  from made m
  join (select checkout_id, sum(unit_pence * quantity)::int as pence, sum(quantity)::int as units
        from chosen group by 1) l on l.checkout_id = m.id;

  insert into checkouts (
    id, user_id, billing_info_id, country, subtotal_pence, tax_basis_points, tax_pence, delivery, status,
    stripe_session_id, session_expires_at, created_at, closed_at)
  select s.id, s.user_id, s.billing_info_id, 'GB', s.pence, 600, s.tax,
    jsonb_build_object('name', s.name, 'line1', '1 High Street', 'town', w.towns[s.town],
      'postcode', w.areas[s.town] || s.code, 'country', 'GB'),
    (case when not s.unplaced then 'completed' when s.n % 300 = 0 then 'review' else 'refunded' end)::checkout_status,
    'cs_test_' || md5('session ' || s.n), s.at + interval '30 minutes', s.at, s.at + interval '5 minutes'
  from sums s, words w order by s.at;

  insert into checkout_lines select * from chosen;
  insert into checkout_shipping_options (
    checkout_id, position, name, amount_pence, min_business_days, max_business_days, express)
  select s.id, r.position, r.name, r.amount_pence, r.min_business_days, r.max_business_days, r.express
  from sums s, shipping_rates r where r.zone = 'domestic';

  insert into payments (
    checkout_id, user_id, billing_info_id, amount_pence, charged_pence, shipping_pence, currency, status,
    stripe_session_id, stripe_payment_intent_id, created_at)
  select s.id, s.user_id, s.billing_info_id, s.pence, s.pence + s.tax + s.shipping, s.shipping, 'gbp',
    (case c.status when 'completed' then 'paid' else c.status::text end)::payment_status,
    c.stripe_session_id, 'pi_' || md5('payment ' || s.n), s.at
  from sums s join checkouts c on c.id = s.id order by s.at;

  insert into orders (
    id, checkout_id, payment_id, user_id, billing_info_id, country, subtotal_pence, tax_pence, shipping_pence, shipping_name,
    order_amount_pence, total_items, units_to_send, counts_from, leaves_by, arrives_from, arrives_by, created_at)
  select 10000000 + s.n, s.id, p.id, s.user_id, s.billing_info_id, 'GB', s.pence, s.tax, s.shipping, r.name, p.charged_pence,
    s.units, s.units, s.at, d.leaves_by, d.arrives_from, d.arrives_by, s.at
  from sums s
  join payments p on p.checkout_id = s.id
  join shipping_rates r on r.zone = 'domestic' and r.express = s.express
  cross join order_promise(s.at, r.express, r.min_business_days, r.max_business_days) d
  where not s.unplaced
  order by s.at;

  insert into order_items (order_id, variant_id, product_id, product_name, color_name, product_price_pence, quantity)
  select o.id, l.variant_id, l.product_id, l.product_name, l.color_name, l.unit_pence, l.quantity
  from checkout_lines l join orders o on o.checkout_id = l.checkout_id;

  insert into mail_outbox (kind, subject, checkout_id)
  select 'refund', id, id from checkouts where status = 'refunded' on conflict do nothing;
  update mail_outbox m set status = 'sent', sent_at = c.created_at, created_at = c.created_at
  from checkouts c where c.id = m.checkout_id;`;

const lives = `
  create temp table aged on commit drop as
  select o.*, row_number() over (order by id desc) as age from orders o;

  insert into staff (name, role, until) values ('Percy', 'packer', now());

  -- Every twentieth of the older ones was cancelled before it left; every tenth of those is not done yet.
  insert into order_events (id, checkout_id, kind, actor, at)
  select pg_temp.id('cancel ' || id), checkout_id, 'cancelled', 'shopper', created_at + interval '2 hours'
  from aged where age > ${spread.unsent} and id % 20 = 0;
  update mail_outbox m set status = 'sent', sent_at = e.at, created_at = e.at
  from order_events e where m.kind = 'cancelled' and e.id::text = m.subject;
  insert into cancelled_items
  select pg_temp.id('cancel ' || a.id), a.id, i.variant_id, i.quantity, i.quantity
  from aged a join order_items i on i.order_id = a.id
  where age > ${spread.unsent} and a.id % 20 = 0;
  insert into order_refunds (id, act_id, order_id, reason, goods_pence, tax_pence, shipping_pence, asked_at, taken_at)
  select pg_temp.id('cancel ' || id), pg_temp.id('cancel ' || id), id, 'cancelled', subtotal_pence, tax_pence, shipping_pence,
    created_at + interval '2 hours', created_at + interval '2 hours'
  from aged where age > ${spread.unsent} and id % 20 = 0;

  -- The rest left, unless it is new.
  insert into order_events (id, checkout_id, kind, actor, staff_id, at)
  select pg_temp.id('send ' || a.id), checkout_id, 'dispatched', 'staff', s.id, a.created_at + interval '1 day'
  from aged a, staff s
  where age > ${spread.unsent} - ${spread.partSent} and a.id % 20 <> 0 and s.name = 'Percy';
  insert into parcels (order_id, event_id, carrier, tracking_number, sent_at, delivered_at)
  select id, pg_temp.id('send ' || id), 'Royal Mail', upper(left(md5('number ' || id), 2)) || lpad(id::text, 9, '0') || 'GB',
    created_at + interval '1 day',
    case when age > ${spread.unsent + spread.onTheWay} then created_at + interval '3 days' end
  from aged where age > ${spread.unsent} - ${spread.partSent} and id % 20 <> 0;
  insert into parcel_items (parcel_id, order_id, variant_id, quantity)
  select p.id, i.order_id, i.variant_id, i.quantity
  from parcels p
  join aged a on a.id = p.order_id
  join (select *, row_number() over (partition by order_id order by variant_id) as place from order_items) i
    on i.order_id = p.order_id
  where a.age > ${spread.unsent} or i.place = 1;
  -- Of those, two mails.
  insert into mail_outbox (kind, subject, checkout_id, status, sent_at, created_at)
  select kind::mail_kind, p.id::text, o.checkout_id, 'sent', p.sent_at, p.sent_at
  from parcels p join orders o on o.id = p.order_id
  cross join unnest(array['dispatched', 'delivered']) kind
  where kind = 'dispatched' or p.delivered_at is not null;
  update mail_outbox set status = 'parked', sent_at = null, last_error = 'Mailbox full'
  where kind = 'dispatched' and subject::bigint % 500 = 0;

  -- Every twelfth that arrived came back; of the newest, some are on their way.
  insert into order_events (id, checkout_id, kind, actor, at)
  select pg_temp.id('return ' || id), checkout_id, 'return_asked', 'shopper', created_at + interval '5 days'
  from aged where age > ${spread.unsent + spread.onTheWay} and id % 12 = 1 and id % 20 <> 0;
  insert into returns (order_id, event_id, kind, state, code, reason, asked_at, received_at, closed_at)
  select id, pg_temp.id('return ' || id), 'return',
    (case when age > 1600 then 'settled' when age > 1300 then 'received' else 'asked' end)::return_state,
    'R-' || lpad(id::text, 8, '0'), 'Too large', created_at + interval '5 days',
    case when age > 1300 then created_at + interval '9 days' end,
    case when age > 1600 then created_at + interval '10 days' end
  from aged where age > ${spread.unsent + spread.onTheWay} and id % 12 = 1 and id % 20 <> 0;
  insert into return_items (return_id, order_id, variant_id, quantity, restocked)
  select r.id, r.order_id, i.variant_id, i.quantity, case when r.state = 'asked' then 0 else i.quantity end
  from returns r
  join (select *, row_number() over (partition by order_id order by variant_id) as place from order_items) i
    on i.order_id = r.order_id and i.place = 1;
  insert into order_events (id, checkout_id, kind, actor, staff_id, at)
  select pg_temp.id('refund ' || a.id), a.checkout_id, 'return_settled', 'staff', s.id, r.closed_at
  from aged a join returns r on r.order_id = a.id, staff s where r.state = 'settled' and s.name = 'Percy';
  insert into order_refunds (id, act_id, order_id, return_id, reason, goods_pence, tax_pence, asked_at, taken_at)
  select pg_temp.id('refund ' || r.order_id), pg_temp.id('refund ' || r.order_id), r.order_id, r.id, 'return', i.pence, tax_on(i.pence, 600), r.closed_at, r.closed_at
  from returns r
  cross join lateral (
    select sum(product_price_pence * t.quantity)::int as pence
    from return_items t join order_items i on i.order_id = t.order_id and i.variant_id = t.variant_id
    where t.return_id = r.id) i
  where r.state = 'settled';

  insert into order_refund_items
  select event_id, order_id, variant_id, quantity from cancelled_items
  union all
  select f.id, i.order_id, i.variant_id, i.quantity
  from order_refunds f join return_items i on i.return_id = f.return_id;

  insert into refunds (payment_id, order_refund_id, amount_pence, reason, state, source, stripe_refund_id, created_at, settled_at)
  select o.payment_id, f.id, f.amount_pence, f.reason, 'succeeded', 'shop', 're_' || md5(f.id::text), f.asked_at, f.asked_at
  from order_refunds f join orders o on o.id = f.order_id;
  insert into refunds (payment_id, amount_pence, reason, state, source, stripe_refund_id, created_at, settled_at)
  select p.id, p.charged_pence, 'sold_out', 'succeeded', 'shop', 're_' || md5(p.id::text), p.created_at, p.created_at
  from payments p where p.status = 'refunded';

  -- What staff noted down.
  insert into order_events (id, checkout_id, kind, actor, staff_id, at, detail)
  select pg_temp.id('note ' || a.id), checkout_id, 'note', 'staff', s.id, a.created_at, '{"text": "Ribbon, please."}'
  from aged a, staff s where a.id % 40 = 5 and s.name = 'Percy';

  -- Some that fail, and disputes.
  insert into order_events (id, checkout_id, kind, actor, staff_id)
  select pg_temp.id('goodwill ' || a.id), checkout_id, 'refund_asked', 'staff', s.id
  from aged a, staff s where a.id % 1000 = 7 and s.name = 'Percy';
  insert into order_refunds (id, act_id, order_id, reason, goodwill_pence)
  select pg_temp.id('goodwill ' || id), pg_temp.id('goodwill ' || id), id, 'goodwill', 100 from aged where id % 1000 = 7;
  insert into refunds (payment_id, order_refund_id, amount_pence, reason, state, source, failure_reason, settled_at)
  select a.payment_id, pg_temp.id('goodwill ' || a.id), 100, 'goodwill', 'failed', 'shop', 'The card is closed', now()
  from aged a, generate_series(1, 3) where a.id % 1000 = 7;
  insert into disputes (stripe_dispute_id, payment_id, amount_pence, reason, status, due_by, created_at, closed_at)
  select 'du_' || md5(id::text), payment_id, order_amount_pence, 'fraudulent',
    case when age < 1500 then 'needs_response' else 'won' end, created_at + interval '60 days',
    created_at + interval '20 days', case when age >= 1500 then now() end
  from aged where id % 250 = 3;

  update payments p set status = 'refunded' from payment_balances b
  where b.payment_id = p.id and p.status = 'paid' and b.returned_pence >= p.charged_pence;`;

/** Movements of stock by all orders, made up for by deliveries before them. */
const movements = `
  with moved as (
    select variant_id, o.created_at as at, -i.quantity as moved, 'sold'::stock_reason as why, order_id
    from order_items i join orders o on o.id = i.order_id
    union all
    select variant_id, e.at, restocked, 'cancelled', order_id
    from cancelled_items i join order_events e on e.id = i.event_id where restocked > 0
    union all
    select variant_id, r.received_at, restocked, 'returned', i.order_id
    from return_items i join returns r on r.id = i.return_id where restocked > 0),
  delivered as (
    select variant_id, min(at) - interval '1 day', -sum(moved), 'delivered'::stock_reason, null::bigint
    from moved group by variant_id)
  insert into stock_movements (variant_id, at, moved, stock, why, order_id)
  select variant_id, at, moved, v.quantity + sum(moved) over (partition by variant_id order by at, order_id), why, order_id
  from (select * from delivered union all select * from moved) all_moved (variant_id, at, moved, why, order_id)
  join color_variants v on v.id = variant_id
  order by at`;
