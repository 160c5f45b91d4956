-- Stripe's balance: each of its entries with its fee, and the payouts to the bank that they add up to.

create type public.entry_kind as enum ('sale', 'refund', 'dispute', 'fee', 'payout', 'other');
comment on type public.entry_kind is
  'Part of a payout. refund: also one that came back. dispute: withdrawn or returned. fee: of Stripe, apart from a '
  'payment. payout: the payout itself. other: reserves, top-ups, returned payouts and the like.';

create function public.kind_of_entry(p_type text, p_source text) returns public.entry_kind
language sql immutable set search_path = ''
as $$
  select (case
    when p_type in ('charge', 'payment') then 'sale'
    when p_type in ('refund', 'payment_refund', 'refund_failure', 'payment_failure_refund') then 'refund'
    when p_type = 'adjustment' and p_source ~ '^(du|dp)_' then 'dispute'
    when p_type in ('stripe_fee', 'stripe_fx_fee', 'tax_fee') then 'fee'
    when p_type = 'payout' then 'payout'
    else 'other' end)::public.entry_kind
$$;
comment on function public.kind_of_entry is 'Kind of a balance transaction by its type at Stripe and its source''s id.';

create table public.stripe_payouts (
  stripe_payout_id text primary key,
  amount_pence bigint not null,
  currency text not null,
  status text not null,
  is_live boolean not null,
  is_listed boolean,
  created_at timestamptz not null,
  arrives_on date not null,
  read_at timestamptz,
  reconciled_at timestamptz,
  constraint stripe_payouts_reconciled_once_read check (reconciled_at is null or read_at is not null)
);
comment on table public.stripe_payouts is 'Payouts from Stripe to the bank, by payout-sweep.';
comment on column public.stripe_payouts.amount_pence is 'In hundredths of the currency; below 0 if Stripe debited it.';
comment on column public.stripe_payouts.status is 'Stripe''s status: pending, in_transit, paid, failed or canceled.';
comment on column public.stripe_payouts.is_listed is
  'Whether Stripe''s list of its entries is complete; null for a payout made by hand, which has none.';
comment on column public.stripe_payouts.read_at is
  'When that list was read to the end or, of one made by hand, the balance that it was paid from.';
comment on column public.stripe_payouts.reconciled_at is
  'When it was found equal to its entries or, made by hand, covered by the balance, and the entries equal to the '
  'shop''s payments, refunds and disputes.';
create index stripe_payouts_newest on public.stripe_payouts (created_at desc, stripe_payout_id desc);
create index stripe_payouts_open on public.stripe_payouts (created_at) where reconciled_at is null;
alter table public.stripe_payouts enable row level security;

create table public.stripe_entries (
  stripe_entry_id text primary key,
  stripe_payout_id text references public.stripe_payouts (stripe_payout_id) on delete restrict,
  type text not null,
  kind public.entry_kind not null generated always as (public.kind_of_entry(type, source)) stored,
  amount_pence bigint not null,
  fee_pence bigint not null,
  currency text not null,
  created_at timestamptz not null,
  source text,
  stripe_payment_intent_id text
);
comment on table public.stripe_entries is
  'Stripe''s balance transactions, which never change: amount, fee, and the payout that they were part of.';
comment on column public.stripe_entries.amount_pence is
  'Before the fee, in hundredths of the currency; below 0 for money that left.';
comment on column public.stripe_entries.source is 'Id of its charge, refund, dispute or payout.';
create index stripe_entries_by_payout on public.stripe_entries (stripe_payout_id);
create index stripe_entries_by_source on public.stripe_entries (source);
create index stripe_entries_by_day on public.stripe_entries (created_at);
create index stripe_entries_by_payment on public.stripe_entries (stripe_payment_intent_id);
alter table public.stripe_entries enable row level security;

create table public.stripe_balance_read (
  id boolean primary key default true,
  entries_until timestamptz,
  read_at timestamptz,
  constraint stripe_balance_read_one_row check (id)
);
comment on table public.stripe_balance_read is 'Cursor of payout-sweep through Stripe''s balance.';
comment on column public.stripe_balance_read.entries_until is 'By Stripe''s clock.';
comment on column public.stripe_balance_read.read_at is 'When all of it was last read.';
alter table public.stripe_balance_read enable row level security;

create function public.stripe_balance_cursors() returns table (entries_since bigint, payouts_since bigint)
language sql stable set search_path = ''
as $$
  with first as (
    -- The day before, since Stripe's clock may be behind.
    select coalesce(min(created_at), now()) - interval '1 day' as at from public.payments where method = 'stripe'
  )
  select extract(epoch from coalesce((select entries_until - interval '10 minutes' from public.stripe_balance_read),
           first.at))::bigint,
         -- A bank sends a payout back within days.
         extract(epoch from coalesce((select max(created_at) - interval '30 days' from public.stripe_payouts),
           first.at))::bigint
  from first
$$;
comment on function public.stripe_balance_cursors is
  'Moments in Unix seconds from which balance transactions and payouts are to be read: with an overlap, since Stripe '
  'may list some late; from the first payment at first.';

create function public.record_stripe_entries(p_entries jsonb, p_until bigint default null) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into public.stripe_entries as e (
    stripe_entry_id, stripe_payout_id, type, amount_pence, fee_pence, currency, created_at, source,
    stripe_payment_intent_id)
  select id, payout, type, amount_pence, fee_pence, currency, to_timestamp(created), source, payment_intent
  from jsonb_to_recordset(p_entries) as given (
    id text, payout text, type text, amount_pence bigint, fee_pence bigint, currency text, created bigint, source text,
    payment_intent text)
  on conflict (stripe_entry_id) do update set stripe_payout_id = excluded.stripe_payout_id
  where e.stripe_payout_id is null and excluded.stripe_payout_id is not null;
  insert into public.stripe_balance_read as r (entries_until)
  select to_timestamp(p_until) where p_until is not null
  on conflict (id) do update set entries_until = greatest(r.entries_until, excluded.entries_until);
end
$$;
comment on function public.record_stripe_entries is
  'Stores balance transactions, [{id, payout, type, amount_pence, fee_pence, currency, created, source, '
  'payment_intent}], and moves the cursor to p_until, never back; null leaves it. Times in Unix seconds. Those known '
  'get their payout.';

create function public.record_stripe_payouts(p_payouts jsonb) returns void
language sql set search_path = ''
as $$
  insert into public.stripe_payouts as p (
    stripe_payout_id, amount_pence, currency, status, is_live, is_listed, created_at, arrives_on)
  select id, amount_pence, currency, status, is_live, is_listed, to_timestamp(created),
         (to_timestamp(arrives) at time zone 'UTC')::date
  from jsonb_to_recordset(p_payouts) as given (
    id text, amount_pence bigint, currency text, status text, is_live boolean, is_listed boolean, created bigint,
    arrives bigint)
  on conflict (stripe_payout_id) do update
  set status = excluded.status, is_listed = excluded.is_listed, arrives_on = excluded.arrives_on
$$;
comment on function public.record_stripe_payouts is
  'Stores payouts, [{id, amount_pence, currency, status, is_live, is_listed, created, arrives}], with times in Unix '
  'seconds, or what has changed about them.';

create function public.payouts_to_read() returns setof text
language sql stable set search_path = ''
as $$
  select stripe_payout_id from public.stripe_payouts
  where reconciled_at is null and read_at is null and is_listed
  order by created_at, stripe_payout_id
$$;
comment on function public.payouts_to_read is 'Payouts whose list of entries is complete at Stripe and unread here.';

create view public.matched_entries with (security_invoker = true) as
select e.*, coalesce(by_intent.id, by_refund.id, by_dispute.id) as payment_id, m.expected_pence,
       case
         when e.kind not in ('sale', 'refund', 'dispute') then null
         when m.expected_pence is null then 'unknown'
         when m.currency = e.currency and m.expected_pence <> e.amount_pence then 'amount' end as difference
from public.stripe_entries e
left join public.payments by_intent on by_intent.stripe_payment_intent_id = e.stripe_payment_intent_id
left join public.refunds r on r.stripe_refund_id = e.source
left join public.payments by_refund on by_refund.id = r.payment_id
left join public.disputes d on d.stripe_dispute_id = e.source
left join public.payments by_dispute on by_dispute.id = d.payment_id
cross join lateral (
  select case e.kind
      when 'sale' then by_intent.charged_pence - by_intent.credit_pence
      when 'refund' then
        case when e.amount_pence <= 0 then -r.amount_pence
          when r.state in ('failed', 'cancelled') then r.amount_pence end
      when 'dispute' then sign(e.amount_pence)::bigint * d.amount_pence end as expected_pence,
    coalesce(by_intent.currency, by_refund.currency, by_dispute.currency) as currency) m;
comment on view public.matched_entries is
  'Stripe''s entries beside the payment, refund or dispute that they are about. difference: unknown, if the shop has '
  'none; amount, if it is another one; null if they agree, or if the entry is not about a payment.';

create view public.payouts_by_hand with (security_invoker = true) as
select p.stripe_payout_id, o.currency, o.created_at as until, o.fee_pence, (
         select coalesce(max(e.created_at), '-infinity')
         from public.stripe_payouts before
         join public.stripe_entries e on e.source = before.stripe_payout_id and e.kind = 'payout'
         where before.is_listed is null and e.currency = o.currency
           and (e.created_at, before.stripe_payout_id) < (o.created_at, p.stripe_payout_id)) as since, (
         select sum(e.amount_pence - e.fee_pence)::bigint
         from public.stripe_entries e
         where e.currency = o.currency and e.created_at <= o.created_at
           and not (e.kind = 'payout' and (e.created_at, e.source) > (o.created_at, p.stripe_payout_id))) as left_pence
from public.stripe_payouts p
join public.stripe_entries o on o.source = p.stripe_payout_id and o.kind = 'payout'
where p.is_listed is null;
comment on view public.payouts_by_hand is
  'Payouts made by hand that are in the balance. left_pence: the balance after it, below 0 if its entries do not cover '
  'it. since: the time of the one before. Of two in the same second the one with the smaller id is the first.';

create view public.payout_entries with (security_invoker = true) as
select e.stripe_payout_id, e.stripe_entry_id from public.stripe_entries e
where e.stripe_payout_id is not null and e.source is distinct from e.stripe_payout_id
union all
select h.stripe_payout_id, e.stripe_entry_id
from public.payouts_by_hand h
join public.stripe_entries e on e.stripe_payout_id is null and e.kind <> 'payout' and e.currency = h.currency
  and e.created_at <= h.until and e.created_at > h.since;
comment on view public.payout_entries is
  'Entries that a payout consists of: those that Stripe lists for it, a payout made by hand before it among them; for '
  'one made by hand, those since the one before it that Stripe lists for no other.';

create view public.payout_sums with (security_invoker = true) as
select p.*, s.sales_pence, s.refunds_pence, s.disputes_pence, s.fees_pence, s.other_pence, s.differences,
       case when p.is_listed is null then least(h.left_pence, 0) else p.amount_pence - t.net_pence end as rest_pence,
       h.left_pence + p.amount_pence - t.net_pence as before_pence, h.left_pence
from public.stripe_payouts p
left join public.payouts_by_hand h using (stripe_payout_id)
cross join lateral (
  select coalesce(sum(m.amount_pence) filter (where m.kind = 'sale'), 0)::bigint as sales_pence,
         coalesce(sum(m.amount_pence) filter (where m.kind = 'refund'), 0)::bigint as refunds_pence,
         coalesce(sum(m.amount_pence) filter (where m.kind = 'dispute'), 0)::bigint as disputes_pence,
         coalesce(sum(m.amount_pence) filter (where m.kind in ('other', 'payout')), 0)::bigint as other_pence,
         coalesce(sum(m.fee_pence - case m.kind when 'fee' then m.amount_pence else 0 end), 0)::bigint
           + coalesce(h.fee_pence, 0) as fees_pence,
         count(m.difference) as differences
  from public.payout_entries e join public.matched_entries m using (stripe_entry_id)
  where e.stripe_payout_id = p.stripe_payout_id) s
cross join lateral (
  select s.sales_pence + s.refunds_pence + s.disputes_pence - s.fees_pence + s.other_pence as net_pence) t;
comment on view public.payout_sums is
  'Payouts and the sums of their entries: sales + refunds + disputes - fees + other + rest = amount, in which refunds '
  'and disputes are usually below 0 and rest is 0 unless Stripe''s list does not add up. Made by hand: before + '
  'sales + refunds + disputes - fees + other - amount = left, the balance before and after; rest is what is missing '
  'from it. before and left are null for others.';

create function public.reconcile_payouts(p_read text default null) returns bigint
language plpgsql set search_path = ''
as $$
declare
  v_open bigint;
begin
  update public.stripe_payouts p set read_at = now()
  where p.read_at is null and (p.stripe_payout_id = p_read or p_read is null and exists (
    select from public.payouts_by_hand h where h.stripe_payout_id = p.stripe_payout_id));
  update public.stripe_payouts p set reconciled_at = now()
  from public.payout_sums s
  where s.stripe_payout_id = p.stripe_payout_id and p.reconciled_at is null and p.read_at is not null
    and s.rest_pence = 0 and s.differences = 0;
  if p_read is null then
    insert into public.stripe_balance_read (read_at) values (now()) on conflict (id) do update set read_at = now();
  end if;
  select count(*) into v_open from public.stripe_payouts where reconciled_at is null and read_at is not null;
  return v_open;
end
$$;
comment on function public.reconcile_payouts is
  'Notes that the entries of p_read were read to the end, or of everything, payouts made by hand included, if it is '
  'null, and which payouts agree with their entries and with the shop. Returns the number of those read that do not.';

create function public.unreconciled_payouts() returns table (stripe_payout_id text, created_at timestamptz)
language sql stable set search_path = ''
as $$
  select stripe_payout_id, created_at from public.stripe_payouts
  where reconciled_at is null and created_at < now() - interval '3 days'
$$;
comment on function public.unreconciled_payouts is
  'Payouts that have not been reconciled for three days: money that nobody can account for.';

create function public.movements_not_at_stripe() returns table (
  kind public.movement_kind, at timestamptz, amount_pence bigint, payment_id bigint, stripe text
)
language sql stable set search_path = ''
as $$
  with known as (
    select read_at - interval '3 days' as until from public.stripe_balance_read
  )
  select 'sale'::public.movement_kind, p.created_at, p.charged_pence - p.credit_pence, p.id,
         p.stripe_payment_intent_id
  from public.payments p, known
  where p.method = 'stripe' and p.charged_pence > p.credit_pence and p.created_at < known.until
    and not exists (
      select from public.stripe_entries e
      where e.stripe_payment_intent_id = p.stripe_payment_intent_id and e.kind = 'sale')
  union all
  select 'refund', r.created_at, -r.amount_pence, r.payment_id, r.stripe_refund_id
  from public.refunds r, known
  where r.state = 'succeeded' and r.stripe_refund_id is not null and r.created_at < known.until
    and not exists (select from public.stripe_entries e where e.source = r.stripe_refund_id)
  order by 2 desc, 5 limit 20
$$;
comment on function public.movements_not_at_stripe is
  'The latest twenty payments and refunds of the shop, older than three days, without an entry in Stripe''s balance. '
  'The caller has been authorised.';

create function public.staff_payouts(p_after text default null, p_limit integer default 30) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_after public.stripe_payouts;
begin
  perform public.require_staff('export_accounts');
  select * into v_after from public.stripe_payouts where stripe_payout_id = p_after;
  if p_after is not null and v_after.stripe_payout_id is null then
    raise sqlstate 'PT400' using hint = 'page_unknown';
  end if;
  return (
    with page as materialized (
      select * from public.stripe_payouts p
      where p_after is null or (p.created_at, p.stripe_payout_id) < (v_after.created_at, p_after)
      order by p.created_at desc, p.stripe_payout_id desc limit p_limit + 1
    ), shown as (
      select * from page order by created_at desc, stripe_payout_id desc limit p_limit
    )
    select jsonb_build_object(
      'read_at', (select read_at from public.stripe_balance_read),
      'payouts', (
        select coalesce(jsonb_agg(entry), '[]') from (
          select s.stripe_payout_id as id, s.amount_pence, upper(s.currency) as currency, s.status, s.is_live,
            s.arrives_on,
            case
              when s.reconciled_at is not null then 'reconciled'
              when s.read_at is null then 'unread'
              else 'differs' end as state, s.sales_pence, s.refunds_pence, s.disputes_pence, s.fees_pence,
            s.other_pence, coalesce(s.rest_pence, 0) as rest_pence, s.is_listed is null as by_hand,
            s.before_pence, s.left_pence,
            (
              select coalesce(jsonb_agg(jsonb_build_object(
                'id', m.stripe_entry_id, 'kind', m.kind, 'difference', m.difference, 'amount_pence', m.amount_pence,
                'expected_pence', m.expected_pence, 'stripe', coalesce(m.stripe_payment_intent_id, m.source),
                'order', o.id, 'checkout', p.checkout_id) order by m.created_at, m.stripe_entry_id), '[]')
              from (
                select d.* from public.payout_entries e join public.matched_entries d using (stripe_entry_id)
                where e.stripe_payout_id = s.stripe_payout_id and d.difference is not null
                order by d.created_at, d.stripe_entry_id limit 20) m
              left join public.payments p on p.id = m.payment_id
              left join public.orders o on o.payment_id = p.id) as differences
          from public.payout_sums s where s.stripe_payout_id in (select stripe_payout_id from shown)
          order by s.created_at desc, s.stripe_payout_id desc) entry),
      'next', case when (select count(*) from page) > p_limit then (
        select stripe_payout_id from shown order by created_at, stripe_payout_id limit 1) end,
      'missing', (
        select coalesce(jsonb_agg(entry), '[]') from (
          select m.kind, m.at, m.amount_pence, upper(p.currency) as currency, o.id as order,
            p.checkout_id as checkout, m.stripe
          from public.movements_not_at_stripe() m
          join public.payments p on p.id = m.payment_id
          left join public.orders o on o.payment_id = p.id
          order by m.at desc, m.stripe) entry)));
end
$$;
comment on function public.staff_payouts is
  'A page of payouts, newest first, each with its sums and up to twenty entries that differ from the shop''s records: '
  '{read_at, payouts, next, missing (movements_not_at_stripe)}. p_after: next of the previous page. Errors: those '
  'of require_staff; PT400 page_unknown.';

create function public.stripe_entries_for_accounts(p_from date, p_to date) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff('export_accounts');
  return (
    select coalesce(jsonb_agg(entry), '[]') from (
      select public.uk_day(m.created_at) as on, m.kind, m.type, o.id as order, upper(m.currency) as currency,
        m.amount_pence, m.fee_pence, m.stripe_payout_id as payout,
        coalesce(m.source, m.stripe_entry_id) as stripe
      from public.matched_entries m
      left join public.orders o on o.payment_id = m.payment_id
      where m.created_at >= public.day_starts(p_from) and m.created_at < public.day_starts(p_to + 1)
      order by m.created_at, m.stripe_entry_id) entry);
end
$$;
comment on function public.stripe_entries_for_accounts is
  'Entries of Stripe''s balance on UK days, p_to inclusive, oldest first, each with its fee and payout. Errors: those '
  'of require_staff.';
