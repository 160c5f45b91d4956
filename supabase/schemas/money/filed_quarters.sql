-- Filed quarters: their movements of money never change again. Later news of their days counts in the open quarter.

create table public.filed_quarters (
  quarter date primary key,
  id uuid not null,
  staff_id bigint not null references public.staff (id) on delete restrict,
  filed_at timestamptz not null default now(),
  constraint filed_quarters_id_key unique (id),
  constraint filed_quarters_first_day check (quarter = date_trunc('quarter', quarter::timestamp)::date)
);
comment on table public.filed_quarters is 'Quarters (UK days) whose VAT was declared, in order and without gaps.';
comment on column public.filed_quarters.quarter is 'First day of the quarter.';
comment on column public.filed_quarters.id is 'Idempotency key, made in the browser.';
create index filed_quarters_by_staff on public.filed_quarters (staff_id);
create index filed_quarters_newest on public.filed_quarters (filed_at desc);
alter table public.filed_quarters enable row level security;

create table public.filed_movements (
  quarter date not null references public.filed_quarters (quarter) on delete restrict,
  key text not null,
  kind public.movement_kind not null,
  at timestamptz not null,
  counts_on date not null,
  is_late boolean not null,
  payment_id bigint references public.payments (id) on delete restrict,
  method public.payment_method not null,
  country text not null,
  rate_basis_points integer,
  currency text not null,
  amount_pence bigint not null,
  tax_pence bigint not null,
  primary key (quarter, key)
);
comment on table public.filed_movements is 'Movements of money (money_movements) as they were filed.';
comment on column public.filed_movements.counts_on is 'UK day of the movement; the quarter''s first day if it is late.';
comment on column public.filed_movements.is_late is
  'Whether it happened in an earlier quarter and was recorded after that was filed, or corrects what was filed then.';
create index filed_movements_by_key on public.filed_movements (key);
create index filed_movements_by_day on public.filed_movements (counts_on);
create index filed_movements_by_payment on public.filed_movements (payment_id);
alter table public.filed_movements enable row level security;

create type public.movement_file as enum ('movements', 'vat', 'xero', 'quickbooks', 'quickbooks-credits');
comment on type public.movement_file is 'Files made of movements of money.';

create table public.filed_files (
  quarter date not null references public.filed_quarters (quarter) on delete restrict,
  kind public.movement_file not null,
  text text not null,
  primary key (quarter, kind)
);
comment on table public.filed_files is
  'The files of filed quarters, to the byte: a later version of the shop may write such files differently.';
alter table public.filed_files enable row level security;

create trigger keep_filed_quarters before update or delete on public.filed_quarters
  for each row execute function public.keep_for_good();
create trigger keep_filed_movements before update or delete on public.filed_movements
  for each row execute function public.keep_for_good();
create trigger keep_filed_files before update or delete on public.filed_files
  for each row execute function public.keep_for_good();

create index payments_last_moved on public.payments (moved_at);

create function public.note_money_moved() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.payments set moved_at = now() where id = new.payment_id and moved_at <> now();
  return null;
end
$$;
comment on function public.note_money_moved is 'Moves payments.moved_at.';
create trigger note_refund after insert or update on public.refunds
  for each row execute function public.note_money_moved();
create trigger note_dispute after insert or update on public.disputes
  for each row execute function public.note_money_moved();

create function public.quarter_end(p_quarter date) returns date
language sql immutable set search_path = ''
as $$ select (p_quarter + interval '3 months')::date - 1 $$;
comment on function public.quarter_end is 'Last day of the quarter that begins on a day.';

create function public.filed_until() returns date
language sql stable set search_path = ''
as $$
  select coalesce(public.quarter_end(max(quarter)), '-infinity') from public.filed_quarters
$$;
comment on function public.filed_until is 'Last day of the last filed quarter; -infinity if none.';

create function public.moved_since_filing() returns bigint[]
language sql stable set search_path = ''
as $$
  -- A day earlier, for transactions that had begun before and ended after it was filed.
  select array(
    select id from public.payments
    where moved_at >= (select max(filed_at) from public.filed_quarters) - interval '1 day')
$$;
comment on function public.moved_since_filing is
  'Payments that may have unfiled movements dated before the open quarter.';

create function public.late_movements(p_payments bigint[]) returns table (
  key text, kind public.movement_kind, at timestamptz, payment_id bigint,
  method public.payment_method, country text, rate_basis_points integer,
  currency text, amount_pence bigint, tax_pence bigint
)
language sql stable set search_path = ''
as $$
  with live as (
    select * from public.money_movements where payment_id = any (p_payments)
  ), filed as (
    select key, min(kind) as kind, min(at) as at, min(payment_id) as payment_id, min(method) as method,
           min(country) as country,
           min(rate_basis_points) as rate_basis_points, min(currency) as currency,
           sum(amount_pence)::bigint as amount_pence, sum(tax_pence)::bigint as tax_pence
    from public.filed_movements where payment_id = any (p_payments) group by key
  ), late as (
    select key, coalesce(m.kind, f.kind) as kind, coalesce(m.at, f.at) as at,
           coalesce(m.payment_id, f.payment_id) as payment_id, coalesce(m.method, f.method) as method,
           coalesce(m.country, f.country) as country,
           coalesce(m.rate_basis_points, f.rate_basis_points) as rate_basis_points,
           coalesce(m.currency, f.currency) as currency,
           coalesce(m.amount_pence, 0) - coalesce(f.amount_pence, 0) as amount_pence,
           coalesce(m.tax_pence, 0) - coalesce(f.tax_pence, 0) as tax_pence
    from live m full join filed f using (key)
    where f.key is not null or public.uk_day(m.at) <= public.filed_until()
  )
  select * from late where amount_pence <> 0 or tax_pence <> 0
$$;
comment on function public.late_movements is
  'Movements of payments as they are now, less what was filed of them: those recorded after their quarter was filed, '
  'and corrections of the others, such as the tax of a refund before which another one turns up.';

create function public.accounted_movements(p_from date, p_to date) returns table (
  key text, kind public.movement_kind, at timestamptz, counts_on date, is_late boolean, payment_id bigint,
  method public.payment_method, country text, rate_basis_points integer, currency text, amount_pence bigint,
  tax_pence bigint
)
language plpgsql stable set search_path = ''
as $$
declare
  v_until date := public.filed_until();
begin
  return query
    select f.key, f.kind, f.at, f.counts_on, f.is_late, f.payment_id, f.method, f.country, f.rate_basis_points,
           f.currency, f.amount_pence, f.tax_pence
    from public.filed_movements f where f.counts_on between p_from and p_to
    union all
    select m.key, m.kind, m.at, public.uk_day(m.at), false, m.payment_id, m.method, m.country, m.rate_basis_points,
           m.currency, m.amount_pence, m.tax_pence
    from public.movements_between(greatest(p_from, v_until + 1), p_to) m
    where not exists (select from public.filed_movements f where f.key = m.key);
  if v_until + 1 between p_from and p_to and isfinite(v_until) then
    return query
      select l.key, l.kind, l.at, v_until + 1, true, l.payment_id, l.method, l.country, l.rate_basis_points,
             l.currency, l.amount_pence, l.tax_pence
      from public.late_movements(public.moved_since_filing()) l;
  end if;
end
$$;
comment on function public.accounted_movements is
  'Movements of money that count on UK days, p_to inclusive: as they were filed or, in open quarters, on their own '
  'days, with those of filed quarters that became known later on the first open day.';

create function public.listed_movements(p_from date, p_to date) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(entry), '[]') from (
    select m.counts_on as on, case when m.is_late then public.uk_day(m.at) end as late_from, m.kind,
      o.id as order, coalesce(public.payment_reference(p.checkout_id), '') as reference, m.method, m.country,
      upper(m.currency) as currency, m.rate_basis_points, m.amount_pence, m.tax_pence,
      n.number as credit_note,
      case
        when m.kind = 'sale' then p.stripe_payment_intent_id
        when m.kind = 'dispute_lost' then split_part(m.key, ' ', 2)
        else r.stripe_refund_id end as stripe
    from public.accounted_movements(p_from, p_to) m
    left join public.payments p on p.id = m.payment_id
    left join public.refunds r
      on r.id = case when m.kind in ('refund', 'goodwill', 'refund_failed') then split_part(m.key, ' ', 2)::uuid end
    left join public.credit_notes n on n.refund_id = r.id and (n.cancels is not null) = (m.kind = 'refund_failed')
    left join public.orders o on o.payment_id = m.payment_id
    order by m.counts_on, m.at, m.key) entry
$$;
comment on function public.listed_movements is
  'Movements of money that count on UK days, p_to inclusive, oldest first. stripe: id of the payment, refund or '
  'dispute. The caller has been authorised.';

create function public.movements_for_accounts(
  p_from date, p_to date, p_kind public.movement_file default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff('export_accounts');
  return jsonb_build_object(
    'filed', exists (
      select from public.filed_quarters q
      where q.quarter = p_from and public.quarter_end(q.quarter) = p_to),
    'kept', (
      select f.text from public.filed_files f
      where f.quarter = p_from and public.quarter_end(f.quarter) = p_to and f.kind = p_kind),
    'movements', public.listed_movements(p_from, p_to));
end
$$;
comment on function public.movements_for_accounts is
  'listed_movements and, if these days are a filed quarter, its file: {filed, kept, movements}; kept is null until the '
  'file has been written. Errors: those of require_staff.';

create function public.quarter_sums(p_quarter date) returns table (
  currency text, country text, rate_basis_points integer, movements bigint, late bigint, amount_pence bigint,
  tax_pence bigint
)
language sql stable set search_path = ''
as $$
  select m.currency, m.country, m.rate_basis_points, count(*), count(*) filter (where m.is_late),
         sum(m.amount_pence)::bigint, sum(m.tax_pence)::bigint
  from public.accounted_movements(p_quarter, public.quarter_end(p_quarter)) m
  group by m.currency, m.country, m.rate_basis_points
$$;
comment on function public.quarter_sums is 'VAT summary of a quarter, filed or not. The caller has been authorised.';

create function public.quarter_digest(p_quarter date) returns text
language sql stable set search_path = ''
as $$
  select md5(coalesce(string_agg(
    concat_ws(' ', m.key, m.currency, m.country, m.rate_basis_points, m.amount_pence, m.tax_pence), ',' order by m.key),
    ''))
  from public.accounted_movements(p_quarter, public.quarter_end(p_quarter)) m
$$;
comment on function public.quarter_digest is 
  'Hash of a quarter''s movements, to notice a change between sight and filing.';

create function public.quarter_to_file() returns date
language sql stable set search_path = ''
as $$
  select coalesce(
    public.quarter_end(max(quarter)) + 1,
    date_trunc('quarter', public.uk_day((
      select min(created_at) from public.payments where charged_pence > 0))::timestamp)::date)
  from public.filed_quarters
$$;
comment on function public.quarter_to_file is
  'First day of the earliest quarter that is not filed: the one of the first payment, then one after the other; null '
  'before the first payment.';

create function public.staff_quarters() returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_next date := public.quarter_to_file();
begin
  perform public.require_staff('export_accounts');
  return jsonb_build_object(
    'open', case when v_next is not null then jsonb_build_object(
      'quarter', v_next,
      'to', public.quarter_end(v_next),
      'ended', public.uk_day(now()) > public.quarter_end(v_next),
      'digest', public.quarter_digest(v_next),
      'sums', (select coalesce(jsonb_agg(to_jsonb(s) order by s.currency, s.country, s.rate_basis_points), '[]')
               from public.quarter_sums(v_next) s)) end,
    'filed', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select q.quarter, public.quarter_end(q.quarter) as to, p.name as by, q.filed_at as at,
          (select coalesce(jsonb_agg(to_jsonb(s) order by s.currency, s.country, s.rate_basis_points), '[]')
            from public.quarter_sums(q.quarter) s) as sums
        from public.filed_quarters q join public.staff p on p.id = q.staff_id
        order by q.quarter desc) entry));
end
$$;
comment on function public.staff_quarters is
  'VAT quarters: {open: the earliest that is not filed, null before the first payment; filed: newest first}, each with '
  'its summary. Errors: those of require_staff.';

create function public.staff_file_quarter(p_event uuid, p_quarter date, p_seen text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('file_accounts', true);
  v_end date := public.quarter_end(p_quarter);
begin
  perform pg_advisory_xact_lock(hashtextextended('file_quarter', 0));
  -- Unless pressed again after a lost response.
  if not exists (select from public.filed_quarters where id = p_event) then
    if exists (select from public.filed_quarters where quarter = p_quarter) then
      raise sqlstate 'PT409' using hint = 'quarter_filed';
    end if;
    if p_quarter is distinct from public.quarter_to_file() or v_end >= public.uk_day(now()) then
      raise sqlstate 'PT409' using hint = 'quarter_not_next';
    end if;
    -- Read before the quarter is filed, since that moves the open one.
    with frozen as materialized (
      select * from public.accounted_movements(p_quarter, v_end)
    ), filed as (
      insert into public.filed_quarters (quarter, id, staff_id) values (p_quarter, p_event, v_staff)
    )
    insert into public.filed_movements (
      quarter, key, kind, at, counts_on, is_late, payment_id, method, country, rate_basis_points, currency,
      amount_pence, tax_pence)
    select p_quarter, key, kind, at, counts_on, is_late, payment_id, method, country, rate_basis_points, currency,
           amount_pence, tax_pence
    from frozen;
    if public.quarter_digest(p_quarter) is distinct from p_seen then
      raise sqlstate 'PT409' using hint = 'quarter_changed';
    end if;
  end if;
  return public.listed_movements(p_quarter, v_end);
end
$$;
comment on function public.staff_file_quarter is
  'Freezes the earliest quarter that is not filed, and returns its listed_movements. p_event: idempotency key. p_seen: '
  'its digest as staff saw it. Errors: those of require_staff; PT409 quarter_filed, quarter_not_next, '
  'quarter_changed.';

create function public.keep_filed_files(p_quarter date, p_files jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform public.require_staff('export_accounts');
  insert into public.filed_files (quarter, kind, text)
  select p_quarter, key::public.movement_file, value from jsonb_each_text(p_files)
  on conflict do nothing;
  return (select jsonb_object_agg(kind, text) from public.filed_files where quarter = p_quarter);
end
$$;
comment on function public.keep_filed_files is
  'Keeps the files of a filed quarter, {kind: text}, and returns those kept: the first ones. Errors: those of '
  'require_staff.';

-- Invariants

create view invariants.quarters_filed_in_order (invariant, "row", found) as
select 'quarters are filed one after the other, and what is filed counts on their days', 'filed_quarters ' || q.quarter,
       coalesce(m.key || ' on ' || m.counts_on, 'none before')
from public.filed_quarters q
left join public.filed_movements m
  on m.quarter = q.quarter and m.counts_on not between q.quarter and public.quarter_end(q.quarter)
where m.key is not null
  or q.quarter > (select min(quarter) from public.filed_quarters)
    and not exists (select from public.filed_quarters where public.quarter_end(quarter) + 1 = q.quarter);

create view invariants.filed_money_is_filed (invariant, "row", found) as
select 'money of filed quarters is filed, or counts in the open one', 'payments ' || l.payment_id,
       l.key || ' ' || l.amount_pence || ', tax ' || l.tax_pence
from (select min(filed_at) as since from public.filed_quarters) first
cross join lateral public.late_movements(
  array(select id from public.payments where first.since is not null and created_at < first.since)) l
where l.payment_id <> all (public.moved_since_filing());
