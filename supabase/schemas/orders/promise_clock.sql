-- Promised days: dispatch, arrival and refunds. The policy is the text returns in site_content, its interpretation
-- docs/decisions/0018-delivery-promises.md.

create table public.bank_holidays (
  day date primary key,
  name text not null,
  constraint bank_holidays_name_not_blank check (btrim(name) <> '')
);
comment on table public.bank_holidays is
  'Bank holidays in England and Wales (https://www.gov.uk/bank-holidays). Updated by npm run bank-holidays.';
alter table public.bank_holidays enable row level security;

create function public.uk_day(p_at timestamptz) returns date
language sql stable set search_path = ''
as $$ select (p_at at time zone 'Europe/London')::date $$;
comment on function public.uk_day is 'The current day in the United Kingdom at a given time.';

create function public.business_day_after(p_day date, p_count integer) returns date
language plpgsql stable set search_path = ''
as $$
declare
  v_day date := p_day;
  v_left integer := p_count;
begin
  -- Without a day the loop would not end.
  while v_left > 0 and v_day is not null loop
    v_day := v_day + 1;
    if extract(isodow from v_day) <= 5 and not exists (select from public.bank_holidays where day = v_day) then
      v_left := v_left - 1;
    end if;
  end loop;
  return v_day;
end
$$;
comment on function public.business_day_after is
  'The p_count-th business day after a day: Monday to Friday, without bank holidays.';

create function public.order_promise(
  p_counts_from timestamptz, p_express boolean, p_min_business_days integer, p_max_business_days integer
) returns table (leaves_by date, arrives_from date, arrives_by date)
language sql stable set search_path = ''
as $$
  with sent as (
    select case
      when not p_express then public.business_day_after(today, 2)
      -- The first business day from today, if before noon.
      when p_counts_from < (today + time '12:00') at time zone 'UTC' then public.business_day_after(today - 1, 1)
      else public.business_day_after(today, 1) end as day
    from public.uk_day(p_counts_from) today
  )
  select day, public.business_day_after(day, p_min_business_days), public.business_day_after(day, p_max_business_days)
  from sent
$$;
comment on function public.order_promise is
  'Promises of a delivery for an order paid at p_counts_from. It leaves within 48 business hours: two business days. '
  'Express leaves the same day if that is a business day and the time is before 12:00 GMT, also in summer, else on '
  'the next one. Arrival is the delivery''s number of business days later.';

create function public.refund_promise(p_from timestamptz) returns date
language sql stable set search_path = ''
as $$ select public.business_day_after(public.uk_day(p_from), 10) $$;
comment on function public.refund_promise is
  'Day by which a refund is back on the card or account: the last of the 7–10 business days after the return was '
  'inspected or, without a return, the refund was made.';

create function public.domestic_promises(p_at timestamptz default now()) returns jsonb
language sql stable set search_path = ''
as $$
  with moment as (
    select public.uk_day(p_at) as today, (public.uk_day(p_at) + time '12:00') at time zone 'UTC' as noon
  )
  select jsonb_build_object(
    -- The next time at which the promise may change.
    'until', case when p_at < noon then noon else (today + 1)::timestamp at time zone 'Europe/London' end,
    'deliveries', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select r.name, p.leaves_by, p.arrives_from, p.arrives_by
        from public.shipping_rates r
        cross join public.order_promise(p_at, r.express, r.min_business_days, r.max_business_days) p
        where r.zone = 'domestic'
        order by r.position, r.id) entry)
  )
  from moment
$$;
comment on function public.domestic_promises is
  'Promises of each domestic delivery for an order paid at p_at, and their expiry (ISO 8601): noon GMT, when express '
  'changes, else midnight in London.';
