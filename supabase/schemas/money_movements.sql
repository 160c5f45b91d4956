-- Money in and out as the accounts see it: one row per movement, each on its own date.

create type public.movement_kind as enum ('sale', 'refund', 'goodwill', 'refund_failed', 'dispute_lost');
comment on type public.movement_kind is
  'refund: of goods, tax and delivery, or made at Stripe''s dashboard. goodwill: the part of a refund beyond them. '
  'refund_failed: money of a refund that came back from the bank.';

create index payments_by_day on public.payments (created_at);
create index refunds_by_day on public.refunds (created_at);
create index refunds_failed_by_day on public.refunds (settled_at) where state in ('failed', 'cancelled');
create index disputes_lost_by_day on public.disputes (closed_at) where status = 'lost';

create view public.money_movements with (security_invoker = true) as
with facts as (
  select p.id as payment_id, 'sale'::public.movement_kind as kind, 'sale ' || p.id as key, p.created_at as at,
         p.charged_pence as amount_pence, 0::bigint as own_tax_pence, null::uuid as refund_id
  from public.payments p where p.charged_pence > 0

  union all
  select r.payment_id, part.kind, part.kind || ' ' || r.id, r.created_at, -part.pence, part.tax, r.id
  from public.refunds r
  left join public.order_refunds f on f.id = r.order_refund_id
  cross join lateral (values
    ('refund'::public.movement_kind, r.amount_pence - least(coalesce(f.goodwill_pence, 0), r.amount_pence),
     coalesce(f.tax_pence, 0)),
    ('goodwill', least(coalesce(f.goodwill_pence, 0), r.amount_pence), 0)) as part (kind, pence, tax)
  where (r.stripe_refund_id is not null or r.source = 'outside') and part.pence > 0

  union all
  select r.payment_id, 'refund_failed', 'refund_failed ' || r.id, r.settled_at, r.amount_pence,
         -coalesce(f.tax_pence, 0), r.id
  from public.refunds r
  left join public.order_refunds f on f.id = r.order_refund_id
  where r.stripe_refund_id is not null and r.state in ('failed', 'cancelled')

  union all
  select d.payment_id, 'dispute_lost', 'dispute_lost ' || d.stripe_dispute_id, d.closed_at, -d.amount_pence, 0, null
  from public.disputes d where d.status = 'lost' and d.amount_pence > 0
), balances as (
  select f.*,
         sum(f.own_tax_pence) over later as own_taxes_pence,
         sum(case when f.kind <> 'dispute_lost' then f.amount_pence else 0 end) over later as balance_pence
  from facts f
  window later as (partition by f.payment_id order by f.at, f.kind, f.key)
), taxed as (
  select b.*, c.country, c.tax_basis_points + c.included_basis_points as rate_basis_points, p.currency, p.checkout_id,
         (case
           when c.tax_display = 'included' then
             public.tax_inside(greatest(b.balance_pence, 0)::bigint, c.included_basis_points)
           when b.balance_pence <= 0 then 0
           else greatest(c.tax_pence - b.own_taxes_pence, 0) end)::bigint as tax_left_pence
  from balances b
  join public.payments p on p.id = b.payment_id
  join public.checkouts c on c.id = p.checkout_id
)
select t.key, t.kind, t.at, t.payment_id, t.checkout_id, t.refund_id, t.country, t.rate_basis_points, t.currency,
       t.amount_pence,
       t.tax_left_pence
         - coalesce(lag(t.tax_left_pence) over (partition by t.payment_id order by t.at, t.kind, t.key), 0) as tax_pence
from taxed t;
comment on view public.money_movements is
  'Movements of money; amounts that went back are negative, free replacements have none. at: when Stripe took it; of '
  'a lost dispute, when it closed. tax_pence: the tax in amount_pence, the difference between what the payment '
  'contains before and after, so '
  'that the rows of a payment add up to the penny. Where tax was added, a refund carries the tax decided with it, a '
  'partial one at the dashboard none, since its purpose is unknown, and the one that empties the payment the rest. A '
  'lost dispute changes no tax: the goods were supplied. Read days through movements_between.';

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
  where m.payment_id = any (v_payments) and m.at >= v_from and m.at < v_end;
end
$$;
comment on function public.movements_between is 'Movements of money on UK days, p_to inclusive.';
