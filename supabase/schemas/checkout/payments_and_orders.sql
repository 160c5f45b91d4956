-- Payments and orders of paid checkouts. Written by complete_checkout; a payment's status also by settle_money.

create type public.payment_status as enum ('paid', 'review', 'refund_due', 'refunded');
comment on type public.payment_status is
  'paid: has an order. refunded: fully refunded, with or without an order. review, refund_due: as its checkout. '
  'Partial refunds are in payment_balances.';
create type public.payment_method as enum ('stripe', 'cash', 'card_reader', 'other', 'none', 'credit');
comment on type public.payment_method is
  'The way that money came or went. cash, card_reader: in hand, to or from staff, unknown to Stripe. other: a refund '
  'by bank transfer, for example. credit: to or from a gift card. none: a replacement, exchange or gift, which '
  'charges nothing (place_free_order).';
create type public.order_status as enum (
  'processing', 'part_dispatched', 'dispatched', 'delivered', 'cancelled', 'part_refunded', 'refunded',
  'return_requested', 'returned', 'disputed'
);
comment on type public.order_status is 'Derived by order_states from the order''s facts; never set by hand.';
create type public.goods_status as enum (
  'to_send', 'part_sent', 'sent', 'delivered', 'return_requested', 'part_returned', 'returned', 'cancelled'
);
comment on type public.goods_status is
  'Location of an order''s goods, for staff. Derived by order_states; never set by hand.';
create type public.money_status as enum (
  'paid', 'refund_due', 'refund_failed', 'part_refunded', 'refunded', 'disputed', 'dispute_lost'
);
comment on type public.money_status is
  'State of an order''s money, for staff. refund_due: decided, not at Stripe yet. Derived by order_states; '
  'never set by hand.';

create type public.order_wait as enum ('return', 'payment');
comment on type public.order_wait is
  'Reason why an order must not leave yet. return: an exchange whose first pieces are to come back. payment: of a link '
  'for an edit.';

create table public.payments (
  id bigint primary key default public.random_number('payments'),
  checkout_id uuid not null,
  user_id uuid references auth.users (id) on delete restrict,
  billing_info_id bigint not null,
  method public.payment_method not null default 'stripe',
  amount_pence integer not null,
  charged_pence bigint not null,
  credit_pence bigint not null default 0,
  shipping_pence bigint not null default 0,
  currency text not null,
  status public.payment_status not null,
  stripe_session_id text not null,
  stripe_payment_intent_id text,
  created_at timestamptz not null default now(),
  moved_at timestamptz not null default now(),
  -- Not checked once user_id is null.
  constraint payments_checkout_exists foreign key (checkout_id) references public.checkouts (id),
  constraint payments_billing_info_exists foreign key (billing_info_id) references public.billing_infos (id),
  constraint payments_checkout_of_shopper
    foreign key (checkout_id, user_id) references public.checkouts (id, user_id),
  constraint payments_billing_info_of_shopper
    foreign key (billing_info_id, user_id) references public.billing_infos (id, user_id),
  constraint payments_owner_key unique (id, user_id),
  constraint payments_one_per_checkout unique (checkout_id),
  constraint payments_stripe_session_key unique (stripe_session_id),
  constraint payments_stripe_payment_intent_key unique (stripe_payment_intent_id),
  constraint payments_method_known check (
    method not in ('other', 'credit') and (method = 'stripe' or stripe_payment_intent_id is null)
    and (method <> 'none' or charged_pence = 0)),
  constraint payments_amount_positive check (amount_pence > 0 and charged_pence >= 0),
  constraint payments_credit_in_range check (credit_pence between 0 and charged_pence)
);
comment on table public.payments is 'Money for a checkout, confirmed by Stripe or taken in hand by staff.';
comment on column public.payments.user_id is 'Null once the account is closed (close_account).';
comment on column public.payments.amount_pence is
  'Goods before discount, tax and shipping, as on the payment record.';
comment on column public.payments.charged_pence is 'Total paid, credit_pence included.';
comment on column public.payments.credit_pence is 'The part that a gift card paid; Stripe charged the rest.';
comment on column public.payments.shipping_pence is
  'The part charged for delivery, whether or not this shop offered it.';
comment on column public.payments.moved_at is
  'When money of it was last recorded, whatever date Stripe gave the movement (filed_quarters.sql).';
create index payments_by_shopper on public.payments (user_id, created_at desc);
create index payments_by_billing_info on public.payments (billing_info_id);
alter table public.payments enable row level security;
create policy "shoppers read their own payments" on public.payments
  for select to authenticated using (user_id = (select auth.uid()));
grant select on public.payments to authenticated;

create table public.orders (
  id bigint primary key default public.random_number('orders'),
  checkout_id uuid not null,
  payment_id bigint not null,
  user_id uuid references auth.users (id) on delete restrict,
  customer_id bigint references public.customers (id) on delete set null,
  billing_info_id bigint not null,
  country text not null,
  subtotal_pence integer not null,
  discount_pence integer not null default 0,
  tax_pence integer not null,
  shipping_pence integer not null,
  shipping_name text not null,
  adjustment_pence integer not null default 0,
  order_amount_pence integer not null,
  included_basis_points integer not null default 0,
  tax_inside_pence integer not null generated always as (
    public.tax_inside(order_amount_pence, included_basis_points)) stored,
  total_items integer not null,
  status public.order_status not null default 'processing',
  goods_status public.goods_status not null default 'to_send',
  money_status public.money_status not null default 'paid',
  units_to_send integer not null,
  label jsonb,
  sent_apart boolean not null default false,
  waits_for public.order_wait,
  cancels_at timestamptz,
  counts_from timestamptz not null,
  leaves_by date not null,
  arrives_from date not null,
  arrives_by date not null,
  created_at timestamptz not null default now(),
  -- Not checked once user_id is null.
  constraint orders_checkout_exists foreign key (checkout_id) references public.checkouts (id),
  constraint orders_payment_exists foreign key (payment_id) references public.payments (id),
  constraint orders_billing_info_exists foreign key (billing_info_id) references public.billing_infos (id),
  constraint orders_checkout_of_shopper
    foreign key (checkout_id, user_id) references public.checkouts (id, user_id),
  constraint orders_payment_of_shopper
    foreign key (payment_id, user_id) references public.payments (id, user_id),
  constraint orders_billing_info_of_shopper
    foreign key (billing_info_id, user_id) references public.billing_infos (id, user_id),
  constraint orders_one_per_checkout unique (checkout_id),
  constraint orders_one_per_payment unique (payment_id),
  constraint orders_amounts_in_range check (subtotal_pence > 0 and tax_pence >= 0 and shipping_pence >= 0),
  constraint orders_discount_in_range check (discount_pence >= 0 and discount_pence < subtotal_pence),
  constraint orders_amount_adds_up check (
    order_amount_pence = subtotal_pence - discount_pence + tax_pence + shipping_pence + adjustment_pence),
  constraint orders_has_items check (total_items > 0),
  constraint orders_units_to_send_in_range check (units_to_send between 0 and total_items),
  constraint orders_label_form check (
    jsonb_typeof(label) = 'object' and label ?& array['name', 'line1', 'country']),
  constraint orders_promise_in_order check (leaves_by < arrives_from and arrives_from <= arrives_by)
);
comment on table public.orders is 'Paid orders.';
comment on column public.orders.id is 'The order''s number. Random: created_at shows the sequence.';
comment on column public.orders.user_id is 'Null once the account is closed (close_account).';
comment on column public.orders.discount_pence is 'Off the goods, as in its checkout.';
comment on column public.orders.customer_id is
  'Written by set_customer; null once the address is erased.';
comment on column public.orders.adjustment_pence is
  'Charge beyond goods, tax and shipping (below, if negative); not 0 only if staff accepted it in a review.';
comment on column public.orders.order_amount_pence is 'Total paid: goods less discount, tax, shipping and adjustment.';
comment on column public.orders.included_basis_points is
  'Copied from its checkout, because tax_inside_pence is computed from it.';
comment on column public.orders.tax_inside_pence is
  'Tax included in order_amount_pence, delivery included; 0 where tax was added (tax_pence).';
comment on column public.orders.counts_from is 'When the payment was confirmed or, after a review, accepted.';
comment on column public.orders.leaves_by is
  'Dispatch day promised to the shopper (order_promise), like arrives_from and arrives_by: a later bank holiday does '
  'not change it.';
comment on column public.orders.units_to_send is
  'Units neither sent nor cancelled; written by settle_order, like status.';
comment on column public.orders.goods_status is
  'Written by settle_order, like money_status. status summarises both for the shopper.';
comment on column public.orders.sent_apart is
  'Whether staff send it by itself, although another order leaves to the same address (leaving_parcels).';
comment on column public.orders.label is
  'Corrected parcel address, in the form of checkouts.delivery; null for the original, which never changes.';
comment on column public.orders.waits_for is 'Null when it may leave.';
comment on column public.orders.cancels_at is
  'When unsent goods are cancelled after a withdrawal by number and address alone; until then the owner can undo it, '
  'and dispatch is stopped. Null otherwise (withdraw_order, keep_order).';
create index orders_to_cancel on public.orders (cancels_at) where cancels_at is not null;
create index orders_by_shopper on public.orders (user_id, created_at desc, id desc);
create index orders_by_customer on public.orders (customer_id, created_at desc, id desc);
create index orders_by_billing_info on public.orders (billing_info_id);
create index orders_to_send on public.orders (leaves_by, created_at, id)
  where units_to_send > 0 and status not in ('disputed', 'refunded');
create index orders_by_goods_status on public.orders (goods_status, created_at desc, id desc);
create index orders_by_money_status on public.orders (money_status, created_at desc, id desc);
alter table public.orders enable row level security;
create policy "shoppers read their own orders" on public.orders
  for select to authenticated using (user_id = (select auth.uid()));
grant select on public.orders to authenticated;

create table public.order_items (
  order_id bigint not null references public.orders (id) on delete cascade,
  variant_id bigint not null references public.color_variants (id) on delete restrict,
  product_id bigint not null references public.products (id) on delete restrict,
  product_name text not null,
  color_name text not null,
  product_price_pence integer not null,
  quantity integer not null,
  discount_pence integer not null default 0,
  primary key (order_id, variant_id),
  constraint order_items_price_positive check (product_price_pence > 0),
  constraint order_items_quantity_not_negative check (quantity >= 0),
  constraint order_items_discount_in_range
    check (discount_pence >= 0 and discount_pence <= product_price_pence::bigint * quantity)
);
comment on table public.order_items is
  'Items of an order, with names and prices at the time of purchase. Of a line swapped as a whole 0 units are left.';
comment on column public.order_items.discount_pence is
  'Share of the order''s discount, for all units; follows them in a swap, with what was refunded for a lower price.';
create index order_items_by_variant on public.order_items (variant_id);
create index order_items_by_product on public.order_items (product_id);
alter table public.order_items enable row level security;
create policy "shoppers read what they ordered" on public.order_items
  for select to authenticated using (
    exists (select from public.orders o where o.id = order_id and o.user_id = (select auth.uid())));
grant select on public.order_items to authenticated;

-- Invariants

create view invariants.checkout_and_payment_agree (invariant, "row", found) as
with
-- Payment status for each checkout status; checkouts of other statuses have no payment.
paid_as (checkout_status, payment_status) as (
  values ('completed', 'paid'), ('completed', 'refunded'), ('review', 'review'), ('refund_due', 'refund_due'),
    ('refunded', 'refunded')
)
select 'a checkout and its payment tell the same story', 'checkouts ' || c.id,
  c.status || ', its payment ' || coalesce(p.status::text, 'missing')
from public.checkouts c
left join public.payments p on p.checkout_id = c.id
where case
  when p.id is null then exists (select from paid_as a where a.checkout_status = c.status::text)
  else not exists (select from paid_as a where (a.checkout_status, a.payment_status) = (c.status::text, p.status::text))
end;

create view invariants.payment_of_checkout (invariant, "row", found) as
select 'a payment is of a checkout', 'payments ' || p.id, p.checkout_id::text
from public.payments p where not exists (select from public.checkouts c where c.id = p.checkout_id);

create view invariants.one_payment_per_checkout (invariant, "row", found) as
select 'a checkout has one payment', 'payments of ' || checkout_id, count(*)::text
from public.payments group by checkout_id having count(*) > 1;

create view invariants.payment_matches_checkout (invariant, "row", found) as
select 'a payment has the session, shopper and billing data of its checkout', 'payments ' || p.id, 'checkout ' || c.id
from public.payments p join public.checkouts c on c.id = p.checkout_id
where (p.stripe_session_id, p.user_id, p.billing_info_id)
  is distinct from (c.stripe_session_id, c.user_id, c.billing_info_id);

create view invariants.payment_for_goods (invariant, "row", found) as
select 'a payment is for the goods of its checkout', 'payments ' || p.id, p.amount_pence || ' for ' || c.subtotal_pence
from public.payments p join public.checkouts c on c.id = p.checkout_id where p.amount_pence <> c.subtotal_pence;

create view invariants.order_of_completed_checkout (invariant, "row", found) as
select 'an order comes of a completed checkout and of nothing else', 'checkouts ' || c.id,
  c.status || ', ' || count(o.id) || ' orders'
from public.checkouts c left join public.orders o on o.checkout_id = c.id
group by c.id having count(o.id) <> (c.status = 'completed')::integer;

create view invariants.order_of_checkout (invariant, "row", found) as
select 'an order is of a checkout', 'orders ' || o.id, o.checkout_id::text
from public.orders o where not exists (select from public.checkouts c where c.id = o.checkout_id);

create view invariants.order_is_paid (invariant, "row", found) as
select 'an order is paid, by the payment of its own checkout', 'orders ' || o.id,
  coalesce('payment ' || p.id || ' ' || p.status || ' of ' || p.checkout_id, 'no payment')
from public.orders o left join public.payments p on p.id = o.payment_id
where (p.checkout_id = o.checkout_id and p.status in ('paid', 'refunded')) is not true;

create view invariants.order_matches_checkout (invariant, "row", found) as
select 'an order has the shopper, billing data, country and amounts of its checkout', 'orders ' || o.id,
       'checkout ' || c.id
from public.orders o join public.checkouts c on c.id = o.checkout_id
where (
  o.user_id, o.billing_info_id, o.country, o.subtotal_pence, o.discount_pence, o.tax_pence, o.included_basis_points)
  is distinct from (
    c.user_id, c.billing_info_id, c.country, c.subtotal_pence, c.discount_pence, c.tax_pence, c.included_basis_points);

create view invariants.order_adds_up (invariant, "row", found) as
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
  is distinct from (o.order_amount_pence, p.charged_pence::integer, c.currency);

create view invariants.delivery_was_offered (invariant, "row", found) as
select 'the delivery of an order was offered for its checkout', 'orders ' || o.id,
       o.shipping_name || ' at ' || o.shipping_pence
from public.orders o
where not exists (
  select from public.checkout_shipping_options s
  where s.checkout_id = o.checkout_id and s.name = o.shipping_name and s.amount_pence = o.shipping_pence);

create view invariants.promise_by_the_clock (invariant, "row", found) as
with
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
)
select 'an order is promised what the clock says', 'orders ' || o.id,
  o.leaves_by || ', ' || o.arrives_from || ' to ' || o.arrives_by || ' instead of '
    || p.leaves_by || ', ' || p.arrives_from || ' to ' || p.arrives_by
from counted o
join promised p on (p.day, p.before_noon, p.express, p.min_business_days, p.max_business_days)
  = (o.day, o.before_noon, o.express, o.min_business_days, o.max_business_days)
where (o.leaves_by, o.arrives_from, o.arrives_by) <> (p.leaves_by, p.arrives_from, p.arrives_by)
  -- A bank holiday may have been proclaimed since.
  and not exists (select from public.bank_holidays h where h.day between o.day and p.arrives_by);

create view invariants.parcel_to_country_of_postage (invariant, "row", found) as
select 'the parcel of an order goes to the country that set its postage', 'orders ' || o.id, c.delivery ->> 'country'
from public.orders o join public.checkouts c on c.id = o.checkout_id
where (c.delivery ->> 'country') is distinct from o.country;

create view invariants.order_keeps_address (invariant, "row", found) as
select 'an order keeps name and address for six years', 'orders ' || o.id, coalesce('erased ' || b.erased_at, 'empty')
from public.orders o join public.billing_infos b on b.id = o.billing_info_id
where o.created_at > now() - interval '6 years' and (b.name = '' or b.address = '');

create view invariants.order_counts_units (invariant, "row", found) as
select 'an order counts its units', 'orders ' || o.id, o.total_items || ' for ' || coalesce(sum(i.quantity), 0)
from public.orders o left join public.order_items i on i.order_id = o.id
group by o.id having o.total_items is distinct from sum(i.quantity);

create view invariants.withdrawal_carried_out (invariant, "row", found) as
select 'a withdrawal is carried out within a day, and of what has not left', 'orders ' || id,
  cancels_at || ', ' || units_to_send || ' to send'
from public.orders where cancels_at < now() - interval '1 day' or (cancels_at is not null and units_to_send = 0);
