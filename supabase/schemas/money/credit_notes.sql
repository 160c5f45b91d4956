-- Credit notes: a document for each refund, numbered without gaps. One whose refund is not made after all is cancelled
-- by another.

create table public.credit_notes (
  number bigint primary key,
  refund_id uuid not null references public.refunds (id) on delete restrict,
  cancels bigint references public.credit_notes (number) on delete restrict,
  issued_at timestamptz not null default now(),
  amount_pence bigint not null,
  tax_pence bigint not null,
  rate_basis_points integer not null,
  constraint credit_notes_one_per_refund unique nulls not distinct (refund_id, cancels),
  constraint credit_notes_cancelled_once unique (cancels),
  constraint credit_notes_number_positive check (number > 0),
  constraint credit_notes_amount_positive check (amount_pence > 0)
);
comment on table public.credit_notes is 'Documents of refunds that Stripe took or that staff paid outside it.';
comment on column public.credit_notes.number is 'Running number, without gaps.';
comment on column public.credit_notes.cancels is
  'The credit note that this one cancels, because its refund is not made; null for a credit note proper.';
comment on column public.credit_notes.tax_pence is 'Tax in amount_pence, as in money_movements when it was issued.';
alter table public.credit_notes enable row level security;

create function public.keep_for_good() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise sqlstate 'PT409' using hint = 'kept_for_good';
end
$$;
comment on function public.keep_for_good is 'Refuses to change rows that were filed or issued.';
create trigger keep_credit_notes before update or delete on public.credit_notes
  for each row execute function public.keep_for_good();

create function public.next_credit_note() returns bigint
language sql set search_path = ''
as $$
  select coalesce(max(number), 0) + 1 from public.credit_notes
$$;
comment on function public.next_credit_note is 'The next number. The caller holds the lock of issue_credit_notes.';

create function public.debt_of(p_refund public.refunds) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(
    p_refund.order_refund_id::text,
    case when p_refund.source = 'dashboard' then p_refund.id::text else 'payment ' || p_refund.payment_id end)
$$;
comment on function public.debt_of is
  'The debt that a refund pays: a refund of an order, a payment without one, or only itself if made at the dashboard.';

create view public.standing_credit_notes with (security_invoker = true) as
select n.number, n.refund_id, n.amount_pence, r.payment_id, r.order_refund_id, public.debt_of(r) as debt,
       r.state in ('failed', 'cancelled') as failed
from public.credit_notes n join public.refunds r on r.id = n.refund_id
where n.cancels is null and not exists (select from public.credit_notes x where x.cancels = n.number);
comment on view public.standing_credit_notes is
  'Credit notes that were not cancelled. debt: debt_of their refund. failed: it came back, so that the next attempt '
  'pays the same debt.';

create function public.cancel_credit_notes(p_numbers bigint[]) returns void
language plpgsql set search_path = ''
as $$
begin
  if p_numbers <> '{}' then
    -- Until the end of the transaction, so that a number is given again after a rollback.
    perform pg_advisory_xact_lock(hashtextextended('credit_notes', 0));
    insert into public.credit_notes (number, refund_id, cancels, amount_pence, tax_pence, rate_basis_points)
    select public.next_credit_note() - 1 + row_number() over (order by number), refund_id, number, amount_pence,
           tax_pence, rate_basis_points
    from public.credit_notes where number = any (p_numbers);
  end if;
end
$$;
comment on function public.cancel_credit_notes is 'Cancels credit notes, each by another.';

create function public.issue_credit_notes() returns trigger
language plpgsql set search_path = ''
as $$
declare
  v_gone boolean := new.state in ('failed', 'cancelled');
  v_debt text := public.debt_of(new);
begin
  if new.stripe_refund_id is null and new.source not in ('outside', 'credit') then
    return null;
  end if;
  if v_gone then
    -- The shop repeats its own refunds and keeps their credit notes; no one repeats the dashboard's.
    perform public.cancel_credit_notes(array(
      select number from public.standing_credit_notes where refund_id = new.id)) where new.source = 'dashboard';
    return null;
  end if;
  if exists (
    select from public.standing_credit_notes
    where payment_id = new.payment_id and debt = v_debt
      and (refund_id = new.id or failed and amount_pence = new.amount_pence))
  then
    return null;
  end if;
  perform public.cancel_credit_notes(array(
    select number from public.standing_credit_notes
    where payment_id = new.payment_id and debt = v_debt and failed));
  perform pg_advisory_xact_lock(hashtextextended('credit_notes', 0));
  insert into public.credit_notes (number, refund_id, amount_pence, tax_pence, rate_basis_points)
  select public.next_credit_note(), new.id, new.amount_pence,
         coalesce((
           select -sum(m.tax_pence) from public.money_movements m
           where m.payment_id = new.payment_id and m.refund_id = new.id and m.kind in ('refund', 'goodwill')), 0),
         c.tax_basis_points + c.included_basis_points
  from public.payments p join public.checkouts c on c.id = p.checkout_id
  where p.id = new.payment_id;
  return null;
end
$$;
comment on function public.issue_credit_notes is
  'Issues the credit note of a refund once Stripe or a gift card has it. If the refund comes back, the note is kept '
  'for the next attempt at the same amount; it is cancelled for another amount, once the refund is given up '
  '(end_credit_note), and at once if the refund was made at the dashboard.';
create trigger issue_credit_notes after insert or update on public.refunds
  for each row execute function public.issue_credit_notes();

create function public.end_credit_note() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform public.cancel_credit_notes(array(
    select number from public.standing_credit_notes where order_refund_id = new.id and failed));
  return null;
end
$$;
comment on function public.end_credit_note is
  'Cancels the credit note of a refund that came back and is given up, or reduced.';
create trigger end_credit_note after update on public.order_refunds
  for each row when (new.given_up_at is not null and old.given_up_at is null or new.amount_pence < old.amount_pence)
  execute function public.end_credit_note();

create function public.credit_notes_of(p_payment bigint, p_standing boolean default false) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'number', n.number,
    'cancels', n.cancels,
    'issued_at', n.issued_at,
    'amount_pence', n.amount_pence,
    'tax_pence', n.tax_pence,
    'rate_basis_points', n.rate_basis_points,
    'reason', r.reason,
    'goods_pence', coalesce(parts.goods_pence + parts.deduction_pence, 0),
    'deduction_pence', coalesce(parts.deduction_pence, 0),
    'deduction_reason', f.deduction_reason,
    'shipping_pence', coalesce(parts.shipping_pence, 0),
    'goodwill_pence', coalesce(parts.goodwill_pence, 0),
    'items', coalesce((
      select jsonb_agg(jsonb_build_object(
        'name', l.name, 'quantity', l.quantity,
        'pence', round(goods.pence * l.upto / l.total) - round(goods.pence * (l.upto - l.pence) / l.total))
        order by l.name, l.variant_id)
      from (
        select i.variant_id, o.product_name || ', ' || o.color_name as name, i.quantity, p.pence,
               sum(p.pence) over (order by i.variant_id) as upto, nullif(sum(p.pence) over (), 0) as total
        from (
          select order_id, variant_id, quantity, discount_pence + surplus_pence as off_pence, null::bigint as difference
          from public.order_refund_items where order_refund_id = f.id
          union all
          -- The difference to a lower price, of the piece that costs less.
          select order_id, to_variant_id, quantity, 0, refunded_pence
          from public.swapped_items where event_id = f.id
          union all
          -- As in an exchange, whose return settles it.
          select e.from_order_id, x.from_variant_id, x.quantity, 0, x.settled_pence
          from public.exchanges e
          join public.exchanged_items x on x.order_id = e.order_id and x.settled_pence > 0
          join public.order_events s on s.id = f.id and s.kind = 'return_settled'
          where e.return_id = f.return_id) i
        join public.order_items o on o.order_id = i.order_id and o.variant_id = i.variant_id
        -- As in refund_lines.
        cross join lateral (
          select coalesce(i.difference, o.product_price_pence::bigint * i.quantity - i.off_pence) as pence) p) l
      cross join lateral (select parts.goods_pence + parts.deduction_pence as pence) goods), '[]'))
    order by n.number), '[]')
  from public.refunds r
  join public.credit_notes n on n.refund_id = r.id
  -- Not of one that was reduced since.
  left join public.refund_parts_of parts on parts.refund_id = r.id
    and parts.goods_pence + parts.tax_pence + parts.shipping_pence + parts.goodwill_pence = n.amount_pence
  left join public.order_refunds f on f.id = r.order_refund_id and parts.refund_id is not null
  where r.payment_id = p_payment
    and (not p_standing or n.number in (select number from public.standing_credit_notes where payment_id = p_payment))
$$;
comment on function public.credit_notes_of is
  'Credit notes and cancellations of a payment, by number. deduction_pence: off the goods, without tax. The parts are '
  '0 for a refund without an order, made at the dashboard, or reduced since. items: name, quantity and their part of '
  'goods_pence, in proportion to their prices where less was left of the payment. reason: as in refunds. The caller '
  'has been authorised.';

-- Invariants

create view invariants.credit_notes_without_gaps (invariant, "row", found) as
select 'credit notes are numbered without gaps', 'credit_notes', max(number) || ', but ' || count(*)
from public.credit_notes having max(number) <> count(*);

create view invariants.credit_notes_match_refunds (invariant, "row", found) as
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
where d.standing <> d.taken and (d.taken > 0 or d.standing not in (0, d.owed));
