-- The activity log: what staff did, from the records of each area.

create index order_events_of_staff on public.order_events (at desc, id desc) where staff_id is not null;
create index order_events_of_one on public.order_events (staff_id, at desc, id desc) where staff_id is not null;
create index release_events_newest on public.release_events (at desc, id desc) where staff_id is not null;
create index stock_movements_of_staff on public.stock_movements (at desc, id desc)
  where staff_id is not null and order_id is null;
create index stock_deliveries_newest on public.stock_deliveries (made_at desc, id desc);

create type public.activity as (
  at timestamptz,
  key text,
  area public.activity_area,
  staff_id bigint,
  what text,
  about text,
  id text,
  words text
);
comment on type public.activity is
  'An act of staff. key: unique, breaks ties of at. what: the kind that its area records. about, id: the thing it '
  'concerns: order (a number), checkout, customer, complaints, reviews, templates, variant, release, discounts, '
  'welcome, mailing, subscribers, reminders, settings, quarters, team. words: note, title or reason.';

create view public.worded_team_events with (security_invoker = true) as
select e.id, e.at, coalesce(e.staff_id, e.about_id) as staff_id, e.kind::text as what,
  concat_ws(', ', coalesce(
    case when e.about_id is distinct from coalesce(e.staff_id, e.about_id) then s.name end,
    i.email, j.name), e.role, case when e.staff_id is null then 'by npm run staff' end) as words
from public.team_events e
left join public.staff s on s.id = e.about_id
left join public.staff_invitations i on i.id = e.invitation
left join lateral (
  select n.name from public.team_events a join public.staff n on n.id = a.about_id
  where a.invitation = e.invitation and a.kind = 'joined' and e.kind = 'invited') j on true;
comment on view public.worded_team_events is 'Changes of the team, with whom they concern.';

create function public.activity_of(
  p_area public.activity_area, p_filter jsonb, p_at timestamptz, p_key text, p_limit integer
) returns setof public.activity
language plpgsql stable set search_path = ''
-- Planned for the active filters, so that each can use its index.
set plan_cache_mode = force_custom_plan
as $$
declare
  v_staff bigint := (p_filter ->> 'staff')::bigint;
  v_q text := nullif(btrim(p_filter ->> 'q'), '');
  v_since timestamptz := (p_filter ->> 'since')::date::timestamp at time zone 'Europe/London';
  v_at timestamptz := least(
    p_at, ((p_filter ->> 'until')::date + 1)::timestamp at time zone 'Europe/London' - interval '1 microsecond');
  v_ids uuid[];
  v_numbers bigint[];
begin
  case p_area
  when 'orders' then
    if v_q is not null then
      v_ids := array(select f.checkout_id from public.checkouts_found(v_q) f);
    end if;
    return query
    select e.at, 'o' || e.id, p_area, e.staff_id, e.kind::text,
           case when o.id is null then 'checkout' else 'order' end, coalesce(o.id::text, e.checkout_id::text),
           coalesce(public.event_words(e), e.detail ->> 'reason', nullif(concat_ws(
             ', ', e.detail ->> 'tracking_number', (
               select to_char(l.pence / 100.0, 'FM£999990.00') from public.labels l
               where l.id::text = e.detail ->> 'label')), ''))
    from public.order_events e left join public.orders o on o.checkout_id = e.checkout_id
    where e.staff_id is not null and (v_staff is null or e.staff_id = v_staff)
      and (v_since is null or e.at >= v_since) and (v_at is null or e.at <= v_at)
      and (p_key is null or e.at < p_at or ('o' || e.id) collate "C" < p_key)
      and (v_ids is null or e.checkout_id = any (v_ids))
    order by e.at desc, e.id desc limit p_limit;
  when 'customers' then
    if v_q is not null then
      v_numbers := array(select public.customers_found(v_q));
    end if;
    return query
    select e.at, 'c' || e.id, p_area, e.staff_id, e.kind::text, 'customer', e.customer_id::text, e.text
    from public.customer_events e
    where (v_staff is null or e.staff_id = v_staff)
      and (v_since is null or e.at >= v_since) and (v_at is null or e.at <= v_at)
      and (p_key is null or e.at < p_at or ('c' || e.id) collate "C" < p_key)
      and (v_numbers is null or e.customer_id = any (v_numbers))
    order by e.at desc, e.id desc limit p_limit;
    return query
    select c.answered_at, 'd' || c.id, p_area, c.answered_by, 'complaint_answered', 'complaints', null, c.outcome
    from public.complaints c
    where c.answered_at is not null and (v_staff is null or c.answered_by = v_staff)
      and (v_since is null or c.answered_at >= v_since) and (v_at is null or c.answered_at <= v_at)
      and (p_key is null or c.answered_at < p_at or ('d' || c.id) collate "C" < p_key)
      and (v_q is null or public.has_words(concat_ws(' ', c.name, c.email), v_q))
    order by c.answered_at desc, c.id desc limit p_limit;
  when 'stock' then
    if v_q is not null then
      v_numbers := array(
        select v.id
        from public.color_variants v join public.products p on p.id = v.product_id
        where public.has_words(concat_ws(' ', p.name, v.color_name, p.slug, v.sku, v.gtin), v_q));
    end if;
    return query
    select m.at, 's' || lpad(m.id::text, 15, '0'), p_area, m.staff_id, m.why::text, 'variant', m.variant_id::text,
           concat_ws(', ', case when m.moved > 0 then '+' else '' end || m.moved, p.name, v.color_name, m.note)
    from public.stock_movements m
    join public.color_variants v on v.id = m.variant_id
    join public.products p on p.id = v.product_id
    where m.staff_id is not null and m.order_id is null and (v_staff is null or m.staff_id = v_staff)
      and (v_since is null or m.at >= v_since) and (v_at is null or m.at <= v_at)
      and (p_key is null or m.at < p_at or ('s' || lpad(m.id::text, 15, '0')) collate "C" < p_key)
      and (v_numbers is null or m.variant_id = any (v_numbers))
    order by m.at desc, m.id desc limit p_limit;
    return query
    select d.made_at, 'e' || d.id, p_area, d.staff_id, 'delivery_expected', 'variant', d.variant_id::text,
           concat_ws(', ', d.units, p.name, v.color_name, d.note)
    from public.stock_deliveries d
    join public.color_variants v on v.id = d.variant_id
    join public.products p on p.id = v.product_id
    where (v_staff is null or d.staff_id = v_staff)
      and (v_since is null or d.made_at >= v_since) and (v_at is null or d.made_at <= v_at)
      and (p_key is null or d.made_at < p_at or ('e' || d.id) collate "C" < p_key)
      and (v_numbers is null or d.variant_id = any (v_numbers))
    order by d.made_at desc, d.id desc limit p_limit;
  when 'catalogue' then
    return query
    select e.at, 'r' || lpad(e.id::text, 15, '0'), p_area, e.staff_id, e.what::text, 'release', e.release_id::text,
           r.title
    from public.release_events e join public.releases r on r.id = e.release_id
    where e.staff_id is not null and (v_staff is null or e.staff_id = v_staff)
      and (v_since is null or e.at >= v_since) and (v_at is null or e.at <= v_at)
      and (p_key is null or e.at < p_at or ('r' || lpad(e.id::text, 15, '0')) collate "C" < p_key)
      and (v_q is null or public.has_words(r.title || ' ' || r.words, v_q))
    order by e.at desc, e.id desc limit p_limit;
  when 'discounts' then
    return query
    select c.at, 'i' || c.id, p_area, c.staff_id, c.what::text, 'discounts', null, concat_ws(', ', d.name, case
             when c.ends_at = 'infinity' then 'no end'
             else 'until ' || to_char(c.ends_at at time zone 'Europe/London', 'FMDD Mon YYYY, HH24:MI') end)
    from public.discount_changes c join public.discounts d on d.id = c.discount_id
    where (v_staff is null or c.staff_id = v_staff)
      and (v_since is null or c.at >= v_since) and (v_at is null or c.at <= v_at)
      and (p_key is null or c.at < p_at or ('i' || c.id) collate "C" < p_key)
      and (v_q is null or public.has_words(d.name, v_q) or exists (
        select from public.discount_codes k where k.discount_id = d.id and k.code = public.code_key(v_q)))
    order by c.at desc, c.id desc limit p_limit;
  when 'settings' then
    return query
    select c.at, 'x' || c.id, p_area, c.staff_id, 'settings_changed', 'settings', null, null
    from public.setting_changes c
    where c.staff_id is not null and (v_staff is null or c.staff_id = v_staff)
      and (v_since is null or c.at >= v_since) and (v_at is null or c.at <= v_at)
      and (p_key is null or c.at < p_at or ('x' || c.id) collate "C" < p_key)
      and v_q is null
    order by c.at desc, c.id desc limit p_limit;
    return query
    select f.filed_at, 'q' || f.id, p_area, f.staff_id, 'quarter_filed', 'quarters', null,
           f.quarter || ' to ' || public.quarter_end(f.quarter)
    from public.filed_quarters f
    where (v_staff is null or f.staff_id = v_staff)
      and (v_since is null or f.filed_at >= v_since) and (v_at is null or f.filed_at <= v_at)
      and (p_key is null or f.filed_at < p_at or ('q' || f.id) collate "C" < p_key)
      and v_q is null
    order by f.filed_at desc, f.id desc limit p_limit;
  when 'staff' then
    return query
    select t.at, 'p' || t.id, p_area, t.staff_id, t.what, 'team', null, t.words
    from public.worded_team_events t
    where (v_staff is null or t.staff_id = v_staff)
      and (v_since is null or t.at >= v_since) and (v_at is null or t.at <= v_at)
      and (p_key is null or t.at < p_at or ('p' || t.id) collate "C" < p_key)
      and (v_q is null or public.has_words(t.words, v_q))
    order by t.at desc, t.id desc limit p_limit;
  else null;
  end case;
  return query
  select l.at, 'w' || lpad(l.id::text, 15, '0'), p_area, l.staff_id, l.what, l.about, l.about_id, l.words
  from public.staff_log l
  where l.area = p_area and (v_staff is null or l.staff_id = v_staff)
    and (v_since is null or l.at >= v_since) and (v_at is null or l.at <= v_at)
    and (p_key is null or l.at < p_at or ('w' || lpad(l.id::text, 15, '0')) collate "C" < p_key)
    and (v_q is null or public.has_words(
      concat_ws(' ', l.words, case when l.about = 'order' then l.about_id end), v_q))
  order by l.at desc, l.id desc limit p_limit;
end
$$;
comment on function public.activity_of is
  'Latest acts in an area, at most p_limit of each kind of record, before p_at and p_key. p_filter: staff, since and '
  'until (UK days), q (an order''s search words, a customer, a colour, a release, a discount or its code, or a title). '
  'The caller has been authorised.';

create function public.staff_activity(
  p_filter jsonb default '{}', p_after text default null, p_limit integer default 50
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_at timestamptz;
  v_key text;
  v_area public.activity_area := (p_filter ->> 'area')::public.activity_area;
begin
  perform public.require_staff('read_activity');
  if p_after !~ '^\d{1,17}\.[a-z0-9_-]{1,80}$' then
    raise sqlstate 'PT400' using hint = 'page_unknown';
  end if;
  v_at := timestamptz 'epoch' + split_part(p_after, '.', 1)::bigint * interval '1 microsecond';
  v_key := split_part(p_after, '.', 2);
  return (
    with found as materialized (
      select a.*
      from unnest(enum_range(null::public.activity_area)) part
      cross join lateral public.activity_of(part, p_filter, v_at, v_key, p_limit + 1) a
      where v_area is null or part = v_area
      order by a.at desc, a.key collate "C" desc limit p_limit + 1
    ), page as (
      select * from found order by at desc, key collate "C" desc limit p_limit
    )
    select jsonb_build_object(
      'rows', coalesce((
        select jsonb_agg(entry) from (
          select g.key, g.at, g.area, s.name as by, g.what, g.about, g.id,
            case g.about when 'customer' then (
              select public.customer_name(c) from public.customers c where c.id = g.id::bigint) end as name,
            g.words
          from page g join public.staff s on s.id = g.staff_id
          order by g.at desc, g.key collate "C" desc) entry), '[]'),
      'next', case when (select count(*) from found) > p_limit then (
        select (extract(epoch from at) * 1000000)::bigint || '.' || key
        from page order by at, key collate "C" limit 1) end,
      'people', (
        select jsonb_agg(entry) from (
          select id as staff, name, role, until from public.staff
          order by until is not null, lower(name), id) entry)));
end
$$;
comment on function public.staff_activity is
  'A page of what staff did, newest first: {rows, next, people: everyone to filter by}. p_filter: area, and those of '
  'activity_of. p_after: next of the previous page. Errors: those of require_staff; PT400 page_unknown.';
