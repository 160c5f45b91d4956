-- Figures for managers. Definitions for people: src/features/studio/figures/FigureNotes.tsx.

create index parcels_by_day on public.parcels (sent_at);
create index returns_by_day on public.returns (asked_at);

create type public.figure_period as enum ('day', 'week', 'month');
comment on type public.figure_period is 'week: from Monday.';

create function public.figure_days(
  p_period public.figure_period, p_day date,
  out from_day date, out to_day date, out before_from date, out before_to date
)
language plpgsql stable set search_path = ''
as $$
declare
  v_step interval := ('1 ' || p_period)::interval;
begin
  from_day := date_trunc(p_period::text, p_day::timestamp)::date;
  to_day := least((from_day + v_step)::date - 1, greatest(public.uk_day(now()), from_day));
  before_from := (from_day - v_step)::date;
  before_to := case
    when to_day < (from_day + v_step)::date - 1 then least(before_from + (to_day - from_day), from_day - 1)
    else from_day - 1 end;
end
$$;
comment on function public.figure_days is
  'Days of the period that contains p_day, up to today, and of the one before: all of it or, while the period is '
  'running, as many of its first days.';

create view public.orders_sold with (security_invoker = true) as
select o.* from public.orders o
where not exists (select from public.payments p where p.id = o.payment_id and p.method = 'none');
comment on view public.orders_sold is 'All orders except those that charge nothing (place_free_order).';

create function public.figure_counts(p_from date, p_to date) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_from timestamptz := public.day_starts(p_from);
  v_end timestamptz := public.day_starts(p_to + 1);
begin
  return (
    select jsonb_build_object(
        'orders', count(*), 'pieces', coalesce(sum(total_items), 0), 'ordered_pence',
        coalesce(sum(order_amount_pence), 0))
    from public.orders_sold where created_at >= v_from and created_at < v_end)
  || (
    select jsonb_build_object('sent_pieces', coalesce(sum(i.quantity), 0))
    from public.parcels_out p join public.parcel_items i on i.parcel_id = p.id
    where p.sent_at >= v_from and p.sent_at < v_end)
  || jsonb_build_object('labels_pence', public.labels_cost(v_from, v_end))
  || (
    select jsonb_build_object('returned_pieces', coalesce(jsonb_object_agg(kind, pieces), '{}'))
    from (
      select r.kind, sum(i.quantity) as pieces
      from public.returns r join public.return_items i on i.return_id = r.id
      where r.asked_at >= v_from and r.asked_at < v_end and r.state not in ('refused', 'called_off')
      group by r.kind) kinds);
end
$$;
comment on function public.figure_counts is
  'Sums over UK days, p_to inclusive: {orders, pieces, ordered_pence} of orders placed, {sent_pieces, labels_pence '
  '(labels_cost), returned_pieces: {<kind>: pieces}}. The caller has been authorised.';

create function public.figure_money(p_from date, p_to date) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_hours boolean := p_from = p_to;
begin
  return (
    with moved as materialized (
      select m.*, m.kind in ('refund', 'goodwill') and r.state not in ('failed', 'cancelled') as is_refund
      from public.movements_between(p_from, p_to) m
      -- Payments without an order are not sold, whatever else counts orders.
      join public.orders_sold o using (payment_id)
      left join public.refunds r on r.id = m.refund_id
      where m.currency = 'gbp')
    select jsonb_build_object(
      'totals', (
        select jsonb_build_object(
          'revenue_pence', coalesce(sum(amount_pence), 0),
          'tax_pence', coalesce(sum(tax_pence), 0),
          'refunds', count(distinct refund_id) filter (where is_refund),
          'refunded_pence', coalesce(-sum(amount_pence) filter (where is_refund), 0),
          'disputes_pence', coalesce(-sum(amount_pence) filter (where kind = 'dispute_lost'), 0))
        from moved),
      'course', (
        select jsonb_agg(coalesce(s.pence, 0) order by spot)
        from generate_series(0, case when v_hours then 23 else p_to - p_from end) spot
        left join (
          select case when v_hours then extract(hour from at at time zone 'Europe/London')::integer
                   else public.uk_day(at) - p_from end as spot,
                 sum(amount_pence) as pence
          from moved group by 1) s using (spot)),
      'countries', (
        select coalesce(jsonb_object_agg(country, pence), '{}')
        from (select country, sum(amount_pence) as pence from moved group by country) by_country)));
end
$$;
comment on function public.figure_money is
  'Money moved on UK days, p_to inclusive, by orders (orders_sold) in pounds: {totals, course, countries}. '
  'Refunds that failed are not counted among refunds; in the revenue they are taken and come back, each on its day. '
  'course: revenue of each day, or of each hour of a single one. countries: revenue by country. In pence. The caller '
  'has been authorised.';

create function public.figure_sellers(p_from date, p_to date) returns table (
  product_id bigint, name text, slug text, pieces bigint, goods_pence bigint, in_stock bigint,
  on_sale_throughout boolean
)
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select p.id, p.name, p.slug, coalesce(s.pieces, 0), coalesce(s.pence, 0), coalesce(v.units, 0),
         p.archived_at is null and coalesce(p.visible_from, p.created_at) < public.day_starts(p_from)
  from public.products p
  left join (
    select i.product_id, sum(i.quantity) as pieces, 
           sum(i.quantity::bigint * i.product_price_pence - i.discount_pence)::bigint as pence
    from public.orders_sold o join public.order_items i on i.order_id = o.id
    where o.created_at >= public.day_starts(p_from) and o.created_at < public.day_starts(p_to + 1)
    group by i.product_id) s on s.product_id = p.id
  left join (
    select c.product_id, sum(c.quantity) as units from public.color_variants c
    where c.archived_at is null group by c.product_id) v on v.product_id = p.id;
end
$$;
comment on function public.figure_sellers is
  'Pieces of each product in the orders placed on these UK days, with their price without added tax, less discounts; '
  'in_stock: now. The caller has been authorised.';

create function public.staff_figures(p_period public.figure_period, p_day date default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v record;
  v_today date := public.uk_day(now());
  v_sold_since timestamptz := public.day_starts(v_today - 28);
  v_now jsonb;
  v_before jsonb;
begin
  perform public.require_staff('see_money');
  select * into v from public.figure_days(p_period, coalesce(p_day, v_today));
  v_now := public.figure_money(v.from_day, v.to_day);
  v_before := public.figure_money(v.before_from, v.before_to);
  return jsonb_build_object(
    'period', p_period, 'today', v_today, 'from', v.from_day, 'to', v.to_day,
    'before_from', v.before_from, 'before_to', v.before_to,
    'now', public.figure_counts(v.from_day, v.to_day) || (v_now -> 'totals'),
    'before', public.figure_counts(v.before_from, v.before_to) || (v_before -> 'totals'),
    'course', v_now -> 'course',
    'course_before', v_before -> 'course',
    'countries', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'country', country, 'orders', coalesce(o.orders, 0), 'revenue_pence', coalesce(m.pence, 0))
        order by coalesce(m.pence, 0) desc, country), '[]')
      from (
        select country, count(*) as orders from public.orders_sold
        where created_at >= public.day_starts(v.from_day) and created_at < public.day_starts(v.to_day + 1)
        group by country) o
      full join (
        select key as country, value::bigint as pence from jsonb_each_text(v_now -> 'countries')) m using (country)))
  || (
    with sellers as materialized (select * from public.figure_sellers(v.from_day, v.to_day))
    select jsonb_build_object(
      'best', (
        select coalesce(jsonb_agg(to_jsonb(b) - 'on_sale_throughout'), '[]')
        from (
          select * from sellers where pieces > 0 order by pieces desc, goods_pence desc, product_id limit 5) b),
      'worst', (
        select coalesce(jsonb_agg(to_jsonb(w) - 'on_sale_throughout'), '[]')
        from (
          select * from sellers where on_sale_throughout and in_stock > 0
          order by pieces, in_stock desc, product_id limit 5) w)))
  || (
    with colours as materialized (
      select p.id as product_id, p.slug, p.name, c.color_name, c.quantity as in_stock, coalesce(s.pieces, 0) as sold
      from public.color_variants c
      join public.products p on p.id = c.product_id and p.archived_at is null
      left join (
        select i.variant_id, sum(i.quantity) as pieces
        from public.orders o join public.order_items i on i.order_id = o.id
        where o.created_at >= v_sold_since group by i.variant_id) s on s.variant_id = c.id
      where c.archived_at is null)
    select jsonb_build_object(
      'in_stock', coalesce(sum(in_stock), 0),
      'sold_in_28_days', coalesce(sum(sold), 0),
      'cover', (
        select coalesce(jsonb_agg(to_jsonb(short)), '[]')
        from (
          select * from colours where sold > 0
          order by in_stock::numeric / sold, sold desc, slug, color_name limit 10) short))
    from colours);
end
$$;
comment on function public.staff_figures is
  'Figures of the day, week or month that contains p_day (null: today), against the one before (figure_days). Errors: '
  'those of require_staff.';
