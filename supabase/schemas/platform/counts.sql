-- Counts of visits, without cookies: sums of a UK day, from which nobody can be told apart
-- (docs/studio.md#visits).

create type public.count_kind as enum (
  'seen', 'added', 'checkout', 'searched', 'searched_in_vain', 'referrer', 'campaign', 'referrer_added',
  'campaign_added');
comment on type public.count_kind is
  'seen: views of a product''s page. added: pieces put into carts. checkout: payment pages opened. searched, '
  'searched_in_vain: searches with and without a result. referrer, campaign: arrivals from another site, or by a link '
  'with utm parameters. …_added: pieces that such visits put into carts.';

create table public.counts (
  day date not null,
  kind public.count_kind not null,
  key text not null,
  sum bigint not null,
  constraint counts_pkey primary key (day, kind, key),
  constraint counts_sum_positive check (sum > 0),
  constraint counts_key_short check (length(key) <= 81),
  constraint counts_key_names_nobody check (kind in ('seen', 'added') or key !~ '@|[0-9]{5}')
) with (fillfactor = 50);
comment on table public.counts is
  'Sums of a UK day: no time, no address, no browser, nothing that distinguishes two visitors. The free half of each '
  'page lets an update stay on it.';
comment on column public.counts.key is
  'seen, added: the product''s id. searched…: the words, lower case. referrer…: the host, or direct. campaign…: source '
  'and, after a slash, campaign. Empty: all others, and texts that might name a person.';
-- The same key on other days.
create index counts_by_key on public.counts (kind, key, day);
alter table public.counts enable row level security;

create function public.add_counts(p_counts jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  v_day date := public.uk_day(now());
  v_texts constant public.count_kind[] := array[
    'searched', 'searched_in_vain', 'referrer', 'campaign', 'referrer_added', 'campaign_added'];
  v_text record;
  v_dropped text[] := '{}';
begin
  -- Locks on a day's rows then last for microseconds; a crash of the server loses the last half second of counts.
  perform set_config('synchronous_commit', 'off', true);

  -- One call at a time adds keys to a day, so that their limit holds. Always before the locks on rows.
  if exists (
    select from jsonb_to_recordset(p_counts) as asked (kind public.count_kind, key text)
    where asked.kind = any (v_texts)
      and not exists (
        select from public.counts c where c.day = v_day and c.kind = asked.kind and c.key = asked.key))
  then
    perform pg_advisory_xact_lock(hashtextextended('counts', 0));
  end if;

  -- A visitor adds few texts that nobody has sent within a month, and no search that others have not made.
  for v_text in
    select distinct on (a.kind, a.key) a.kind, a.key, a.limits, a.seen_by_others
    from jsonb_to_recordset(p_counts)
      as a (kind public.count_kind, key text, limits jsonb, seen_by_others jsonb)
    where a.kind = any (v_texts) and a.key <> '' and a.limits is not null
      and not exists (
        select from public.counts c where c.kind = a.kind and c.key = a.key and c.day >= v_day - 30)
    order by a.kind, a.key
  loop
    if public.take_attempt(v_text.limits) > 0
      or v_text.seen_by_others is not null and public.take_attempt(v_text.seen_by_others) = 0
    then
      v_dropped := v_dropped || (v_text.kind || ' ' || v_text.key);
    end if;
  end loop;

  -- Lock order: kind, then key.
  with noted as (
    select a.kind, case when a.kind || ' ' || a.key = any (v_dropped) then '' else a.key end as key
    from jsonb_to_recordset(p_counts) as a (kind public.count_kind, key text)
  ), asked as (
    select a.kind, a.key, count(*) as times,
           exists (select from public.counts c where c.day = v_day and c.kind = a.kind and c.key = a.key) as known
    from noted a
    where a.kind not in ('seen', 'added')
       or exists (
         select from public.products p where p.id = case when a.kind in ('seen', 'added') then a.key::bigint end)
    group by a.kind, a.key
  ), placed as (
    select kind, times,
      case when known or not (kind = any (v_texts)) then key
        when (select count(*) from public.counts c where c.day = v_day and c.kind = asked.kind)
          + row_number() over (partition by kind, known order by key) <= 500 then key
        else '' end as key
    from asked
  )
  insert into public.counts as c (day, kind, key, sum)
  select v_day, kind, key, sum(times) from placed group by kind, key order by kind, key
  on conflict (day, kind, key) do update set sum = c.sum + excluded.sum;
end
$$;
comment on function public.add_counts is
  'Adds [{kind, key, limits?, seen_by_others?}] to the sums of today. Unknown products are left out. Texts beyond 500 '
  'a day and kind are added to the key '''' and, of those new for a month, the ones beyond their sender''s limits and '
  'those within seen_by_others (both as in take_attempt). Callers have removed addresses and numbers '
  '(src/domain/counts.ts).';

create function public.counts_of_today() returns table (kind public.count_kind, which text, sum bigint)
language sql stable set search_path = ''
as $$
  select c.kind,
         case when c.kind in ('seen', 'added') then p.name
              when c.kind = 'checkout' then ''
              else count(*) || case when count(*) = 1 then ' text' else ' different texts' end
         end as which,
         sum(c.sum)::bigint as sum
  from public.counts c
  left join public.listed_products p on c.kind in ('seen', 'added') and p.id::text = c.key
  where c.day = public.uk_day(now()) and (c.kind not in ('seen', 'added') or p.id is not null)
  group by c.kind, p.id, p.name
  order by c.kind, sum(c.sum) desc, p.id
  limit 200
$$;
comment on function public.counts_of_today is
  'Today''s sums for /what-we-count, which shows this text as well. What visitors or other sites wrote is counted but '
  'not shown: somebody would advertise there.';

create function public.what_we_count() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'day', public.uk_day(now()),
    'rows', (select coalesce(jsonb_agg(to_jsonb(c)), '[]') from public.counts_of_today() c),
    'reading', (select btrim(prosrc, E'\n') from pg_proc where oid = 'public.counts_of_today'::regproc),
    'writing', (select btrim(prosrc, E'\n') from pg_proc where oid = 'public.add_counts'::regproc))
$$;
comment on function public.what_we_count is
  '{day, rows: [{kind, which, sum}], reading, writing}: today''s sums, the query that they are from and the statements '
  'that count, as the database runs them.';

create function public.figure_visits(p_from date, p_to date) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'seen', coalesce(sum(sum) filter (where kind = 'seen'), 0),
    'added', coalesce(sum(sum) filter (where kind = 'added'), 0),
    'checkout', coalesce(sum(sum) filter (where kind = 'checkout'), 0),
    'searches', coalesce(sum(sum) filter (where kind in ('searched', 'searched_in_vain')), 0),
    'bought', (
      select count(*) from public.orders_sold
      where created_at >= public.day_starts(p_from) and created_at < public.day_starts(p_to + 1)))
  from public.counts where day between p_from and p_to
$$;
comment on function public.figure_visits is
  'The funnel over UK days, p_to inclusive; bought: orders, from the shop''s books. The caller has been authorised.';

create function public.figure_texts(
  p_from date, p_to date, p_kind public.count_kind, p_added public.count_kind default null
) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(most), '[]')
  from (
    select key, coalesce(sum(sum) filter (where kind = p_kind), 0) as sum,
           coalesce(sum(sum) filter (where kind = p_added), 0) as added
    from public.counts where day between p_from and p_to and kind in (p_kind, p_added)
    group by key order by 2 desc, 3 desc, key limit 20) most
$$;
comment on function public.figure_texts is
  'The 20 keys of a kind counted most on these UK days, p_to inclusive, with the sum of p_added. The caller has been '
  'authorised.';

create function public.staff_visits(p_period public.figure_period, p_day date default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v record;
  v_today date := public.uk_day(now());
begin
  perform public.require_staff('see_visits');
  select * into v from public.figure_days(p_period, coalesce(p_day, v_today));
  return jsonb_build_object(
    'period', p_period, 'today', v_today, 'from', v.from_day, 'to', v.to_day,
    'before_from', v.before_from, 'before_to', v.before_to,
    'now', public.figure_visits(v.from_day, v.to_day),
    'before', public.figure_visits(v.before_from, v.before_to),
    -- A single day is shown with the six before it.
    'days', (
      select jsonb_agg(jsonb_build_object('day', spot::date) || public.figure_visits(spot::date, spot::date)
                       order by spot)
      from generate_series(
        case when p_period = 'day' then v.to_day - 6 else v.from_day end, v.to_day, interval '1 day') spot),
    'referrers', public.figure_texts(v.from_day, v.to_day, 'referrer', 'referrer_added'),
    'campaigns', public.figure_texts(v.from_day, v.to_day, 'campaign', 'campaign_added'),
    'searched', public.figure_texts(v.from_day, v.to_day, 'searched'),
    'searched_in_vain', public.figure_texts(v.from_day, v.to_day, 'searched_in_vain'),
    'joined', (
      select coalesce(jsonb_agg(to_jsonb(places)), '[]')
      from (
        select asked_from as place, count(*) as people from public.subscriptions
        where confirmed_at >= public.day_starts(v.from_day) and confirmed_at < public.day_starts(v.to_day + 1)
        group by asked_from order by 2 desc, 1) places),
    'not_bought', (
      select coalesce(jsonb_agg(to_jsonb(looked)), '[]')
      from (
        select p.product_id, p.name, p.slug, s.seen, s.added, p.in_stock
        from (
          select key::bigint as product_id,
                 coalesce(sum(sum) filter (where kind = 'seen'), 0) as seen,
                 coalesce(sum(sum) filter (where kind = 'added'), 0) as added
          from public.counts where day between v.from_day and v.to_day and kind in ('seen', 'added')
          group by key) s
        join public.figure_sellers(v.from_day, v.to_day) p using (product_id)
        where p.pieces = 0 and s.seen > 0
        order by s.seen desc, s.added desc, p.product_id limit 10) looked));
end
$$;
comment on function public.staff_visits is
  'Counts of the day, week or month that contains p_day (null: today), against the one before (figure_days). Errors: '
  'those of require_staff.';
