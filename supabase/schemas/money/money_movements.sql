-- Money in and out as the accounts see it: one row per movement, each on its own date.

create type public.movement_kind as enum (
  'sale', 'refund', 'goodwill', 'refund_failed', 'dispute_lost', 'credit_used', 'credit_given', 'credit_expired'
);
comment on type public.movement_kind is
  'refund: of goods, tax and delivery, or made at Stripe''s dashboard. goodwill: the part of a refund beyond them. '
  'refund_failed: money of a refund that came back from the bank. credit_used: the part of a sale that a gift card '
  'paid, moved from Stripe to it. credit_given, credit_expired: store credit from staff, and what was never spent.';

create index payments_by_day on public.payments (created_at);
create index refunds_by_day on public.refunds (created_at);
create index refunds_failed_by_day on public.refunds (settled_at) where state in ('failed', 'cancelled');
create index disputes_lost_by_day on public.disputes (closed_at) where status = 'lost';

create function public.first_of_refund(p_whole public.order_refunds, p_pence bigint) returns public.refund_parts
language sql immutable set search_path = ''
as $$
  select (
    priced.pence - tax.pence, tax.pence, shipping.pence, p_pence - priced.pence - shipping.pence,
    round(p_whole.deduction_pence * p_pence::numeric / p_whole.amount_pence),
    round(p_whole.deduction_tax_pence * p_pence::numeric / p_whole.amount_pence))::public.refund_parts
  from (select p_whole.goods_pence + p_whole.tax_pence as pence) price
  cross join lateral (
    select round(price.pence * p_pence::numeric / p_whole.amount_pence)::bigint as pence) priced
  cross join lateral (
    select coalesce(round(p_whole.tax_pence * priced.pence::numeric / nullif(price.pence, 0)), 0)::bigint as pence) tax
  cross join lateral (
    select coalesce(round(
      p_whole.shipping_pence * (p_pence - priced.pence)::numeric / nullif(p_whole.amount_pence - price.pence, 0)
    ), 0)::bigint as pence) shipping
$$;
comment on function public.first_of_refund is
  'Parts of the first p_pence of a refund, in proportion. They add up to p_pence, and none shrinks as it grows.';

create view public.refund_parts_of with (security_invoker = true) as
select r.id as refund_id,
       upto.goods_pence - before.goods_pence as goods_pence,
       upto.tax_pence - before.tax_pence as tax_pence,
       upto.shipping_pence - before.shipping_pence as shipping_pence,
       upto.goodwill_pence - before.goodwill_pence as goodwill_pence,
       upto.deduction_pence - upto.deduction_tax_pence
         - (before.deduction_pence - before.deduction_tax_pence) as deduction_pence
from public.refunds r
join public.order_refunds f on f.id = r.order_refund_id
-- The parts of gift cards come first, and Stripe's is the rest.
cross join lateral (
  select coalesce(sum(e.amount_pence), 0) as pence from public.refunds e
  where e.order_refund_id = f.id and e.source = 'credit'
    and (r.source <> 'credit' or (e.created_at, e.id) < (r.created_at, r.id))) cards
cross join lateral public.first_of_refund(f, least(cards.pence, f.amount_pence)::bigint) before
cross join lateral public.first_of_refund(f, case
  when r.source = 'credit' then least(cards.pence + r.amount_pence, f.amount_pence)
  else f.amount_pence end::bigint) upto;
comment on view public.refund_parts_of is
  'Parts of an order''s refund in each of its movements: all of them, or in proportion if a gift card got one part and '
  'Stripe the other. They add up over both. deduction_pence: off the goods, without tax.';

create view public.money_movements with (security_invoker = true) as
with facts as (
  select p.id as payment_id, 'sale'::public.movement_kind as kind, 'sale ' || p.id as key, p.created_at as at,
         p.charged_pence as amount_pence, 0::bigint as own_goods_pence, 0::bigint as own_tax_pence,
         0::bigint as own_shipping_pence, null::uuid as refund_id, p.method
  from public.payments p where p.charged_pence > 0

  union all
  select r.payment_id, part.kind, part.kind || ' ' || r.id, r.created_at, -part.pence, part.goods, part.tax,
         part.shipping, r.id, r.method
  from public.refunds r
  left join public.refund_parts_of f on f.refund_id = r.id
  cross join lateral (values
    ('refund'::public.movement_kind, r.amount_pence - least(coalesce(f.goodwill_pence, 0), r.amount_pence),
     coalesce(f.goods_pence, 0), coalesce(f.tax_pence, 0), coalesce(f.shipping_pence, 0)),
    ('goodwill', least(coalesce(f.goodwill_pence, 0), r.amount_pence), 0, 0, 0)
  ) as part (kind, pence, goods, tax, shipping)
  where (r.stripe_refund_id is not null or r.source in ('outside', 'credit')) and part.pence > 0

  union all
  select r.payment_id, 'refund_failed', 'refund_failed ' || r.id, r.settled_at, r.amount_pence,
         -coalesce(f.goods_pence, 0), -coalesce(f.tax_pence, 0), -coalesce(f.shipping_pence, 0), r.id, r.method
  from public.refunds r
  left join public.refund_parts_of f on f.refund_id = r.id
  where r.stripe_refund_id is not null and r.state in ('failed', 'cancelled')

  union all
  select d.payment_id, 'dispute_lost', 'dispute_lost ' || d.stripe_dispute_id, d.closed_at, -d.amount_pence, 0, 0, 0,
         null, 'stripe'
  from public.disputes d where d.status = 'lost' and d.amount_pence > 0
), balances as (
  select f.*,
         sum(f.own_goods_pence) over later as goods_back, sum(f.own_tax_pence) over later as tax_back,
         sum(f.own_shipping_pence) over later as shipping_back,
         sum(case when f.kind <> 'dispute_lost' then f.amount_pence else 0 end) over later as balance_pence
  from facts f
  window later as (partition by f.payment_id order by f.at, f.kind, f.key)
), supplies as (
  select b.*, c.country, c.tax_basis_points + c.included_basis_points as rate_basis_points, p.currency, p.checkout_id,
         (case
           when b.balance_pence <= 0 then 0
           when c.tax_display = 'included' then public.tax_inside(b.balance_pence::bigint, c.included_basis_points)
           else greatest(c.tax_pence - b.tax_back, 0) end)::bigint as tax_left_pence,
         (case
           when b.balance_pence <= 0 then 0
           when c.tax_display = 'included' then b.balance_pence
           else greatest(c.subtotal_pence - c.discount_pence - b.goods_back, 0)
             + greatest(c.tax_pence - b.tax_back, 0) end)::bigint as goods_left_pence,
         (case
           when b.balance_pence <= 0 or c.tax_display = 'included' then 0
           else greatest(p.shipping_pence - b.shipping_back, 0) end)::bigint as untaxed_left_pence
  from balances b
  join public.payments p on p.id = b.payment_id
  join public.checkouts c on c.id = p.checkout_id
), moved as (
  select s.*, s.tax_left_pence - coalesce(lag(s.tax_left_pence) over earlier, 0) as tax_pence,
         s.goods_left_pence - coalesce(lag(s.goods_left_pence) over earlier, 0) as goods_pence,
         s.untaxed_left_pence - coalesce(lag(s.untaxed_left_pence) over earlier, 0) as untaxed_pence
  from supplies s
  window earlier as (partition by s.payment_id order by s.at, s.kind, s.key)
)
select m.key || ' ' || coalesce(part.rate::text, 'outside') as key, m.kind, m.at, m.payment_id, m.checkout_id,
       m.refund_id, m.method, m.country, part.rate as rate_basis_points, m.currency, part.amount_pence, part.tax_pence
from moved m
cross join lateral (
  select rate, sum(amount)::bigint as amount_pence, sum(tax)::bigint as tax_pence
  from (values
    (m.rate_basis_points, m.goods_pence, m.tax_pence),
    (0, m.untaxed_pence, 0),
    (null, m.amount_pence - m.goods_pence - m.untaxed_pence, 0)) as parts (rate, amount, tax)
  group by rate) part
where part.amount_pence <> 0 or part.tax_pence <> 0

union all
select 'credit_used ' || p.id || ' ' || part.method, 'credit_used', p.created_at, p.id, p.checkout_id, null,
       part.method, c.country, null, p.currency, part.pence, 0
from public.payments p
join public.checkouts c on c.id = p.checkout_id
cross join lateral (values (p.method, -p.credit_pence), ('credit', p.credit_pence)) as part (method, pence)
where p.credit_pence > 0

union all
select 'credit ' || e.id,
       (case e.kind when 'issued' then 'credit_given' else 'credit_expired' end)::public.movement_kind, e.at, null,
       null, null, 'credit', 'GB', null, 'gbp', -e.amount_pence, 0
from public.credits e
where e.refund_id is null and (e.kind = 'expired' or e.kind = 'issued' and exists (
  select from public.gift_cards g where g.id = e.gift_card_id and g.origin = 'given'));
comment on view public.money_movements is
  'Movements of money, a row for each VAT rate in them; amounts that went back are negative, free replacements have '
  'none. method: how it moved. at: when Stripe or staff took it; of a lost dispute, when it closed. tax_pence: the tax '
  'in amount_pence, rate_basis_points of the rest to rounding. Amounts by rate are what the payment contains before '
  'and after, subtracted, so that the rows of a payment add up to the penny. Where tax was added, delivery has the '
  'rate 0, and a refund carries the tax decided with it. rate_basis_points is null outside the scope of VAT: where tax '
  'was added, goodwill, money beyond the price and partial refunds at the dashboard, since their purpose is unknown; '
  'the refund that empties the payment also empties these. Lost disputes always, since the goods were supplied. '
  'method credit is what the shop owes to gift cards: below 0 when it comes to owe more. Without a payment_id: credit '
  'given or expired. Read days through movements_between.';

create function public.day_starts(p_day date) returns timestamptz
language sql stable set search_path = ''
as $$ select p_day::timestamp at time zone 'Europe/London' $$;
comment on function public.day_starts is 'Midnight in the United Kingdom at the start of a day.';

create function public.movements_between(p_from date, p_to date) returns setof public.money_movements
language plpgsql stable set search_path = ''
as $$
declare
  v_from timestamptz := public.day_starts(p_from);
  v_end timestamptz := public.day_starts(p_to + 1);
  -- Taxes need all movements of a payment, so the payments come first.
  v_payments bigint[] := array(
    select id from public.payments where created_at >= v_from and created_at < v_end
    union
    select payment_id from public.refunds where created_at >= v_from and created_at < v_end
    union
    select payment_id from public.refunds
    where state in ('failed', 'cancelled') and settled_at >= v_from and settled_at < v_end
    union
    select payment_id from public.disputes where status = 'lost' and closed_at >= v_from and closed_at < v_end);
begin
  return query
  select m.* from public.money_movements m
  where (m.payment_id = any (v_payments) or m.payment_id is null) and m.at >= v_from and m.at < v_end;
end
$$;
comment on function public.movements_between is 'Movements of money on UK days, p_to inclusive.';
