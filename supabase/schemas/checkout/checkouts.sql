-- A checkout: the basket frozen when the shopper left for the payment page, and the stock held for it. Lock order of
-- every function in the shop: first the checkout, then its variants in id order, which rules out deadlocks.

create type public.checkout_status as enum (
  'open', 'awaiting_payment', 'completed', 'released', 'review', 'refund_due', 'refunded'
);
comment on type public.checkout_status is
  'open: stock is held and may be paid for. awaiting_payment: a slow payment method; stock is held until Stripe '
  'reports the outcome. completed: paid, order stored; it stays so, refunds are in refunds. released: given up or '
  'expired, stock free. review: paid, but for a staff decision (resolve_review): amounts or country differ from the '
  'frozen ones, or it was partly refunded or disputed before the order. refund_due: paid, refund incomplete. '
  'refunded: all refunded, without an order.';

create table public.checkouts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete restrict,
  billing_info_id bigint,
  country text not null,
  currency text not null default 'gbp',
  subtotal_pence integer not null,
  discount_pence integer not null default 0,
  tax_basis_points integer not null,
  tax_pence integer not null,
  tax_display public.tax_display not null default 'added',
  included_basis_points integer not null default 0,
  terms_version bigint not null default public.current_terms_version() references public.terms_versions (id),
  duties jsonb,
  delivery jsonb,
  status public.checkout_status not null default 'open',
  stripe_session_id text,
  stripe_session_url text,
  session_expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  order_seen_at timestamptz,
  swept_at timestamptz,
  network_hash text,
  by_link boolean not null default false,
  -- Not checked once user_id is null.
  constraint checkouts_billing_info_exists foreign key (billing_info_id) references public.billing_infos (id),
  constraint checkouts_billing_info_of_shopper
    foreign key (billing_info_id, user_id) references public.billing_infos (id, user_id),
  constraint checkouts_owner_key unique (id, user_id),
  constraint checkouts_stripe_session_key unique (stripe_session_id),
  constraint checkouts_country_form check (country ~ '^[A-Z]{2}$'),
  constraint checkouts_currency_is_sterling check (currency = 'gbp'),
  constraint checkouts_amounts_in_range check (subtotal_pence > 0 and tax_pence >= 0),
  constraint checkouts_discount_in_range check (discount_pence >= 0 and discount_pence < subtotal_pence),
  constraint checkouts_tax_as_displayed check (case tax_display
    when 'added' then included_basis_points = 0
    else tax_basis_points = 0 and included_basis_points between 0 and 10000 end),
  constraint checkouts_duties_form check (
    duties is null or (jsonb_typeof(duties) = 'object' and duties ?& array['policy', 'in_union', 'estimate'])),
  constraint checkouts_delivery_form check (
    delivery is null or (jsonb_typeof(delivery) = 'object' and delivery ?& array['name', 'line1', 'country'])),
  constraint checkouts_closed_has_time check ((status in ('open', 'awaiting_payment')) = (closed_at is null)),
  -- A bank may return a refund after the account is closed.
  constraint checkouts_unsettled_has_shopper check (
    user_id is not null or by_link or status in ('completed', 'refund_due', 'refunded')),
  constraint checkouts_paid_has_form check (status in ('open', 'released') or billing_info_id is not null),
  constraint checkouts_paid_has_session check (status in ('open', 'released') or stripe_session_id is not null),
  constraint checkouts_network_is_hashed check (network_hash ~ '^[A-Za-z0-9_-]{43}$'),
  constraint checkouts_network_only_while_unpaid check (network_hash is null or closed_at is null)
);
comment on table public.checkouts is 'Visits to the payment page. The amounts never change.';
comment on column public.checkouts.id is 'Random, because Stripe''s idempotency key is derived from it.';
comment on column public.checkouts.user_id is 'Null once the account is closed (close_account).';
comment on column public.checkouts.billing_info_id is
  'Null for an express checkout until it is paid: its payment page asks for the address (take_form).';
comment on column public.checkouts.subtotal_pence is 'Goods at their prices, before discount_pence and added tax.';
comment on column public.checkouts.discount_pence is
  'Off the goods, by the code in checkout_discounts or as staff agreed (open_link); the tax is that of the rest.';
comment on column public.checkouts.tax_basis_points is
  'Tax added to the prices, at its country''s zone rate, in hundredths of a per cent.';
comment on column public.checkouts.included_basis_points is
  'Tax included in the prices; 0 where it is added. Both as in zone_taxes at the time.';
comment on column public.checkouts.terms_version is 'Terms in force when it was opened; they apply to its order.';
comment on column public.checkouts.duties is
  'Payer of the duties and taxes of its country, and their estimate, as stated before payment (duties_on); null '
  'within the United Kingdom.';
comment on column public.checkouts.delivery is
  'Delivery address, once paid: {name, line1, line2?, town?, region?, postcode?, country, phone?}, as passed to '
  'Stripe with the session or collected by it.';
comment on column public.checkouts.session_expires_at is 'When Stripe stops accepting payment for the session.';
comment on column public.checkouts.order_seen_at is
  'When the shopper''s browser first learned of the order, and emptied its cart, or of the review. Until then the '
  'same basket is treated as the paid one.';
comment on column public.checkouts.swept_at is 'Start of the last sweep that processed it; null before the first.';
comment on column public.checkouts.by_link is
  'Opened by staff and paid by a mailed link (payment_links); without a shopper until it is paid.';
comment on column public.checkouts.network_hash is
  'Keyed hash of the network it was opened from, which limits unpaid holds; null once closed, and in local '
  'development.';
create unique index checkouts_one_unpaid_per_shopper on public.checkouts (user_id)
  where status in ('open', 'awaiting_payment');
create index checkouts_by_network on public.checkouts (network_hash) where network_hash is not null;
create index checkouts_by_shopper on public.checkouts (user_id, created_at desc);
create index checkouts_by_billing_info on public.checkouts (billing_info_id);
create index checkouts_unfinished on public.checkouts (coalesce(swept_at, created_at), id)
  where status in ('open', 'awaiting_payment', 'refund_due');
create index checkouts_by_terms on public.checkouts (terms_version);
create index checkouts_by_age on public.checkouts (created_at) where delivery ->> 'line1' <> '';
create index checkouts_released on public.checkouts (closed_at) where status = 'released';
alter table public.checkouts enable row level security;

create function public.forget_network() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.network_hash := null;
  return new;
end
$$;
comment on function public.forget_network is 'Erases a closed checkout''s network hash, which is no longer needed.';

create trigger forget_network_of_closed_checkout
  before update on public.checkouts
  for each row when (new.closed_at is not null and new.network_hash is not null)
  execute function public.forget_network();

create function public.checkout_ends_by(p public.checkouts) returns timestamptz
language sql immutable set search_path = ''
as $$
  select p.session_expires_at + case p.status when 'awaiting_payment' then interval '14 days' else interval '0' end
    + interval '15 minutes'
$$;
comment on function public.checkout_ends_by is
  'When an unpaid checkout is settled at the latest: its payment page, half an hour or that of a link, has expired, a '
  'slow payment has arrived or failed, and checkout-sweep has come by three times.';

create table public.checkout_lines (
  checkout_id uuid not null references public.checkouts (id) on delete cascade,
  variant_id bigint not null references public.color_variants (id) on delete restrict,
  product_id bigint not null references public.products (id) on delete restrict,
  product_name text not null,
  color_name text not null,
  unit_pence integer not null,
  quantity integer not null,
  discount_pence integer not null default 0,
  replaces_variant_id bigint references public.color_variants (id) on delete restrict,
  surplus_pence integer not null default 0,
  primary key (checkout_id, variant_id),
  constraint checkout_lines_unit_positive check (unit_pence > 0),
  constraint checkout_lines_quantity_in_range check (quantity between 1 and 10000),
  constraint checkout_lines_discount_in_range
    check (discount_pence >= 0 and discount_pence <= unit_pence::bigint * quantity)
);
comment on table public.checkout_lines is 'Frozen lines of a checkout: the basis of the charge and of the order.';
comment on column public.checkout_lines.discount_pence is
  'Share of the checkout''s discount, for all units. With replaces_variant_id: the price paid for those pieces.';
comment on column public.checkout_lines.replaces_variant_id is
  'Pieces of a payment link''s order, as many, that leave it for these once they are paid; else null.';
comment on column public.checkout_lines.surplus_pence is 'As in exchanged_items, which it becomes.';
create index checkout_lines_by_variant on public.checkout_lines (variant_id);
create index checkout_lines_by_replaced on public.checkout_lines (replaces_variant_id)
  where replaces_variant_id is not null;
create index checkout_lines_by_product on public.checkout_lines (product_id);
alter table public.checkout_lines enable row level security;

create function public.paid_with(p_checkout uuid) returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select order_id from public.payment_links
    where checkout_id = p_checkout and exists (
      select from public.checkout_lines where checkout_id = p_checkout and replaces_variant_id is not null));
end
$$;
comment on function public.paid_with is
  'The order whose pieces a payment link replaces: their price is its discount. Null for any other checkout.';

create table public.checkout_shipping_options (
  checkout_id uuid not null references public.checkouts (id) on delete cascade,
  position integer not null,
  name text not null,
  amount_pence integer not null,
  waived_pence integer not null default 0,
  credit_pence integer not null default 0,
  min_business_days integer not null,
  max_business_days integer not null,
  express boolean not null,
  primary key (checkout_id, position),
  constraint checkout_shipping_options_amount_not_negative check (amount_pence >= 0),
  constraint checkout_shipping_options_waived_is_free check (
    waived_pence = 0 or waived_pence > 0 and amount_pence = 0),
  constraint checkout_shipping_options_credit_in_range check (credit_pence between 0 and amount_pence)
);
comment on table public.checkout_shipping_options is
  'Shipping rates offered on the payment page, frozen with the checkout.';
comment on column public.checkout_shipping_options.waived_pence is 'Price waived by a code for free delivery.';
comment on column public.checkout_shipping_options.credit_pence is 'Part of amount_pence that a gift card pays.';
alter table public.checkout_shipping_options enable row level security;

create table public.stock_holds (
  checkout_id uuid not null references public.checkouts (id) on delete cascade,
  variant_id bigint not null references public.color_variants (id) on delete restrict,
  quantity integer not null,
  expires_at timestamptz not null,
  primary key (checkout_id, variant_id),
  constraint stock_holds_quantity_positive check (quantity > 0)
);
comment on table public.stock_holds is 'Units reserved for a checkout; free_units returns the rest.';
comment on column public.stock_holds.expires_at is
  'Later than the end of the payment session, so that a last-second payment still finds its goods.';
create index stock_holds_by_variant on public.stock_holds (variant_id, expires_at);
alter table public.stock_holds enable row level security;

create function public.payment_reference(p_checkout uuid) returns text
language sql immutable set search_path = ''
as $$ select upper(left(p_checkout::text, 8)) $$;
comment on function public.payment_reference is
  'Public reference of a payment without an order, e.g. 3F2504E0: the first eight digits of its checkout''s id.';

-- Invariants

create view invariants.only_unfinished_checkouts_hold (invariant, "row", found) as
select 'only unfinished checkouts hold stock', 'stock_holds ' || h.checkout_id || ' ' || h.variant_id, c.status::text
from public.stock_holds h left join public.checkouts c on c.id = h.checkout_id
where c.id is null or c.status not in ('open', 'awaiting_payment', 'review');

create view invariants.hold_as_large_as_line (invariant, "row", found) as
select 'a hold is as large as its line', 'stock_holds ' || h.checkout_id || ' ' || h.variant_id,
  h.quantity || ' held for ' || coalesce(l.quantity, 0)
from public.stock_holds h
left join public.checkout_lines l on l.checkout_id = h.checkout_id and l.variant_id = h.variant_id
where h.quantity is distinct from l.quantity;

create view invariants.open_lines_are_held (invariant, "row", found) as
select 'every line of an open checkout is held beyond its payment page',
       'checkout_lines ' || c.id || ' ' || l.variant_id,
  coalesce('held until ' || h.expires_at, 'not held')
from public.checkouts c
join public.checkout_lines l on l.checkout_id = c.id
left join public.stock_holds h on h.checkout_id = l.checkout_id and h.variant_id = l.variant_id
where c.status = 'open' and (h.expires_at > c.session_expires_at) is not true;

create view invariants.one_unpaid_checkout_per_shopper (invariant, "row", found) as
select 'a shopper has one unpaid checkout', 'checkouts of ' || user_id, count(*) || ' are open or awaited'
from public.checkouts where status in ('open', 'awaiting_payment') and not by_link
group by user_id having count(*) > 1;

create view invariants.unpaid_checkout_within_limits (invariant, "row", found) as
select 'an unpaid checkout holds at most 10 of a colour and 30 units', 'checkouts ' || c.id,
  max(l.quantity) || ' of a colour, ' || sum(l.quantity) || ' units'
from public.checkouts c join public.checkout_lines l on l.checkout_id = c.id
where c.status in ('open', 'awaiting_payment') and not c.by_link
group by c.id having max(l.quantity) > 10 or sum(l.quantity) > 30;

create view invariants.network_within_limit (invariant, "row", found) as
select 'a network holds at most 60 units without paying', 'checkouts from ' || c.network_hash,
  sum(h.quantity) || ' units'
from public.checkouts c join public.stock_holds h on h.checkout_id = c.id
where h.expires_at > now() and c.network_hash is not null group by c.network_hash having sum(h.quantity) > 60;

create view invariants.closed_checkout_without_network (invariant, "row", found) as
select 'a closed checkout has forgotten its network', 'checkouts ' || id, network_hash
from public.checkouts where closed_at is not null and network_hash is not null;

create view invariants.closed_at_when_closed (invariant, "row", found) as
select 'closed_at is set when and only when a checkout is closed', 'checkouts ' || id,
       status || ', ' || coalesce(closed_at::text, 'no time')
from public.checkouts where (status in ('open', 'awaiting_payment')) <> (closed_at is null);

create view invariants.checkout_has_lines (invariant, "row", found) as
select 'a checkout has lines', 'checkouts ' || c.id, 'none'
from public.checkouts c where not exists (select from public.checkout_lines l where l.checkout_id = c.id);

create view invariants.checkout_costs_its_lines (invariant, "row", found) as
with
frozen as (
  select checkout_id, sum(unit_pence::bigint * quantity) as pence, sum(quantity) as units
  from public.checkout_lines group by checkout_id
)
select 'a checkout asks for the sum of its lines', 'checkouts ' || c.id, c.subtotal_pence || ' for ' || f.pence
from public.checkouts c join frozen f on f.checkout_id = c.id where c.subtotal_pence <> f.pence;

create view invariants.tax_at_frozen_rate (invariant, "row", found) as
select 'the tax is the frozen rate of the goods less the discount, half a penny up', 'checkouts ' || id,
  tax_pence || ' at ' || tax_basis_points || ' of ' || subtotal_pence || ' - ' || discount_pence
from public.checkouts where tax_pence <> public.tax_on(subtotal_pence - discount_pence, tax_basis_points);

create view invariants.discount_is_sum_of_lines (invariant, "row", found) as
select 'the discount of a checkout is that of its lines', 'checkouts ' || c.id,
  c.discount_pence || ' for ' || sum(l.discount_pence)
from public.checkouts c join public.checkout_lines l on l.checkout_id = c.id
group by c.id having c.discount_pence <> sum(l.discount_pence);

create view invariants.tax_on_top_or_inside (invariant, "row", found) as
select 'tax comes on top of prices or is in them, never both', 'checkouts ' || id,
  tax_basis_points || ' on top and ' || included_basis_points || ' inside, ' || tax_display
from public.checkouts
where case tax_display when 'added' then included_basis_points <> 0 else tax_basis_points <> 0 or tax_pence <> 0 end;

create view invariants.payment_session_of_one_checkout (invariant, "row", found) as
select 'one payment session is of one checkout', 'checkouts with ' || stripe_session_id, count(*)::text
from public.checkouts where stripe_session_id is not null group by stripe_session_id having count(*) > 1;

create view invariants.paid_checkout_has_session (invariant, "row", found) as
select 'what was paid or is awaited has its payment session', 'checkouts ' || id, status::text
from public.checkouts where status not in ('open', 'released') and stripe_session_id is null;

create view invariants.expired_page_settled (invariant, "row", found) as
select 'an expired payment page is settled within a day', 'checkouts ' || id, 'open since ' || session_expires_at
from public.checkouts c where status in ('open', 'awaiting_payment')
  and public.checkout_ends_by(c) < now() - interval '1 day';

create view invariants.checkout_without_account_settled (invariant, "row", found) as
select 'what belongs to no account is settled', 'checkouts ' || id, status::text
from public.checkouts where user_id is null and not by_link and status not in ('completed', 'refund_due', 'refunded');

create view invariants.billing_form_of_account (invariant, "row", found) as
select 'a billing form is of the account of its checkouts, or of none as they are', 'checkouts ' || c.id,
  coalesce(b.user_id::text, case when b.id is null then 'no form' else 'a form of nobody' end)
from public.checkouts c left join public.billing_infos b on b.id = c.billing_info_id
where c.billing_info_id is not null and b.id is null
  -- An unpaid link has no shopper yet.
  or b.id is not null and b.user_id is distinct from c.user_id and not (c.by_link and c.user_id is null);
