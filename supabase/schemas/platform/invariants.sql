-- Invariants of the shop's database: true at every moment, during sales as well.
--
-- Read-only, one statement, so it looks at one moment and may be run on the live database at any time:
--   psql "$DATABASE_URL" -c 'set statement_timeout = 0; select * from public.violations()'

create function public.violations() returns table (invariant text, "row" text, found text)
language sql stable set search_path = '' set statement_timeout = '10min'
-- Compiling a plan of this size takes longer than it saves.
set jit = off
as $$
with
-- Units that live holds set aside, by variant.
held as (
  select * from public.free_units(array(select id from public.color_variants))
),
-- Each looked up once for all that compare it.
units as (
  select * from public.order_units
),
balances as (
  select * from public.payment_balances
),
-- Sums of the frozen lines of each checkout.
frozen as (
  select checkout_id, sum(unit_pence::bigint * quantity) as pence, sum(quantity) as units
  from public.checkout_lines group by checkout_id
),
-- The half of a day from which each order's promises count: they change at London's midnight and at noon UTC.
counted as (
  select o.id, o.counts_from, o.leaves_by, o.arrives_from, o.arrives_by, s.express, s.min_business_days,
         s.max_business_days, d.day, o.counts_from < (d.day + time '12:00') at time zone 'UTC' as before_noon
  from public.orders o
  join public.checkout_shipping_options s
    on s.checkout_id = o.checkout_id and s.name = o.shipping_name and s.amount_pence = o.shipping_pence
  cross join lateral public.uk_day(o.counts_from) d (day)
),
-- Materialized: merged into the query that reads it, it would ask for the promise of each order.
promised as materialized (
  select halves.*, p.leaves_by, p.arrives_from, p.arrives_by
  from (
    select day, before_noon, express, min_business_days, max_business_days, min(counts_from) as counts_from
    from counted group by 1, 2, 3, 4, 5) halves
  cross join public.order_promise(counts_from, express, min_business_days, max_business_days) p
),
-- Payment status for each checkout status; checkouts of other statuses have no payment.
paid_as (checkout_status, payment_status) as (
  values ('completed', 'paid'), ('completed', 'refunded'), ('review', 'review'), ('refund_due', 'refund_due'),
    ('refunded', 'refunded')
)

-- Catalogue

select 'products are in a category, which is not archived while they are not' as invariant,
       'products ' || p.id as "row", c.kind || ' ' || c.slug as found
from public.products p join public.categories c on c.id = p.category_id
where c.kind <> 'category' or c.archived_at is not null and p.archived_at is null

union all
-- Stock

select 'stock is never negative' as invariant, 'color_variants ' || v.id as "row", v.quantity::text as found
from public.color_variants v where v.quantity < 0

union all
select 'stock is the sum of its movements', 'color_variants ' || v.id, v.quantity || ', moved ' || coalesce(m.moved, 0)
from public.color_variants v
left join (select variant_id, sum(moved) as moved from public.stock_movements group by variant_id) m
  on m.variant_id = v.id
where v.quantity <> coalesce(m.moved, 0)

union all
select 'no more is held than there is', 'color_variants ' || v.id, h.held || ' held of ' || v.quantity
from held h join public.color_variants v on v.id = h.variant_id where h.held > v.quantity

union all
select 'only unfinished checkouts hold stock', 'stock_holds ' || h.checkout_id || ' ' || h.variant_id, c.status::text
from public.stock_holds h left join public.checkouts c on c.id = h.checkout_id
where c.id is null or c.status not in ('open', 'awaiting_payment', 'review')

union all
select 'a hold is as large as its line', 'stock_holds ' || h.checkout_id || ' ' || h.variant_id,
  h.quantity || ' held for ' || coalesce(l.quantity, 0)
from public.stock_holds h
left join public.checkout_lines l on l.checkout_id = h.checkout_id and l.variant_id = h.variant_id
where h.quantity is distinct from l.quantity

union all
select 'every line of an open checkout is held beyond its payment page',
       'checkout_lines ' || c.id || ' ' || l.variant_id,
  coalesce('held until ' || h.expires_at, 'not held')
from public.checkouts c
join public.checkout_lines l on l.checkout_id = c.id
left join public.stock_holds h on h.checkout_id = l.checkout_id and h.variant_id = l.variant_id
where c.status = 'open' and (h.expires_at > c.session_expires_at) is not true

-- Checkouts

union all
select 'a shopper has one unpaid checkout', 'checkouts of ' || user_id, count(*) || ' are open or awaited'
from public.checkouts where status in ('open', 'awaiting_payment') and not by_link
group by user_id having count(*) > 1

union all
select 'an unpaid checkout holds at most 10 of a colour and 30 units', 'checkouts ' || c.id,
  max(l.quantity) || ' of a colour, ' || sum(l.quantity) || ' units'
from public.checkouts c join public.checkout_lines l on l.checkout_id = c.id
where c.status in ('open', 'awaiting_payment') and not c.by_link
group by c.id having max(l.quantity) > 10 or sum(l.quantity) > 30

union all
select 'a network holds at most 60 units without paying', 'checkouts from ' || c.network_hash,
  sum(h.quantity) || ' units'
from public.checkouts c join public.stock_holds h on h.checkout_id = c.id
where h.expires_at > now() and c.network_hash is not null group by c.network_hash having sum(h.quantity) > 60

union all
select 'a closed checkout has forgotten its network', 'checkouts ' || id, network_hash
from public.checkouts where closed_at is not null and network_hash is not null

union all
select 'closed_at is set when and only when a checkout is closed', 'checkouts ' || id,
       status || ', ' || coalesce(closed_at::text, 'no time')
from public.checkouts where (status in ('open', 'awaiting_payment')) <> (closed_at is null)

union all
select 'a checkout has lines', 'checkouts ' || c.id, 'none'
from public.checkouts c where not exists (select from public.checkout_lines l where l.checkout_id = c.id)

union all
select 'a checkout asks for the sum of its lines', 'checkouts ' || c.id, c.subtotal_pence || ' for ' || f.pence
from public.checkouts c join frozen f on f.checkout_id = c.id where c.subtotal_pence <> f.pence

union all
select 'the tax is the frozen rate of the goods less the discount, half a penny up', 'checkouts ' || id,
  tax_pence || ' at ' || tax_basis_points || ' of ' || subtotal_pence || ' - ' || discount_pence
from public.checkouts where tax_pence <> public.tax_on(subtotal_pence - discount_pence, tax_basis_points)

union all
select 'the discount of a checkout is that of its lines', 'checkouts ' || c.id,
  c.discount_pence || ' for ' || sum(l.discount_pence)
from public.checkouts c join public.checkout_lines l on l.checkout_id = c.id
group by c.id having c.discount_pence <> sum(l.discount_pence)

union all
select 'what is taken off has a code, and a code takes something off', 'checkouts ' || c.id,
  coalesce('code ' || d.code, 'no code') || ', ' || c.discount_pence || ' and ' || coalesce(o.waived, 0)
from public.checkouts c
left join public.checkout_discounts d on d.checkout_id = c.id
left join (
  select checkout_id, max(waived_pence) as waived from public.checkout_shipping_options group by 1) o
  on o.checkout_id = c.id
where (d.checkout_id is not null) <> (
  c.discount_pence > 0 and public.paid_with(c.id) is null or coalesce(o.waived, 0) > 0)

union all
select 'a code is used no more often than allowed', 'discounts ' || d.id, count(*) || ' of ' || d.max_uses
from public.discounts d join public.checkout_discounts u on u.discount_id = d.id and u.given_back_at is null
group by d.id having count(*) > d.max_uses

union all
select 'a single-use code is used once', 'discount_codes ' || u.code, count(*)::text
from public.discounts d join public.checkout_discounts u on u.discount_id = d.id and u.given_back_at is null
where d.single_use group by u.code having count(*) > 1

union all
select 'a code for one order of each person is used once by each', 
  'discounts ' || d.id || ' of billing form ' || min(b.id),
  count(*)::text
from public.discounts d
join public.checkout_discounts u on u.discount_id = d.id and u.given_back_at is null
join public.checkouts c on c.id = u.checkout_id
join public.billing_infos b on b.id = c.billing_info_id
where d.once_per_person and b.email <> ''
group by d.id, public.mail_person(b.email) having count(*) > 1

union all
select 'a code is given back when and only when its checkout ends without a sale', 'checkouts ' || c.id,
  c.status || ', ' || coalesce('given back ' || d.given_back_at, 'used')
from public.checkout_discounts d
join public.checkouts c on c.id = d.checkout_id
left join public.orders o on o.checkout_id = c.id
where case
  when c.status in ('released', 'refund_due', 'refunded') then d.given_back_at is null
  when o.goods_status = 'cancelled' then d.given_back_at is null and public.delivery_unused(o.id)
  -- Used up by somebody else before its late payment.
  when c.status = 'review' then false
  else d.given_back_at is not null end

union all
select 'tax comes on top of prices or is in them, never both', 'checkouts ' || id,
  tax_basis_points || ' on top and ' || included_basis_points || ' inside, ' || tax_display
from public.checkouts
where case tax_display when 'added' then included_basis_points <> 0 else tax_basis_points <> 0 or tax_pence <> 0 end

union all
select 'one payment session is of one checkout', 'checkouts with ' || stripe_session_id, count(*)::text
from public.checkouts where stripe_session_id is not null group by stripe_session_id having count(*) > 1

union all
select 'what was paid or is awaited has its payment session', 'checkouts ' || id, status::text
from public.checkouts where status not in ('open', 'released') and stripe_session_id is null

union all
select 'an expired payment page is settled within a day', 'checkouts ' || id, 'open since ' || session_expires_at
from public.checkouts c where status in ('open', 'awaiting_payment')
  and public.checkout_ends_by(c) < now() - interval '1 day'

union all
select 'a refund that is due is at Stripe within a day', 'checkouts ' || c.id, 'due since ' || c.closed_at
from public.checkouts c
join public.payments p on p.checkout_id = c.id
join balances b on b.payment_id = p.id
where c.status = 'refund_due' and c.closed_at < now() - interval '1 day' and b.refunded_pence < p.charged_pence

union all
select 'what belongs to no account is settled', 'checkouts ' || id, status::text
from public.checkouts where user_id is null and not by_link and status not in ('completed', 'refund_due', 'refunded')

union all
select 'a billing form is of the account of its checkouts, or of none as they are', 'checkouts ' || c.id,
  coalesce(b.user_id::text, case when b.id is null then 'no form' else 'a form of nobody' end)
from public.checkouts c left join public.billing_infos b on b.id = c.billing_info_id
where b.id is null
  -- An unpaid link has no shopper yet.
  or b.user_id is distinct from c.user_id and not (c.by_link and c.user_id is null)

-- Payments

union all
select 'a checkout and its payment tell the same story', 'checkouts ' || c.id,
  c.status || ', its payment ' || coalesce(p.status::text, 'missing')
from public.checkouts c
left join public.payments p on p.checkout_id = c.id
where case
  when p.id is null then exists (select from paid_as a where a.checkout_status = c.status::text)
  else not exists (select from paid_as a where (a.checkout_status, a.payment_status) = (c.status::text, p.status::text))
end

union all
select 'a payment is of a checkout', 'payments ' || p.id, p.checkout_id::text
from public.payments p where not exists (select from public.checkouts c where c.id = p.checkout_id)

union all
select 'a checkout has one payment', 'payments of ' || checkout_id, count(*)::text
from public.payments group by checkout_id having count(*) > 1

union all
select 'a payment has the session, shopper and billing data of its checkout', 'payments ' || p.id, 'checkout ' || c.id
from public.payments p join public.checkouts c on c.id = p.checkout_id
where (p.stripe_session_id, p.user_id, p.billing_info_id)
  is distinct from (c.stripe_session_id, c.user_id, c.billing_info_id)

union all
select 'a payment is for the goods of its checkout', 'payments ' || p.id, p.amount_pence || ' for ' || c.subtotal_pence
from public.payments p join public.checkouts c on c.id = p.checkout_id where p.amount_pence <> c.subtotal_pence

union all
select 'a payment is refunded when and only when all of it went back', 'payments ' || p.id,
  p.status || ', ' || b.returned_pence || ' of ' || p.charged_pence
from public.payments p join balances b on b.payment_id = p.id
where case p.status
  when 'refunded' then b.returned_pence < p.charged_pence
  else p.charged_pence > 0 and b.returned_pence >= p.charged_pence
end

-- Refunds and disputes

union all
-- The studio shows an over-refund at Stripe, which stays recorded.
select 'no more is refunded than was charged', 'payments ' || p.id, b.refunded_pence || ' of ' || p.charged_pence
from public.payments p join balances b on b.payment_id = p.id
where b.refunded_pence > p.charged_pence and not exists (select from public.order_events e
  where e.checkout_id = p.checkout_id and e.kind = 'refund_surplus')

union all
select 'a refund is of a payment', 'refunds ' || r.id, r.payment_id::text
from public.refunds r where not exists (select from public.payments p where p.id = r.payment_id)

union all
select 'one attempt at a refund is under way', 'refunds of payment ' || payment_id, count(*)::text
from public.refunds where state = 'requested' group by payment_id having count(*) > 1

union all
select 'one refund at Stripe is one row of the ledger', 'refunds ' || stripe_refund_id, count(*)::text
from public.refunds where stripe_refund_id is not null group by stripe_refund_id having count(*) > 1

union all
select 'a refund that Stripe has not heard of moved no money', 'refunds ' || id, source || ', ' || state
from public.refunds
where stripe_refund_id is null and not (source = 'shop' and state in ('requested', 'failed') or source = 'outside'
  and state = 'succeeded')

union all
select 'a refund has its time when and only when it is settled', 'refunds ' || id,
       state || ', ' || coalesce(settled_at::text, 'no time')
from public.refunds where (state in ('succeeded', 'failed', 'cancelled')) <> (settled_at is not null)

union all
select 'the shop refunds by itself only what has no order', 'refunds ' || r.id, 'order ' || o.id
from public.refunds r join public.orders o on o.payment_id = r.payment_id
where r.source = 'shop' and r.reason in ('sold_out', 'review')

union all
select 'a dispute is of a payment', 'disputes ' || d.stripe_dispute_id, d.payment_id::text
from public.disputes d where not exists (select from public.payments p where p.id = d.payment_id)

-- Orders

union all
select 'an order comes of a completed checkout and of nothing else', 'checkouts ' || c.id,
  c.status || ', ' || count(o.id) || ' orders'
from public.checkouts c left join public.orders o on o.checkout_id = c.id
group by c.id having count(o.id) <> (c.status = 'completed')::integer

union all
select 'an order is of a checkout', 'orders ' || o.id, o.checkout_id::text
from public.orders o where not exists (select from public.checkouts c where c.id = o.checkout_id)

union all
select 'an order is paid, by the payment of its own checkout', 'orders ' || o.id,
  coalesce('payment ' || p.id || ' ' || p.status || ' of ' || p.checkout_id, 'no payment')
from public.orders o left join public.payments p on p.id = o.payment_id
where (p.checkout_id = o.checkout_id and p.status in ('paid', 'refunded')) is not true

union all
select 'an order has the shopper, billing data, country and amounts of its checkout', 'orders ' || o.id,
       'checkout ' || c.id
from public.orders o join public.checkouts c on c.id = o.checkout_id
where (
  o.user_id, o.billing_info_id, o.country, o.subtotal_pence, o.discount_pence, o.tax_pence, o.included_basis_points)
  is distinct from (
    c.user_id, c.billing_info_id, c.country, c.subtotal_pence, c.discount_pence, c.tax_pence, c.included_basis_points)

union all
select 'the items of an order cost what was paid for them, less what swaps refunded', 'orders ' || o.id,
  o.subtotal_pence - o.discount_pence || ' for ' || sum(i.product_price_pence::bigint * i.quantity - i.discount_pence)
from public.orders o join public.order_items i on i.order_id = o.id
group by o.id
having sum(i.product_price_pence::bigint * i.quantity - i.discount_pence) + coalesce((
  select sum(refunded_pence) from public.swapped_items where order_id = o.id), 0) <> o.subtotal_pence - o.discount_pence

union all
select 'an order costs goods less discount, tax and delivery, and that was charged in the checkout''s currency',
  'orders ' || o.id,
  o.order_amount_pence || ' for ' || o.subtotal_pence - o.discount_pence || ' + ' || o.tax_pence || ' + '
    || o.shipping_pence || ' + ' || o.adjustment_pence
    || ', charged ' || p.charged_pence || ' ' || p.currency
from public.orders o
join public.payments p on p.id = o.payment_id
join public.checkouts c on c.id = o.checkout_id
where (
  o.subtotal_pence - o.discount_pence + o.tax_pence + o.shipping_pence + o.adjustment_pence, o.order_amount_pence,
  p.currency)
  is distinct from (o.order_amount_pence, p.charged_pence::integer, c.currency)

union all
select 'the delivery of an order was offered for its checkout', 'orders ' || o.id,
       o.shipping_name || ' at ' || o.shipping_pence
from public.orders o
where not exists (
  select from public.checkout_shipping_options s
  where s.checkout_id = o.checkout_id and s.name = o.shipping_name and s.amount_pence = o.shipping_pence)

union all
select 'an order is promised what the clock says', 'orders ' || o.id,
  o.leaves_by || ', ' || o.arrives_from || ' to ' || o.arrives_by || ' instead of '
    || p.leaves_by || ', ' || p.arrives_from || ' to ' || p.arrives_by
from counted o
join promised p on (p.day, p.before_noon, p.express, p.min_business_days, p.max_business_days)
  = (o.day, o.before_noon, o.express, o.min_business_days, o.max_business_days)
where (o.leaves_by, o.arrives_from, o.arrives_by) <> (p.leaves_by, p.arrives_from, p.arrives_by)
  -- A bank holiday may have been proclaimed since.
  and not exists (select from public.bank_holidays h where h.day between o.day and p.arrives_by)

union all
select 'an order leaves by the day it was promised', 'orders ' || l.id,
  l.units_to_send || ' units to send, promised for ' || l.leaves_by
from public.orders_leaving l
where l.leaves_by < public.uk_day(now())
  -- An order that came to light after its promised day was late from the start.
  and public.uk_day(l.created_at) <= l.leaves_by

union all
select 'the parcel of an order goes to the country that set its postage', 'orders ' || o.id, c.delivery ->> 'country'
from public.orders o join public.checkouts c on c.id = o.checkout_id
where (c.delivery ->> 'country') is distinct from o.country

union all
select 'the items of an order are the lines of its checkout, as swapped since',
  'orders ' || coalesce(i.order_id, l.order_id),
  'variant ' || coalesce(i.variant_id, l.variant_id)
from (
  select o.id as order_id, l.variant_id, l.product_id, l.product_name, l.color_name, l.unit_pence as pence, l.quantity
  from public.orders o join public.checkout_lines l on l.checkout_id = o.checkout_id
  where not exists (select from public.swapped_items where order_id = o.id)
  union all
  -- Lines as bought, with their swaps.
  select u.order_id, u.variant_id, v.product_id, coalesce(b.product_name, i.product_name),
    coalesce(b.color_name, i.color_name), coalesce(b.unit_pence, i.product_price_pence), sum(u.quantity)::integer
  from (
    select o.id as order_id, l.variant_id, l.quantity
    from public.orders o join public.checkout_lines l on l.checkout_id = o.checkout_id
    where exists (select from public.swapped_items where order_id = o.id)
    union all
    select order_id, from_variant_id, -quantity from public.swapped_items
    union all
    select order_id, to_variant_id, quantity from public.swapped_items) u
  join public.orders o on o.id = u.order_id
  join public.color_variants v on v.id = u.variant_id
  left join public.checkout_lines b on b.checkout_id = o.checkout_id and b.variant_id = u.variant_id
  left join public.order_items i on i.order_id = o.id and i.variant_id = u.variant_id
  group by 1, 2, 3, 4, 5, 6 having sum(u.quantity) <> 0) l
full join (
  select order_id, variant_id, product_id, product_name, color_name, product_price_pence as pence, quantity
  from public.order_items where quantity > 0) i
  on i.order_id = l.order_id and i.variant_id = l.variant_id
where (i.order_id, i.product_id, i.product_name, i.color_name, i.pence, i.quantity)
  is distinct from (l.order_id, l.product_id, l.product_name, l.color_name, l.pence, l.quantity)

union all
select 'an order keeps name and address for six years', 'orders ' || o.id, coalesce('erased ' || b.erased_at, 'empty')
from public.orders o join public.billing_infos b on b.id = o.billing_info_id
where o.created_at > now() - interval '6 years' and (b.name = '' or b.address = '')

union all
select 'an order counts its units', 'orders ' || o.id, o.total_items || ' for ' || coalesce(sum(i.quantity), 0)
from public.orders o left join public.order_items i on i.order_id = o.id
group by o.id having o.total_items is distinct from sum(i.quantity)

union all
select 'as many units were ordered as were sold', 'color_variants ' || variant_id,
       sum(ordered) || ' ordered, ' || sum(sold) || ' sold'
from (
  select variant_id, quantity as ordered, 0 as sold from public.order_items
  union all
  select l.variant_id, 0, l.quantity
  from public.checkout_lines l join public.checkouts c on c.id = l.checkout_id where c.status = 'completed'
  union all
  select from_variant_id, 0, -quantity from public.swapped_items
  union all
  select to_variant_id, 0, quantity from public.swapped_items) units
group by variant_id having sum(ordered) <> sum(sold)

-- Order history

union all
select 'the status of an order and its units to send are what happened to it', 'orders ' || o.id,
  concat_ws(', ', o.status, o.goods_status, o.money_status, o.units_to_send) || ' to send, instead of '
    || concat_ws(', ', f.status, f.goods_status, f.money_status, coalesce(f.units_to_send, 0))
from public.orders o
left join public.order_states f on f.order_id = o.id
where (o.status, o.goods_status, o.money_status, o.units_to_send)
  is distinct from (f.status, f.goods_status, f.money_status, f.units_to_send)

union all
select 'a withdrawal is carried out within a day, and of what has not left', 'orders ' || id,
  cancels_at || ', ' || units_to_send || ' to send'
from public.orders where cancels_at < now() - interval '1 day' or (cancels_at is not null and units_to_send = 0)

union all
select 'replacements, exchanges and gifts charge nothing, and nothing else is free of Stripe', 'orders ' || o.id,
  p.method || ', ' || p.charged_pence || ' charged'
from public.orders o
join public.payments p on p.id = o.payment_id
left join public.replacements r on r.order_id = o.id
left join public.exchanges e on e.order_id = o.id
  and not exists (select from public.payment_links where checkout_id = o.checkout_id)
left join public.gifts g on g.order_id = o.id
where (num_nonnulls(r.order_id, e.order_id, g.order_id) = 1) <> (p.method = 'none')
  or p.method = 'none' and p.charged_pence > 0

union all
select 'an exchange gives the units of its order, for units that its return brings or that never left',
  'exchanges ' || order_id || ' ' || side,
  'variant ' || variant_id || ': ' || sum(units)
from (
  select order_id, 'given' as side, to_variant_id as variant_id, quantity as units from public.exchanged_items
  union all
  select i.order_id, 'given', i.variant_id, -i.quantity
  from public.exchanges e join public.order_items i on i.order_id = e.order_id
  union all
  select order_id, 'back', from_variant_id, quantity from public.exchanged_items
  union all
  select e.order_id, 'back', i.variant_id, -i.quantity
  from public.exchanges e join public.return_items i on i.return_id = e.return_id
  union all
  select e.order_id, 'back', c.variant_id, -c.restocked
  from public.exchanges e join public.cancelled_items c on c.event_id = e.event_id) x
group by order_id, side, variant_id
-- A return may bring more than is exchanged.
having sum(units) > 0 or side = 'given' and sum(units) < 0

union all
select 'an order waits only for what is still to come', 'orders ' || o.id, o.waits_for::text
from public.orders o
left join public.exchanges e on e.order_id = o.id
left join public.returns r on r.id = e.return_id
where o.waits_for = 'return' and o.units_to_send > 0 and r.state is distinct from 'asked'
    and r.state is distinct from 'received'
  or o.waits_for = 'payment' and not exists (
    select from public.payment_links l join public.checkouts c on c.id = l.checkout_id
    where l.order_id = o.id and c.status in ('open', 'awaiting_payment'))

union all
select 'no more is replaced than was sent', 'orders ' || r.replaces_order_id,
  r.variant_id || ': ' || r.units || ' of ' || coalesce(u.sent, 0)
from (
  select r.replaces_order_id, u.variant_id, sum(u.ordered - u.cancelled) as units
  from public.replacements r join units u on u.order_id = r.order_id group by 1, 2) r
left join units u on u.order_id = r.replaces_order_id and u.variant_id = r.variant_id
where r.units > coalesce(u.sent, 0)

union all
select 'no more is sent and cancelled than was ordered', 'order_items ' || order_id || ' ' || variant_id,
  sent || ' sent, ' || cancelled || ' cancelled of ' || ordered
from units where to_send < 0

union all
select 'no more comes back than was sent', 'order_items ' || order_id || ' ' || variant_id,
  return_asked || ' asked for, ' || returned || ' back of ' || sent
from units where return_asked + returned > sent

union all
select 'a unit goes back into stock once, and only if it was cancelled or came back', b.fact,
       b.restocked || ' of ' || b.quantity
from (
  select 'cancelled_items ' || event_id || ' ' || variant_id as fact, restocked, quantity from public.cancelled_items
  union all
  select 'return_items ' || i.return_id || ' ' || i.variant_id, i.restocked + i.written_off,
    case when r.state in ('received', 'settled') then i.quantity else 0 end
  from public.return_items i join public.returns r on r.id = i.return_id) b
where b.restocked > b.quantity

union all
select 'the price of a unit goes back once', 'order_items ' || u.order_id || ' ' || u.variant_id,
       u.refunded || ' of ' || u.ordered
from units u join public.orders o on o.id = u.order_id
where u.refunded > u.ordered and not exists (select from public.order_events e where e.checkout_id = o.checkout_id
  and e.kind = 'refund_surplus')

union all
select 'an order gives back no more goods, tax and delivery than it had', 'orders ' || o.id,
  f.goods || ' + ' || f.tax || ' + ' || f.shipping
from public.orders o
join (
  select order_id, sum(goods_pence) as goods, sum(tax_pence) as tax, sum(shipping_pence) as shipping
  from public.order_refunds where given_up_at is null group by order_id) f on f.order_id = o.id
where (f.goods > o.subtotal_pence - o.discount_pence or f.tax > o.tax_pence or f.shipping > o.shipping_pence)
  and not exists (select from public.order_events e where e.checkout_id = o.checkout_id and e.kind = 'refund_surplus')

union all
-- A refund being requested may overlap one made at the dashboard; Stripe refuses it then.
select 'no more is refunded and owed of an order than was charged', 'orders ' || o.id,
  b.refunded_pence || ' refunded, ' || f.owed || ' owed of ' || p.charged_pence
from public.orders o
join public.payments p on p.id = o.payment_id
join balances b on b.payment_id = p.id
cross join lateral (
  select coalesce(sum(amount_pence), 0) as owed from public.order_refunds r
  where r.order_id = o.id and r.taken_at is null and r.given_up_at is null
    and not exists (select from public.refunds where order_refund_id = r.id and state = 'requested')) f
where b.refunded_pence + f.owed > p.charged_pence and f.owed > 0

union all
select 'a refund of an order is at Stripe within a day, or fails, waits for a dispute or is given up',
       'order_refunds ' || f.id,
  'due since ' || f.asked_at
from public.order_refunds f
join public.order_refund_states s on s.id = f.id
join public.orders o on o.id = f.order_id
where s.state = 'due' and f.asked_at < now() - interval '1 day' and not public.refunds_wait_for_dispute(o.payment_id)

union all
select 'what Stripe has taken of an order''s refunds is what the ledger says', 'order_refunds ' || f.id,
  coalesce('taken ' || f.taken_at, 'not taken') || coalesce(', given up ' || f.given_up_at, '') || ', ' || a.attempts
from public.order_refunds f
cross join lateral (
  select count(*) as attempts from public.refunds
  where order_refund_id = f.id and state in ('pending', 'requires_action', 'succeeded')) a
where (f.taken_at is not null) <> (a.attempts > 0) or a.attempts > 1
  or (f.taken_at is not null and f.given_up_at is not null)

union all
select 'what the shop refunds of an order was decided for that order', 'refunds ' || r.id,
       coalesce('order_refunds ' || f.id, 'nothing')
from public.refunds r
join public.orders o on o.payment_id = r.payment_id
left join public.order_refunds f on f.id = r.order_refund_id
where r.source = 'shop' and f.order_id is distinct from o.id

union all
select 'whatever moves money has an event that says who decided it', e.fact,
       coalesce(e.kind || ' by ' || e.actor, 'no event')
from (
  select 'order_refunds ' || f.id as fact, e.kind, e.actor,
    o.checkout_id = e.checkout_id and (e.kind, e.actor) in (
      ('refund_asked', 'staff'), ('refund_asked', 'shopper'), ('swapped', 'staff'), ('return_settled', 'staff'),
      ('cancelled', 'staff'), ('cancelled', 'shopper')) as allowed
  from public.order_refunds f
  join public.orders o on o.id = f.order_id
  left join public.order_events e on e.id = f.id
  union all
  select 'refunds ' || r.id, e.kind, e.actor, p.checkout_id = e.checkout_id and e.kind = 'refund_settled_outside'
  from public.refunds r
  join public.payments p on p.id = r.payment_id
  left join public.order_events e on e.id = r.id
  where r.source = 'outside'
  union all
  select 'order_events ' || id, kind, actor,
    case
      -- A shopper cancels an exchange, which is refunded from the first order.
      when kind = 'refund_asked' then actor in ('staff', 'shopper')
      when kind in ('refund_retried', 'refund_settled_outside', 'surplus_closed', 'return_settled',
        'review_accepted', 'review_refunded') then actor = 'staff'
      when kind = 'refund_surplus' then actor = 'stripe'
      when kind = 'refund_given_up' then actor in ('staff', 'shop')
      when kind = 'cancelled' then actor in ('staff', 'shopper')
      else true end
    and (actor = 'staff') = (staff_id is not null)
  from public.order_events) e
where e.allowed is not true

union all
select 'an order can be looked for', 'orders ' || o.id, 'no words'
from public.orders o where not exists (select from public.order_words w where w.order_id = o.id)

-- Photos

union all
select 'only a fault has photos, five at the most', 'returns ' || r.id, count(*) || ' of a ' || r.kind
from public.return_photos p join public.returns r on r.id = p.return_id
where p.removed_at is null
group by r.id having count(*) > 5 or r.kind <> 'fault'

-- E-mails

union all
select 'a cause owes one e-mail of a kind', 'mail_outbox ' || kind || ' ' || subject, count(*)::text
from public.mail_outbox group by kind, subject having count(*) > 1

union all
select 'a new order owes its shopper one confirmation', 'orders ' || o.id, count(m.id)::text
from public.orders o left join public.mail_outbox m on m.checkout_id = o.checkout_id and m.kind = 'order'
where o.created_at > now() - interval '3 days' and o.waits_for is null
group by o.id having count(m.id) <> 1

union all
select 'a payment that went back without an order owes its shopper one e-mail', 'checkouts ' || c.id, count(m.id)::text
from public.checkouts c
join public.billing_infos b on b.id = c.billing_info_id and b.email <> ''
left join public.mail_outbox m on m.checkout_id = c.id and m.kind in ('refund', 'sold_out_refund')
where c.status = 'refunded' and c.closed_at > now() - interval '3 days'
group by c.id having count(m.id) <> 1

union all
select 'a parcel owes its shopper one e-mail when it leaves, and one when it arrives', 'parcels ' || p.id,
       owed.dispatched || ' and ' || owed.delivered
from public.parcels p
join public.orders o on o.id = p.order_id
join public.billing_infos b on b.id = o.billing_info_id and b.email <> ''
cross join lateral (
  select count(*) filter (where kind = 'dispatched') as dispatched,
         count(*) filter (where kind = 'delivered') as delivered
  from public.mail_outbox
  where checkout_id = o.checkout_id and subject = p.id::text and kind in ('dispatched', 'delivered')) owed
where p.sent_at > now() - interval '3 days' and p.undone_at is null
  and (owed.dispatched, owed.delivered) <> (1, (p.delivered_at is not null)::integer)

union all
select 'a dispatch taken back owes a correction when and only when its e-mail may have left', 'parcels ' || p.id,
       owed.dispatched || ' and ' || owed.undone
from public.parcels p
join public.orders o on o.id = p.order_id
join public.billing_infos b on b.id = o.billing_info_id and b.email <> ''
cross join lateral (
  select count(*) filter (where kind = 'dispatched') as dispatched,
         count(*) filter (where kind = 'dispatch_undone') as undone,
         count(*) filter (where kind = 'delivered' or kind = 'dispatched' and status = 'due') as false_news
  from public.mail_outbox
  where checkout_id = o.checkout_id and subject = p.id::text
    and kind in ('dispatched', 'dispatch_undone', 'delivered')) owed
where p.sent_at > now() - interval '3 days' and p.undone_at is not null
  and (owed.dispatched <> owed.undone or owed.false_news > 0)

union all
select 'a refund of an order that Stripe has taken owes its shopper one e-mail', 'refunds ' || r.id, count(m.id)::text
from public.refunds r
join public.orders o on o.payment_id = r.payment_id
join public.billing_infos b on b.id = o.billing_info_id and b.email <> ''
left join public.mail_outbox m on m.kind = 'order_refund' and m.subject = coalesce(r.order_refund_id, r.id)::text
where r.state in ('pending', 'requires_action', 'succeeded') and r.created_at > now() - interval '3 days'
group by r.id having count(m.id) <> 1

-- Accounts

union all
select 'quarters are filed one after the other, and what is filed counts on their days', 'filed_quarters ' || q.quarter,
       coalesce(m.key || ' on ' || m.counts_on, 'none before')
from public.filed_quarters q
left join public.filed_movements m
  on m.quarter = q.quarter and m.counts_on not between q.quarter and public.quarter_end(q.quarter)
where m.key is not null
  or q.quarter > (select min(quarter) from public.filed_quarters)
    and not exists (select from public.filed_quarters where public.quarter_end(quarter) + 1 = q.quarter)

union all
select 'money of filed quarters is filed, or counts in the open one', 'payments ' || l.payment_id,
       l.key || ' ' || l.amount_pence || ', tax ' || l.tax_pence
from (select min(filed_at) as since from public.filed_quarters) first
cross join lateral public.late_movements(
  array(select id from public.payments where first.since is not null and created_at < first.since)) l
where l.payment_id <> all (public.moved_since_filing())

union all
select 'credit notes are numbered without gaps', 'credit_notes', max(number) || ', but ' || count(*)
from public.credit_notes having max(number) <> count(*)

union all
select 'credit notes that stand come to the refunds that Stripe has taken, or to one that came back and is still owed',
       'debt ' || d.debt, d.taken || ' taken, ' || d.standing || ' stand'
from (
  select debt, sum(taken) as taken, sum(standing) as standing, sum(owed) as owed
  from (
    select public.debt_of(r) as debt,
           case when r.state in ('pending', 'requires_action', 'succeeded') then r.amount_pence else 0 end as taken,
           0 as standing, 0 as owed
    from public.refunds r
    union all
    select id::text, 0, 0, amount_pence from public.order_refunds where taken_at is null and given_up_at is null
    union all
    select debt, 0, amount_pence, case when debt like 'payment %' and failed then amount_pence else 0 end
    from public.standing_credit_notes) sums
  group by debt) d
where d.standing <> d.taken and (d.taken > 0 or d.standing not in (0, d.owed))

-- News and stock alerts

union all
select 'a mailing goes to each person once', 'mailings ' || mailing_id, subscription_id || ' ' || count(*)
from public.mailing_recipients where subscription_id is not null
group by mailing_id, subscription_id having count(*) > 1

union all
select 'nobody is on the list who is to get no news', 'subscriptions ' || s.id, x.reason::text
from public.subscriptions s
join public.suppressions x on x.address_hash = public.address_hash(s.email) and x.reason <> 'refused_alerts'
where s.confirmed_at is not null

union all
select 'nobody waits for a colour who is to get no stock alerts', 'stock_alerts ' || a.id, x.reason::text
from public.stock_alerts a
join public.suppressions x on x.address_hash = public.address_hash(a.email) and x.reason <> 'unsubscribed'
where a.ended_at is null

union all
select 'a mailing is sent when nobody is owed it any more', 'mailings ' || m.id, m.state::text
from public.mailings m
where (m.state = 'sent' and exists (
    select from public.mailing_recipients where mailing_id = m.id and state = 'owed'))
  or (m.state = 'sending' and not exists (
    select from public.mailing_batches where mailing_id = m.id and ended_at is null))

-- Releases

union all
select 'a release is undone once, after it was published', 'releases ' || u.id, u.undoes::text
from public.releases u join public.releases r on r.id = u.undoes
where r.state <> 'published' or u.published_at < r.published_at

union all
select 'who published a release is in its history', 'releases ' || r.id, count(e.id)::text
from public.releases r
left join public.release_events e on e.release_id = r.id and e.what in ('published', 'published_differently')
where r.state = 'published'
group by r.id having count(e.id) <> 1

union all
select 'what is put in ahead belongs to a scheduled release, and is hidden until its minute',
       'products ' || p.id, r.id::text
from public.products p join public.releases r on r.id = p.comes_with
where r.ahead is null or p.visible_from is null or p.visible_from < r.scheduled_for

-- Accounts

union all
select 'an account has a profile, and a guest neither profile nor address', 'auth.users ' || u.id, u.found
from public.users_amiss() u

-- Personal data

union all
select 'what is past its time is erased within a week', past."row", 'past since ' || past.since
from (
  select 'checkouts ' || id as "row", closed_at as since from public.checkouts
  where status = 'released'
    and closed_at < (select public.expired_before('checkouts without a payment')) - interval '7 days'
  union all
  select 'return_photos ' || p.id, coalesce(r.closed_at, r.received_at, r.asked_at)
  from public.return_photos p join public.returns r on r.id = p.return_id
  where coalesce(r.closed_at, r.received_at, r.asked_at) < (select public.expired_before('photos of a return'))
    - interval '7 days'
  union all
  select 'orders ' || o.id, o.created_at from public.orders o
  join public.billing_infos b on b.id = o.billing_info_id
  where b.erased_at is null
    and b.saved_at < (select public.expired_before('name and address in orders')) - interval '7 days'
    and not exists (
      select from public.checkouts c where c.billing_info_id = b.id
        and c.created_at >= (select public.expired_before('name and address in orders')) - interval '7 days')
) past

order by 1, 2
$$;
comment on function public.violations is
  'One row for each violation: the invariant, the row that violates it, and what was found there.';

create function public.check_invariants(p_run uuid) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '10min'
as $$
declare
  v_counts jsonb;
begin
  -- One check at a time: the one that a dead run began may still be at work.
  if not pg_try_advisory_xact_lock(hashtextextended('check_invariants', 0)) then
    return null;
  end if;
  select coalesce(jsonb_object_agg(invariant, number), '{}') into v_counts
  from (
    select invariant, count(*) as number from public.violations()
    -- Work for packers, and listed for them as late.
    where invariant <> 'an order leaves by the day it was promised'
    group by invariant) found;
  perform public.end_job_run(p_run, 'done', v_counts);
  return v_counts;
end
$$;
comment on function public.check_invariants is
  'Stores the number of violations of each invariant with the run p_run and ends it; the caller need not wait. Returns '
  'the numbers; null if a check is running.';
