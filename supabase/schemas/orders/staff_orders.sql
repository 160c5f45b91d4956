-- Orders as staff see them: work lists, search, one order, papers to print. Read-only. The larger functions are
-- PL/pgSQL, because a connection caches their plans; planning takes longer than reading here.

create index orders_unsent on public.orders (id) where units_to_send > 0;
create index checkouts_without_order on public.checkouts (created_at)
  where status in ('awaiting_payment', 'review', 'refund_due', 'refunded');
create index checkouts_in_review on public.checkouts (closed_at) where status = 'review';
create index refunds_waiting_for_shopper on public.refunds (created_at) where state = 'requires_action';
create index disputes_open on public.disputes (due_by) where closed_at is null;
create index returns_by_state on public.returns (state, asked_at) where state in ('asked', 'received');
create index orders_by_day on public.orders (created_at desc, id desc);
create index order_events_notes on public.order_events (checkout_id) where kind = 'note';

-- offset 0 makes the planner look up refunds for the few unsent orders instead of reading those of all orders.
create view public.orders_leaving with (security_invoker = true) as
select o.*
from public.orders o
where o.units_to_send > 0 and o.status not in ('disputed', 'refunded') and o.cancels_at is null
  and o.waits_for is null
  and case
    when o.status in ('processing', 'part_dispatched')
      and not exists (select from public.order_refunds f where f.order_id = o.id offset 0)
      and not exists (select from public.replacements r where r.order_id = o.id offset 0)
      and not exists (select from public.exchanges e where e.order_id = o.id offset 0) then true
    else public.dispatch_stopped_by(o.id) is null
  end;
comment on view public.orders_leaving is
  'Orders with goods to send that may leave (dispatch_stopped_by, evaluated only where money has moved or is with '
  'another order).';

create view public.order_decisions with (security_invoker = true) as
select p.checkout_id, 'dispute' as kind, d.stripe_dispute_id as id,
       jsonb_build_object('is_inquiry', d.status like 'warning%', 'reason', d.reason) as facts,
       d.due_by, d.created_at as since
from public.disputes d
join public.payments p on p.id = d.payment_id
-- Once evidence is submitted, the bank decides.
where d.closed_at is null and d.status not in ('under_review', 'warning_under_review')
  -- Listed once, as a review with the dispute's deadline.
  and not exists (select from public.checkouts c where c.id = p.checkout_id and c.status = 'review')

union all
select c.id, 'review', c.id::text,
       case
         when p.currency <> c.currency then '{"because": "currency"}'
         when c.delivery ->> 'country' <> c.country then
           jsonb_build_object('because', 'country', 'to', c.delivery -> 'country', 'postage_for', c.country)
         when b.disputed then '{"because": "disputed"}'
         when b.refunded_pence > 0 then '{"because": "refunded"}'
         when p.charged_pence = c.subtotal_pence - c.discount_pence + c.tax_pence + p.shipping_pence
           and exists (
             select from public.checkout_shipping_options s
             where s.checkout_id = c.id and s.amount_pence = p.shipping_pence)
           and not exists (
             select from public.checkout_discounts d where d.checkout_id = c.id and d.given_back_at is not null)
           then '{"because": "address"}'
         else '{"because": "amount"}' end,
       (select min(d.due_by) from public.disputes d
        where d.payment_id = p.id and d.closed_at is null
          and d.status not in ('under_review', 'warning_under_review')),
       c.closed_at
from public.checkouts c
join public.payments p on p.checkout_id = c.id
join public.payment_balances b on b.payment_id = p.id
where c.status = 'review'

union all
select o.checkout_id,
       case when p.method = 'stripe' or f.given_up_at is not null then 'refund_failed' else 'refund_in_hand' end,
       f.id::text,
       case
         when f.given_up_at is null and p.method <> 'stripe' then jsonb_build_object('method', p.method)
         when f.given_up_at is null then jsonb_build_object(
           'has_order', true, 'failures', s.failures, 'last_failure', s.last_failure)
         else jsonb_build_object('given_up_because', f.given_up_because) end,
       null, coalesce(f.given_up_at, s.last_failed_at, f.asked_at)
from public.order_refunds f
join public.orders o on o.id = f.order_id
join public.payments p on p.id = o.payment_id
join public.order_refund_states s on s.id = f.id
-- Separate, so that the partial indexes find these few.
where (f.given_up_by = 'shop' or (f.taken_at is null and f.given_up_at is null))
  and (f.given_up_by = 'shop' or s.state = 'failed' or p.method <> 'stripe')

union all
select c.id, 'refund_failed', c.id::text,
       jsonb_build_object(
         'has_order', false, 'failures', count(*),
         'last_failure', (array_agg(r.failure_reason order by r.settled_at desc))[1]),
       null, max(r.settled_at)
from public.checkouts c
join public.payments p on p.checkout_id = c.id
join public.refunds r on r.payment_id = p.id and r.source = 'shop' and r.state in ('failed', 'cancelled')
where c.status = 'refund_due'
  -- A later attempt that Stripe has taken needs no decision.
  and not exists (
    select from public.refunds t where t.payment_id = p.id and t.state in ('pending', 'requires_action'))
group by c.id

union all
select s.checkout_id, 'refund_surplus', s.event_id::text,
       jsonb_build_object('why', s.why), null, s.at
from public.open_surpluses s

union all
select m.checkout_id, 'mail_parked', m.id::text,
       jsonb_build_object('mail', m.kind, 'error', m.last_error), null, m.created_at
from public.mail_outbox m
where m.status = 'parked' and m.checkout_id is not null

union all
select o.checkout_id, 'refunded_unsent', o.id::text,
       jsonb_build_object('units', o.units_to_send), null, o.created_at
from public.orders o
where o.units_to_send > 0
  and case
    when o.status in ('processing', 'part_dispatched')
      and not exists (select from public.order_refunds f where f.order_id = o.id offset 0)
      and not exists (select from public.replacements r where r.order_id = o.id offset 0)
      and not exists (select from public.exchanges e where e.order_id = o.id offset 0) then false
    when o.status = 'disputed' then not exists (
      select from public.disputes d where d.payment_id = o.payment_id and d.closed_at is null)
    else case public.dispatch_stopped_by(o.id)
      when 'refunded' then true
      when 'first_refunded' then true
      when 'first_disputed' then not exists (
        select from public.first_orders(o.id) f
        join public.orders p on p.id = f.order_id
        join public.disputes d on d.payment_id = p.payment_id and d.closed_at is null)
      else false
    end
  end;
comment on view public.order_decisions is
  'Pending decisions, with the facts of their texts (netlify/server/words/why.ts). A view, so that an order''s page '
  'reads only its own. dispute: until evidence is submitted. review: a payment with unexpected amounts, with the '
  'deadline of its dispute. refund_failed: until an attempt succeeds, or given up by the shop. refund_in_hand: to be '
  'paid by staff, as the order was paid in hand. refund_surplus: '
  'over-refunded at Stripe. mail_parked. refunded_unsent: refunded or lost in a dispute, itself or an order whose '
  'payment pays for it (first_orders), with goods still to send.';

create view public.orders_waiting with (security_invoker = true) as
select o.checkout_id, 'return_asked' as kind, r.id::text as id,
       jsonb_build_object('code', r.code, 'kind', r.kind) as facts,
       null::timestamptz as due_by, r.asked_at as since
from public.returns r join public.orders o on o.id = r.order_id
where r.state = 'asked'

union all
select p.checkout_id, 'refund_needs_shopper', r.id::text, '{}', null, r.created_at
from public.refunds r join public.payments p on p.id = r.payment_id
where r.state = 'requires_action'

union all
select c.id, 'payment_awaited', c.id::text, '{}', null, c.created_at
from public.checkouts c
where c.status = 'awaiting_payment'

union all
select c.id, 'link_open', c.id::text, '{}', c.session_expires_at, c.created_at
from public.payment_links l join public.checkouts c on c.id = l.checkout_id
where c.status = 'open'

union all
select o.checkout_id, 'withdrawal_declared', o.id::text, '{}', o.cancels_at, o.created_at
from public.orders o
where o.cancels_at is not null;
comment on view public.orders_waiting is
  'Orders and payments waiting for a shopper: goods on their way back, refunds that need bank details, slow payments, '
  'payment links, withdrawals that can still be undone.';

create function public.staff_list(p_list text) returns table (checkout_id uuid, sort text, why jsonb, parcel text)
language plpgsql stable set search_path = ''
as $$
declare
  v_today date := public.uk_day(now());
begin
  case p_list
  when 'to_send', 'late' then
    return query
    select o.checkout_id,
           to_char(o.leaves_by, 'YYYYMMDD') || case when exists (
               select from public.checkout_shipping_options s
               where s.checkout_id = o.checkout_id and s.name = o.shipping_name and s.amount_pence = o.shipping_pence
                 and s.express) then '.0.' else '.1.' end
             || (extract(epoch from o.created_at) * 1000000)::bigint || '.' || o.id,
           null::jsonb, l.parcel
    from public.leaving_parcels() l join public.orders o on o.id = l.order_id
    where p_list = 'to_send' or o.leaves_by < v_today;
  when 'returns' then
    return query
    select o.checkout_id,
           case r.state when 'received' then '0.' else '1.' end
             || lpad(extract(epoch from r.asked_at)::bigint::text, 12, '0')
             || '.' || lpad(r.id::text, 15, '0'),
           jsonb_build_object(
             'kind', 'return_' || r.state, 'id', r.id::text, 'due_by', null,
             'facts', jsonb_build_object('code', r.code, 'kind', r.kind)), null
    from public.returns r join public.orders o on o.id = r.order_id
    where r.state in ('asked', 'received');
  when 'waiting', 'decide' then
    return query
    select t.checkout_id,
           -- Deadlines first.
           case when t.kind = 'dispute' or t.kind = 'review' and t.due_by is not null then '0.' else '1.' end
             || lpad(extract(epoch from coalesce(t.due_by, t.since))::bigint::text, 12, '0') || '.' || t.kind
               || '.' || t.id,
           jsonb_build_object('kind', t.kind, 'id', t.id, 'facts', t.facts, 'due_by', t.due_by), null
    from (
      select * from public.orders_waiting where p_list = 'waiting'
      union all
      select * from public.order_decisions where p_list = 'decide') t;
  end case;
end
$$;
comment on function public.staff_list is
  'Rows of a work list: to_send (by promised dispatch day, express first), late, waiting, returns (received ones '
  'first), decide (disputes by deadline first). sort is the sort key, unique within a list. parcel: of '
  'leaving_parcels, in to_send and late.';

create function public.staff_counts() returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_today date := public.uk_day(now());
begin
  return (
    select jsonb_build_object(
      'to_send', s.all_of_them,
      'late', s.late,
      'waiting', (select count(*) from public.orders_waiting),
      'returns', (select count(*) from public.returns where state in ('asked', 'received')),
      'decide', (select count(*) from public.order_decisions))
    from (
      select count(distinct parcel) as all_of_them, count(distinct parcel) filter (where leaves_by < v_today) as late
      from public.leaving_parcels()) s);
end
$$;
comment on function public.staff_counts is
  'Number of rows in each list of staff_list: of parcels in to_send and late. The caller has been authorised.';

create function public.checkouts_found(
  p_search text
) returns table (checkout_id uuid, placed_at timestamptz, exact boolean)
language plpgsql stable set search_path = ''
as $$
declare
  v_number bigint := public.order_number(p_search);
  -- "Order no. 10" is searched as 10.
  v_query tsquery := public.search_query(
    case when v_number is not null and public.search_form(p_search) ~ '[a-z]' then v_number::text else p_search end);
begin
  return query
  select o.checkout_id, o.created_at, true from public.orders o where o.id = v_number;

  return query
  select o.checkout_id, o.created_at, false
  from public.order_words w join public.orders o on o.id = w.order_id
  where w.words @@ v_query and w.order_id is distinct from v_number;

  -- The few checkouts without an order have no stored search words.
  return query
  select c.id, c.created_at, false
  from public.checkouts c
  where c.status in ('awaiting_payment', 'review', 'refund_due', 'refunded')
    and v_query is not null and public.checkout_words(c.id) @@ v_query;
end
$$;
comment on function public.checkouts_found is
  'Orders, and paid or awaited checkouts without one, with all words of a search (search_query). exact: the order of '
  'that number, also written “order 10”.';

create function public.orders_fitting(
  p_filter jsonb, p_unsent boolean
) returns table (checkout_id uuid, id bigint, placed_at timestamptz)
language plpgsql stable set search_path = ''
-- Planned for the active filters, so that each can use its index.
set plan_cache_mode = force_custom_plan
as $$
declare
  v_today date := public.uk_day(now());
  v_leaves text := p_filter ->> 'leaves';
  v_express boolean := (p_filter ->> 'delivery') = 'express';
  v_countries text[] := case when p_filter ? 'countries'
    then array(select jsonb_array_elements_text(p_filter -> 'countries')) end;
  v_single boolean := (p_filter ->> 'pieces') = 'one';
  v_note boolean := p_filter ? 'note';
  v_goods public.goods_status := (p_filter ->> 'goods')::public.goods_status;
  v_money public.money_status := (p_filter ->> 'money')::public.money_status;
  v_since timestamptz := (p_filter ->> 'since')::date::timestamp at time zone 'Europe/London';
  v_until timestamptz := ((p_filter ->> 'until')::date + 1)::timestamp at time zone 'Europe/London';
begin
  return query
  select o.checkout_id, o.id, o.created_at
  from public.orders o
  where (not p_unsent or o.units_to_send > 0)
    and (v_leaves is null or (o.leaves_by <= v_today) = (v_leaves = 'today'))
    and (v_express is null or v_express = exists (
      select from public.checkout_shipping_options s
      where s.checkout_id = o.checkout_id and s.name = o.shipping_name and s.amount_pence = o.shipping_pence
        and s.express))
    and (v_countries is null or o.country = any (v_countries))
    and (v_single is null or (o.units_to_send = 1) = v_single)
    and (not v_note or exists (
      select from public.order_events e where e.checkout_id = o.checkout_id and e.kind = 'note'))
    and (v_goods is null or o.goods_status = v_goods)
    and (v_money is null or o.money_status = v_money)
    and (v_since is null or o.created_at >= v_since)
    and (v_until is null or o.created_at < v_until);
end
$$;
comment on function public.orders_fitting is
  'Orders that match all filters: leaves (today: by today, or late; later), delivery (express, standard), countries, '
  'pieces (one, several; to be sent), note (any), goods and money (goods_status, money_status), since and until (UK '
  'days of purchase). p_unsent: only those with goods to send.';

create function public.staff_rows(p_rows jsonb, p_money boolean, p_alone boolean default false) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_today date := public.uk_day(now());
begin
  return (
    select jsonb_agg(jsonb_build_object(
        'key', coalesce((item #>> '{why,kind}') || ' ' || (item #>> '{why,id}'), c.id::text),
        'checkout', c.id,
        'order', o.id,
        'reference', upper(left(c.id::text, 8)),
        'placed_at', coalesce(o.created_at, p.created_at, c.created_at),
        'leaves_by', o.leaves_by,
        'late', coalesce(case when o.leaves_by < v_today and o.units_to_send > 0 then exists (
          select from public.orders_leaving s where s.id = o.id) end, false),
        'status', coalesce(o.status::text, case c.status when 'open' then 'awaiting_payment' else c.status::text end),
        'goods_status', o.goods_status,
        'money_status', coalesce(
          o.money_status::text, case c.status when 'open' then 'awaiting_payment' else c.status::text end),
        'name', coalesce(o.label ->> 'name', c.delivery ->> 'name', b.name),
        'country', c.country,
        'postcode', coalesce(o.label, c.delivery) ->> 'postcode',
        'shipping_name', o.shipping_name,
        'express', exists (
          select from public.checkout_shipping_options s
          where s.checkout_id = c.id and s.name = o.shipping_name and s.amount_pence = o.shipping_pence and s.express),
        'units', coalesce(o.total_items, l.units),
        'units_to_send', coalesce(o.units_to_send, 0),
        'items', l.items,
        'total_pence', case when p_money then coalesce(
          p.charged_pence, c.subtotal_pence - c.discount_pence + c.tax_pence) end,
        'given_as', case
          when exists (select from public.replacements r where r.order_id = o.id) then 'replacement'
          when exists (select from public.exchanges e where e.order_id = o.id) then 'exchange'
          when exists (select from public.gifts g where g.order_id = o.id) then 'gift' end,
        'with', coalesce(public.staff_rows((
          select jsonb_agg(entry) from (
            select m.checkout_id from public.orders m where m.id = any (t.together)
            order by m.id) entry), p_money, true), '[]'),
        'apart', coalesce(to_jsonb(t.apart), '[]'),
        'why', item -> 'why')
      order by place)
    from jsonb_array_elements(p_rows) with ordinality as given (item, place)
    join public.checkouts c on c.id = (item ->> 'checkout_id')::uuid
    join public.billing_infos b on b.id = c.billing_info_id
    left join public.payments p on p.checkout_id = c.id
    left join public.orders o on o.checkout_id = c.id
    cross join lateral (
      select sum(i.quantity) as units, jsonb_agg(jsonb_build_object(
          'variant_id', i.variant_id, 'product_name', i.product_name, 'color_name', i.color_name,
          'quantity', i.quantity, 'sku', i.sku, 'gtin', i.gtin,
          -- Most orders are sent as a whole.
          'to_send', case
            when o.units_to_send = o.total_items then i.quantity
            when o.units_to_send > 0 then (
              select to_send from public.order_units where order_id = o.id and variant_id = i.variant_id)
            else 0 end)
        order by i.product_name, i.color_name, i.variant_id) as items
      from (
        select n.variant_id, n.product_name, n.color_name, n.quantity, v.sku, v.gtin
        from public.order_items n
        -- Codes by which a parcel's other orders are checked with it.
        left join public.color_variants v on p_alone and v.id = n.variant_id
        where n.order_id = o.id and n.quantity > 0
        union all
        select variant_id, product_name, color_name, quantity, null, null from public.checkout_lines
        where checkout_id = c.id and o.id is null) i) l
    left join lateral public.packed_with(o.id) t on o.units_to_send > 0 and not p_alone);
end
$$;
comment on function public.staff_rows is
  'List rows of orders, or of checkouts without one, [{checkout_id, why}]. p_money: whether the caller may see '
  'amounts. given_as: replacement, exchange or gift; null for an order that its shopper placed. with: rows of the '
  'orders in the same parcel, apart: numbers of those sent apart (packed_with); empty with p_alone.';

create function public.staff_orders(
  p_list text, p_search text default null, p_after text default null,
  p_limit integer default 50, p_filter jsonb default '{}'
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_money boolean := public.staff_may(public.require_staff('read_orders'), 'see_money');
  v_search boolean := btrim(coalesce(p_search, '')) <> '';
  v_filter boolean := p_filter - 'why' <> '{}';
  v_why text := p_filter ->> 'why';
  v_unsent boolean := p_list in ('to_send', 'late');
  v_after_at timestamptz;
  v_after_id bigint;
  v_rows jsonb;
  v_total bigint;
  v_before bigint := 0;
begin
  if p_list = 'all'
    and p_after !~ (
      case when v_search then '^[01]\.\d{1,17}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' else '^\d{1,15}$' end)
  then
    raise sqlstate 'PT400' using hint = 'page_unknown';
  end if;

  if p_list = 'all' and not v_search then
    select created_at, id into v_after_at, v_after_id from public.orders where id = p_after::bigint;
  end if;

  if p_list = 'all' and v_filter and not v_search then
    with found as materialized (
      select f.checkout_id, f.id, f.placed_at from public.orders_fitting(p_filter, false) f
    )
    select (
        select jsonb_agg(entry) from (
          select checkout_id, id::text as sort from found
          where p_after is null or (placed_at, id) < (v_after_at, v_after_id)
          order by placed_at desc, id desc limit p_limit + 1) entry),
      (select count(*) from found),
      (select count(*) from found where (placed_at, id) >= (v_after_at, v_after_id))
    into v_rows, v_total, v_before;
  elsif p_list = 'all' and not v_search then
    select jsonb_agg(entry) into v_rows from (
      select checkout_id, id::text as sort
      from public.orders
      where p_after is null or (created_at, id) < (v_after_at, v_after_id)
      order by created_at desc, id desc limit p_limit + 1) entry;
    select count(*), count(*) filter (where (created_at, id) >= (v_after_at, v_after_id))
    into v_total, v_before from public.orders;
  elsif p_list = 'all' then
    with found as materialized (
      select f.checkout_id, f.exact, (extract(epoch from f.placed_at) * 1000000)::bigint as at
      from public.checkouts_found(p_search) f
      where not v_filter or f.checkout_id in (select t.checkout_id from public.orders_fitting(p_filter, false) t)
    )
    select (
        select jsonb_agg(jsonb_build_object(
            'checkout_id', r.checkout_id, 'sort', concat_ws('.', r.exact::integer, r.at, r.checkout_id))
          order by r.exact desc, r.at desc, r.checkout_id desc)
        from (
          select * from found
          where p_after is null
            or (exact::integer, at, checkout_id)
              < (split_part(p_after, '.', 1)::integer, split_part(p_after, '.', 2)::bigint,
                split_part(p_after, '.', 3)::uuid)
          order by exact desc, at desc, checkout_id desc limit p_limit + 1) r),
      (select count(*) from found),
      (
        select count(*) from found
        where (exact::integer, at, checkout_id)
          >= (split_part(p_after, '.', 1)::integer, split_part(p_after, '.', 2)::bigint,
            split_part(p_after, '.', 3)::uuid))
    into v_rows, v_total, v_before;
  else
    with found as materialized (
      -- A row for each parcel: its most urgent order, of those that fit.
      select distinct on (coalesce(l.parcel, l.sort)) l.* from public.staff_list(p_list) l
      where (not v_search or l.checkout_id in (select f.checkout_id from public.checkouts_found(p_search) f))
        and (not v_filter or l.checkout_id in (select t.checkout_id from public.orders_fitting(p_filter, v_unsent) t))
        and (v_why is null or l.why ->> 'kind' = v_why)
      order by coalesce(l.parcel, l.sort), l.sort collate "C"
    )
    select (
        select jsonb_agg(to_jsonb(r) order by r.sort) from (
          select checkout_id, sort collate "C" as sort, why from found
          where p_after is null or sort collate "C" > p_after
          order by 2 limit p_limit + 1) r),
      (select count(*) from found),
      (select count(*) from found where sort collate "C" <= p_after)
    into v_rows, v_total, v_before;
  end if;

  return jsonb_build_object(
    'rows', coalesce(public.staff_rows(v_rows - p_limit, v_money), '[]'),
    'next', case when jsonb_array_length(v_rows) > p_limit then v_rows -> (p_limit - 1) -> 'sort' end,
    'before', v_before,
    'total', v_total,
    'sells_labels', public.chosen_carrier() is not null);
end
$$;
comment on function public.staff_orders is
  'A page of a list: {rows, next, before: rows on earlier pages, total, sells_labels: whether a carrier is chosen}. '
  'p_list: one of staff_list, or all, newest first. p_search: only results of checkouts_found, in all including '
  'payments without an order unless filtered. p_filter: filters of orders_fitting, and why: a reason for being in '
  'waiting, returns or decide. p_after: next of the previous page. Amounts only with see_money. Errors: those of '
  'require_staff; PT400 page_unknown.';

create function public.checkout_timeline(p_checkout uuid, p_for_staff boolean, p_money boolean) returns jsonb
language plpgsql stable set search_path = ''
-- Planning takes longer than execution, and the plan is the same for every checkout.
set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    with units (event_id, variant_id, quantity, written_off) as (
      select p.event_id, i.variant_id, i.quantity, 0
      from public.orders o
      join public.parcels p on p.order_id = o.id
      join public.parcel_items i on i.parcel_id = p.id
      where o.checkout_id = p_checkout
      union all
      select e.id, i.variant_id, i.quantity, 0
      from public.order_events e
      join public.parcel_items i on i.parcel_id = (e.detail ->> 'parcel')::bigint
      where e.checkout_id = p_checkout and e.kind = 'dispatch_undone'
      union all
      select s.event_id, s.to_variant_id, s.quantity, 0
      from public.orders o join public.swapped_items s on s.order_id = o.id
      where o.checkout_id = p_checkout
      union all
      select i.event_id, i.variant_id, i.quantity, 0
      from public.orders o join public.cancelled_items i on i.order_id = o.id
      where o.checkout_id = p_checkout
      union all
      select r.event_id, i.variant_id, i.quantity, 0
      from public.orders o
      join public.returns r on r.order_id = o.id
      join public.return_items i on i.return_id = r.id
      where o.checkout_id = p_checkout
      union all
      select e.id, (came ->> 'variant_id')::bigint, (came ->> 'restocked')::integer + (came ->> 'written_off')::integer,
             (came ->> 'written_off')::integer
      from public.order_events e, jsonb_array_elements(e.detail -> 'items') came
      where e.checkout_id = p_checkout and e.kind = 'return_received'
      union all
      select f.id, i.variant_id, i.quantity, 0
      from public.orders o
      join public.order_refunds f on f.order_id = o.id
      join public.order_refund_items i on i.order_refund_id = f.id
      join public.order_events e on e.id = f.id and e.kind = 'refund_asked'
      where o.checkout_id = p_checkout
    ), entries as (
      select p.id::text as id, p.created_at as at, 'paid' as kind, 'shopper' as actor, null::text as staff,
             null::text as about, null::text as carrier, null::text as tracking_number, null::uuid as event_id,
             p.charged_pence as amount_pence, 0::bigint as deduction_pence, null::text as state, null::text as text,
             0 as place
      from public.payments p where p.checkout_id = p_checkout and p.method <> 'none'

      union all
      select c.id::text, c.created_at, 'awaiting_payment', 'shopper', null, null, null, null, null,
             c.subtotal_pence - c.discount_pence + c.tax_pence, 0, null, null, 0
      from public.checkouts c where c.id = p_checkout and c.status = 'awaiting_payment'

      union all
      select e.id::text, case e.kind when 'delivered' then coalesce(sent.delivered_at, e.at) else e.at end,
             e.kind::text, e.actor::text, s.name,
             coalesce(r.code, sent.id::text, e.detail ->> 'kind'),
             coalesce(e.detail ->> 'carrier', sent.carrier),
             coalesce(e.detail ->> 'tracking_number', sent.tracking_number),
             e.id, coalesce((e.detail ->> 'amount_pence')::bigint, f.amount_pence),
             coalesce((e.detail ->> 'deduction_pence')::bigint, 0), null,
             case e.kind
               when 'note' then e.detail ->> 'text'
               when 'message' then public.event_words(e)
               when 'refund_settled_outside' then e.detail ->> 'text'
               when 'surplus_closed' then e.detail ->> 'text'
               when 'email_corrected' then concat_ws(' → ', e.detail ->> 'before', e.detail ->> 'email')
               when 'refund_asked' then f.reason::text
               when 'refund_given_up' then coalesce(e.detail ->> 'because', f.given_up_because::text)
               when 'return_asked' then r.reason
               when 'return_settled' then e.detail ->> 'deduction_reason'
               else e.detail ->> 'reason' end,
             1
      from public.order_events e
      left join public.staff s on s.id = e.staff_id
      -- By order first: an index finds the few return codes of one order.
      left join public.orders o on o.checkout_id = e.checkout_id
      left join public.parcels sent on sent.order_id = o.id and (
        e.kind in ('delivered', 'parcel_corrected', 'dispatch_undone') and sent.id = (e.detail ->> 'parcel')::bigint
        or e.kind = 'dispatched' and sent.event_id = e.id)
      left join public.returns r on r.order_id = o.id and (r.event_id = e.id or r.code = e.detail ->> 'code')
      left join public.order_refunds f on f.order_id = o.id
        and (f.id = e.id or f.id::text = e.detail ->> 'order_refund')
      where e.checkout_id = p_checkout

      union all
      select r.id::text, r.created_at, 'refund', case r.source when 'dashboard' then 'stripe' else 'shop' end,
             null, case r.source when 'credit' then 'gift card' end, null,
             null, null, r.amount_pence, 0, r.state::text, coalesce(r.failure_reason, r.reason), 2
      from public.payments p join public.refunds r on r.payment_id = p.id
      -- Refunds that staff paid have an event, which is theirs.
      where p.checkout_id = p_checkout and not (p_for_staff and r.source = 'outside')

      union all
      select d.stripe_dispute_id, d.created_at, 'dispute_opened', 'stripe', null, null, null, null, null,
             d.amount_pence, 0, d.status, d.reason, 2
      from public.payments p join public.disputes d on d.payment_id = p.id
      where p.checkout_id = p_checkout

      union all
      select d.stripe_dispute_id || ' closed', d.closed_at, 'dispute_closed', 'stripe', null, null, null, null, null,
             d.amount_pence, 0, d.status, d.reason, 3
      from public.payments p join public.disputes d on d.payment_id = p.id
      where p.checkout_id = p_checkout and d.closed_at is not null

      union all
      select m.id::text, m.sent_at, 'mail_sent', 'shop', null, m.kind::text, null, null, null, null, 0, null, null, 4
      from public.mail_outbox m
      where m.checkout_id = p_checkout and m.sent_at is not null
    )
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', e.id, 'at', e.at, 'kind', e.kind, 'actor', e.actor,
        'staff', case when p_for_staff then e.staff end,
        'about', e.about, 'carrier', e.carrier, 'tracking_number', e.tracking_number,
        'items', (
          select jsonb_agg(jsonb_build_object(
              'variant_id', l.variant_id, 'product_name', l.product_name, 'color_name', l.color_name,
              'quantity', u.quantity,
              'written_off', case when p_for_staff then u.written_off else 0 end)
            order by l.product_name, l.color_name, l.variant_id)
          from units u
          cross join lateral (
            select c.product_name, c.color_name, c.variant_id
            from public.checkout_lines c where c.checkout_id = p_checkout and c.variant_id = u.variant_id
            union all
            -- A colour that came by a swap.
            select p.name, v.color_name, v.id
            from public.color_variants v join public.products p on p.id = v.product_id
            where v.id = u.variant_id
            limit 1) l
          where u.event_id = e.event_id),
        'amount_pence', case when p_money then e.amount_pence end,
        'deduction_pence', case when p_money then e.deduction_pence end,
        'state', e.state,
        'text', case when p_for_staff or e.kind in ('return_asked', 'return_refused', 'return_settled') then e.text end)
      order by e.at, e.place, e.id), '[]')
    from entries e
    where p_for_staff
      or e.kind in ('paid', 'awaiting_payment', 'dispatched', 'dispatch_undone', 'delivered', 'cancelled',
        'swapped', 'exchanged',
        'withdrawal_declared', 'withdrawal_undone',
        'return_asked', 'return_received', 'return_refused', 'return_settled', 'return_called_off')
      or (e.kind = 'refund' and e.state in ('pending', 'requires_action', 'succeeded')));
end
$$;
comment on function public.checkout_timeline is
  'History of a checkout, oldest first, from events, payment, refunds, disputes and e-mails: [{id, at, kind, actor, '
  'staff, about, carrier, tracking_number, items, amount_pence, deduction_pence, state, text}]. about: a return''s '
  'code, a parcel''s id, an e-mail''s kind, gift card for a refund to one. p_for_staff: with colleagues'' names, notes '
  'and internal entries. p_money: with amounts. The caller has been authorised.';

create function public.order_timeline(p_order bigint, p_for_staff boolean) returns jsonb
language sql stable set search_path = ''
as $$
  select public.checkout_timeline(o.checkout_id, p_for_staff, true) from public.orders o where o.id = p_order
$$;
comment on function public.order_timeline is
  'History of an order (checkout_timeline), with amounts, for a manager or its shopper. The caller has been '
  'authorised.';

create function public.staff_money(p_checkout uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'currency', coalesce(p.currency, c.currency),
      'method', coalesce(p.method, 'stripe'),
      'subtotal_pence', c.subtotal_pence,
      'discount_pence', c.discount_pence,
      'code', (select code from public.checkout_discounts where checkout_id = c.id),
      'paid_with', public.paid_with(c.id),
      'tax_pence', c.tax_pence,
      'tax_basis_points', c.tax_basis_points,
      'included_basis_points', c.included_basis_points,
      'tax_inside_pence', public.tax_inside(
        coalesce(p.charged_pence, c.subtotal_pence - c.discount_pence), c.included_basis_points),
      'shipping_pence', coalesce(o.shipping_pence, p.shipping_pence, 0),
      'adjustment_pence', coalesce(o.adjustment_pence, 0),
      'charged_pence', coalesce(p.charged_pence, 0),
      'credit_pence', coalesce(p.credit_pence, 0),
      'refunded_pence', coalesce(b.refunded_pence, 0),
      'owed_pence', coalesce(m.owed_pence, 0),
      'rest_pence', greatest(coalesce(m.left_pence, p.charged_pence - b.gone_pence, 0), 0),
      'shipping_rest_pence', coalesce(least(m.shipping_left_pence, greatest(m.left_pence, 0)), 0),
      'disputed', coalesce(b.disputed, false),
      'refunds_wait', public.refunds_wait_for_dispute(p.id),
      'stripe_session_id', c.stripe_session_id,
      'stripe_payment_intent_id', p.stripe_payment_intent_id,
      'disputes', coalesce((
        select jsonb_agg(entry) from (
          select d.stripe_dispute_id as id, d.amount_pence, d.reason, d.status, d.due_by, d.created_at,
            d.closed_at
          from public.disputes d where d.payment_id = p.id
          order by d.created_at) entry), '[]'),
      'credit_notes', public.credit_notes_of(p.id),
      'refunds', coalesce((
        select jsonb_agg(r.refund order by r.at, r.refund ->> 'id')
        from (
          select f.asked_at as at, jsonb_build_object(
            'id', f.id, 'source', 'order', 'state', s.state, 'reason', f.reason, 'return_id', f.return_id,
            'asked_at', f.asked_at, 'settled_at', s.settled_at,
            'goods_pence', f.goods_pence, 'tax_pence', f.tax_pence, 'shipping_pence', f.shipping_pence,
            'goodwill_pence', f.goodwill_pence, 'deduction_pence', f.deduction_pence, 'amount_pence', f.amount_pence,
            'cards', public.cards_refunded(p.id, f.id),
            'failures', s.failures, 'last_failure', s.last_failure, 'given_up_because', f.given_up_because,
            'stripe_ids', array(
              select stripe_refund_id from public.refunds
              where order_refund_id = f.id and stripe_refund_id is not null order by created_at),
            'items', coalesce((
              select jsonb_agg(entry) from (
                select variant_id, quantity
                from public.order_refund_items where order_refund_id = f.id
                order by variant_id) entry), '[]')) as refund
          from public.order_refunds f join public.order_refund_states s on s.id = f.id
          where f.order_id = o.id
          union all
          select r.created_at, jsonb_build_object(
            'id', r.id, 'source', case r.source when 'shop' then 'checkout' else r.source::text end,
            'state', case r.state when 'requested' then 'due' else r.state::text end,
            'reason', r.reason, 'return_id', null, 'asked_at', r.created_at, 'settled_at', r.settled_at,
            'goods_pence', null, 'tax_pence', null, 'shipping_pence', null, 'goodwill_pence', null,
            'deduction_pence', null,
            'amount_pence', r.amount_pence, 'cards', '[]'::jsonb,
            'failures', (r.state in ('failed', 'cancelled'))::integer, 'last_failure', r.failure_reason,
            'given_up_because', null, 'stripe_ids', array_remove(array[r.stripe_refund_id], null), 'items', '[]'::jsonb)
          from public.refunds r
          where r.payment_id = p.id and r.order_refund_id is null) r), '[]'))
    from public.checkouts c
    left join public.payments p on p.checkout_id = c.id
    left join public.payment_balances b on b.payment_id = p.id
    left join public.orders o on o.checkout_id = c.id
    left join lateral public.order_money(o.id) m on true
    where c.id = p_checkout);
end
$$;
comment on function public.staff_money is
  'Money of a checkout for a manager: charged, refunded, owed and left, with each refund and dispute. The caller has '
  'been authorised.';

create function public.staff_order(p_order bigint default null, p_checkout uuid default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_money boolean := public.staff_may(public.require_staff('read_orders'), 'see_money');
  v_checkout public.checkouts;
  v_order public.orders;
begin
  select * into v_order from public.orders where id = p_order or checkout_id = p_checkout;
  select * into v_checkout from public.checkouts
  where id = coalesce(v_order.checkout_id, p_checkout)
    -- Unpaid browsing is not for staff.
    and (status not in ('open', 'released') or by_link);
  if not found then
    raise sqlstate 'PT404' using hint = 'order_unknown';
  end if;

  return (public.staff_rows(jsonb_build_array(jsonb_build_object('checkout_id', v_checkout.id)), v_money) -> 0)
    - array['key', 'why', 'items', 'units', 'name', 'postcode', 'total_pence', 'late', 'leaves_by']
    || jsonb_build_object(
      'checkout_status', v_checkout.status,
      'promise', case when v_order.id is not null then jsonb_build_object(
        'leaves_by', v_order.leaves_by, 'arrives_from', v_order.arrives_from, 'arrives_by', v_order.arrives_by,
        'late', v_order.leaves_by < public.uk_day(now()) and exists (
          select from public.orders_leaving where id = v_order.id)) end,
      'shopper', (
        select to_jsonb(entry) from (
          select name, email, phone, v_order.customer_id as customer,
            public.mail_trouble(email) as mail_trouble
          from public.billing_infos where id = v_checkout.billing_info_id) entry),
      'words', (
        select to_jsonb(entry) from (
          select gift_message, note from public.shopper_notes where order_id = v_order.id) entry),
      'delivery', v_checkout.delivery,
      'label', v_order.label,
      'lines', (
        select jsonb_agg(jsonb_build_object(
            'variant_id', l.variant_id, 'product_id', l.product_id, 'product_name', l.product_name,
            'color_name', l.color_name, 'sku', v.sku, 'gtin', v.gtin,
            'image', public.main_picture(l.variant_id),
            'ordered', l.quantity,
            'sent', coalesce(u.sent, 0), 'cancelled', coalesce(u.cancelled, 0), 'to_send', coalesce(u.to_send, 0),
            'return_asked', coalesce(u.return_asked, 0), 'returned', coalesce(u.returned, 0),
            'refunded', coalesce(u.refunded, 0), 'refund_owed', coalesce(u.refund_owed, 0),
            'replaceable', coalesce((
              select r.quantity from public.replaceable_units(v_order.id) r where r.variant_id = l.variant_id), 0),
            'exchanged', coalesce((
              select x.quantity from public.exchanged_units(v_order.id) x where x.variant_id = l.variant_id), 0),
            'swaps', case when u.to_send > 0 or u.sent > 0 then public.swap_choices(v_order.id, l.variant_id)
              else '[]' end,
            'unit_pence', case when v_money then l.unit_pence end)
          order by l.product_name, l.color_name, l.variant_id)
        from (
          select variant_id, product_id, product_name, color_name, product_price_pence as unit_pence, quantity,
                 discount_pence
          from public.order_items where order_id = v_order.id and quantity > 0
          union all
          select variant_id, product_id, product_name, color_name, unit_pence, quantity, discount_pence
          from public.checkout_lines where checkout_id = v_checkout.id and v_order.id is null) l
        join public.color_variants v on v.id = l.variant_id
        left join public.order_units u on u.order_id = v_order.id and u.variant_id = l.variant_id),
      'parcels', coalesce((
        select jsonb_agg(entry) from (
          select p.id, p.carrier, p.tracking_number, p.sent_at, p.delivered_at,
            case when p.delivered_at is null then public.expected_arrival(p.id) end as expected,
            array(select b.order_id from public.parcels_in_box(p.id) b where b.id <> p.id) as with,
            (
              select jsonb_agg(entry) from (
                select variant_id, quantity, batch
                from public.parcel_items where parcel_id = p.id
                order by variant_id) entry) as items
          from public.parcels_out p where p.order_id = v_order.id
          order by p.sent_at, p.id) entry), '[]'),
      'labels', coalesce((
        select jsonb_agg(public.label_facts(l, v_money) order by l.wanted_at, l.id)
        from public.labels l where v_order.id = any (l.orders) and l.state <> 'quoted' and l.return_id is null), '[]'),
      'return_window', (
        select to_jsonb(entry) from (
          select w.delivered_on as counted_from, w.delivery_known, w.return_until
          from public.return_window(v_order.id) w where w.delivered_on is not null) entry),
      'returns', coalesce((
        select jsonb_agg(entry) from (
          select r.id, r.code, r.kind, r.state, r.reason, public.open_wish(r.id) as wish, r.asked_at,
            r.received_at, r.closed_at, public.order_after_return(r.id) as next_order,
            exists (select from public.exchanges where return_id = r.id) as is_exchange,
            (select count(*) from public.return_photos p where p.return_id = r.id and p.removed_at is null) as photos,
            array(select public.label_facts(l, v_money) from public.labels l where l.return_id = r.id) as labels,
            case when v_money and r.state = 'received' then public.return_delivery_refund(r.id) end as delivery_pence,
            (
              select jsonb_agg(entry) from (
                select variant_id, quantity, restocked, written_off,
                  public.refunded_for_return(r.id, variant_id) as refunded
                from public.return_items where return_id = r.id
                order by variant_id) entry) as items
          from public.returns r where r.order_id = v_order.id
          order by r.asked_at, r.id) entry), '[]'),
      'after_returns', public.returns_before_order(v_order.id),
      'waits_for', v_order.waits_for,
      'gift', (select reason from public.gifts where order_id = v_order.id),
      'added_to', (
        select order_id from public.payment_links where checkout_id = v_checkout.id and return_id is null),
      'additions', coalesce((
        select jsonb_agg(entry) from (
          select c.id as checkout, n.id as order, c.status
          from public.payment_links l
          join public.checkouts c on c.id = l.checkout_id
          left join public.orders n on n.checkout_id = c.id
          where l.order_id = v_order.id and c.status <> 'released' and (l.return_id is null or n.id is null)
          order by c.created_at) entry), '[]'),
      'exchange_of', (
        select to_jsonb(entry) from (
          select e.from_order_id as order, r.code
          from public.exchanges e left join public.returns r on r.id = e.return_id
          where e.order_id = v_order.id) entry),
      'replaces', (select replaces_order_id from public.replacements where order_id = v_order.id),
      'replaced_by', array(
        select order_id from public.replacements where replaces_order_id = v_order.id order by order_id),
      'mails', coalesce((
        select jsonb_agg(entry) from (
          select m.id, m.kind, m.status, m.created_at, m.due_at, m.sent_at, m.attempts, m.last_error
          from public.mail_outbox m where m.checkout_id = v_checkout.id
          order by m.created_at, m.id) entry), '[]'),
      'timeline', public.checkout_timeline(v_checkout.id, true, v_money),
      'whys', coalesce((
        select jsonb_agg(jsonb_build_object('kind', t.kind, 'id', t.id, 'facts', t.facts, 'due_by', t.due_by)
          order by t.since)
        from (
          select * from public.order_decisions union all select * from public.orders_waiting
          union all
          select o.checkout_id, 'return_received', r.id::text,
                 jsonb_build_object('code', r.code, 'kind', r.kind), null, r.asked_at
          from public.returns r join public.orders o on o.id = r.order_id where r.state = 'received') t
        where t.checkout_id = v_checkout.id), '[]'),
      'money', case when v_money then public.staff_money(v_checkout.id) end);
end
$$;
comment on function public.staff_order is
  'One order, by its number or checkout, or a paid or awaited checkout without one. money is null without see_money. '
  'Errors: those of require_staff; PT404 order_unknown.';

create function public.orders_for_print(p_orders bigint[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff('pack');
  return (
    with wanted as (
      select number, min(place) as place from unnest(p_orders) with ordinality as given (number, place) group by number
    ), printed as (
      select p.place, p.first, o.*, coalesce(o.label, c.delivery) as address, exists (
               select from public.checkout_shipping_options s
               where s.checkout_id = c.id and s.name = o.shipping_name and s.amount_pence = o.shipping_pence
                 and s.express) as express
      from public.parcels_of(p_orders) p
      join public.orders o on o.id = p.order_id
      join public.checkouts c on c.id = o.checkout_id
    ), lines as (
      select p.place, i.order_id, i.variant_id, i.product_name, i.color_name, u.to_send, v.sku
      from printed p
      join public.order_units u on u.order_id = p.id and u.to_send > 0
      join public.order_items i on i.order_id = p.id and i.variant_id = u.variant_id
      join public.color_variants v on v.id = i.variant_id
    )
    select jsonb_build_object(
      'slips', coalesce((
        select jsonb_agg(slip order by place)
        from (
          select min(p.place) as place, jsonb_build_object(
            'leaves_by', min(p.leaves_by),
            'shipping_name', (array_agg(p.shipping_name order by p.express desc, p.place))[1],
            'express', bool_or(p.express), 'country', min(p.country),
            'address', (array_agg(p.address order by p.place))[1],
            'orders', jsonb_agg(jsonb_build_object(
              'order', p.id, 'reference', public.payment_reference(p.checkout_id), 'placed_at', p.created_at,
              'gift_message', n.gift_message, 'note', n.note,
              'lines', (
                select jsonb_agg(entry) from (
                  select l.variant_id, l.product_name, l.color_name, l.sku, l.to_send as quantity
                  from lines l where l.order_id = p.id
                  order by l.product_name, l.color_name, l.variant_id) entry),
              'part', p.units_to_send < p.total_items) order by p.place)) as slip
          from printed p left join public.shopper_notes n on n.order_id = p.id
          group by p.first) s), '[]'),
      'pick', coalesce((
        select jsonb_agg(jsonb_build_object(
            'variant_id', g.variant_id, 'product_name', g.product_name, 'color_name', g.color_name, 'sku', g.sku,
            'image', public.main_picture(g.variant_id),
            'quantity', g.quantity, 'orders', g.orders) order by g.product_name, g.color_name, g.variant_id)
        from (
          select variant_id, product_name, color_name, sku, sum(to_send) as quantity,
                 jsonb_agg(order_id order by place) as orders
          from lines group by variant_id, product_name, color_name, sku) g), '[]'),
      'left_out', coalesce((
        select jsonb_agg(entry) from (
          select w.number as order, o.status
          from wanted w left join public.orders o on o.id = w.number
          where not exists (select from printed p where p.id = w.number)
          order by w.place) entry), '[]')));
end
$$;
comment on function public.orders_for_print is
  'Papers for several orders and those that leave with them (parcels_of): slips, one for each parcel, in the given '
  'order with the unsent goods, without prices; pick, the goods by product and colour; left_out, the orders that may '
  'not leave. Errors: those of require_staff.';

-- Invariants

create view invariants.order_leaves_as_promised (invariant, "row", found) as
select 'an order leaves by the day it was promised', 'orders ' || l.id,
  l.units_to_send || ' units to send, promised for ' || l.leaves_by
from public.orders_leaving l
where l.leaves_by < public.uk_day(now())
  -- An order that was found after its promised day was late from the start.
  and public.uk_day(l.created_at) <= l.leaves_by;
