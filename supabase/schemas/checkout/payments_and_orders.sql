-- Payments and orders of paid checkouts. Written by complete_checkout; a payment's status also by settle_money.

create type public.payment_status as enum ('paid', 'review', 'refund_due', 'refunded');
comment on type public.payment_status is
  'paid: has an order. refunded: fully refunded, with or without an order. review, refund_due: as its checkout. '
  'Partial refunds are in payment_balances.';
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
  method text not null default 'stripe',
  amount_pence integer not null,
  charged_pence bigint not null,
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
  constraint payments_method_known check (method = 'stripe' or method = 'none' and charged_pence = 0),
  constraint payments_amount_positive check (amount_pence > 0 and charged_pence >= 0)
);
comment on table public.payments is 'Money confirmed by Stripe for a checkout.';
comment on column public.payments.user_id is 'Null once the account is closed (close_account).';
comment on column public.payments.method is
  'none: a replacement, exchange or gift, which charges nothing (place_free_order).';
comment on column public.payments.amount_pence is
  'Goods before discount, tax and shipping, as on the payment record.';
comment on column public.payments.charged_pence is 'Total charged by Stripe.';
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
