-- ----------------------------------------------------------------------------------------------------
-- staff_orders
-- ----------------------------------------------------------------------------------------------------

-- What staff see of orders: lists of work, search, one order, papers to print. Nothing here writes. The larger functions are
-- PL/pgSQL because a connection keeps the plans of those; planning takes longer than reading here.

create index orders_unsent on public.orders (id) where units_to_send > 0;
create index checkouts_without_order on public.checkouts (created_at)
  where status in ('awaiting_payment', 'review', 'refund_due', 'refunded');
create index refunds_waiting_for_shopper on public.refunds (created_at) where state = 'requires_action';
create index disputes_open on public.disputes (due_by) where closed_at is null;
create index returns_by_state on public.returns (state, asked_at) where state in ('asked', 'received');
create index orders_by_day on public.orders (created_at);
create index order_events_notes on public.order_events (checkout_id) where kind = 'note';

create view public.orders_leaving with (security_invoker = true) as
select o.*
from public.orders o
where o.units_to_send > 0 and o.status not in ('disputed', 'refunded')
  and case
    when o.status in ('processing', 'part_dispatched')
      and not exists (select from public.order_refunds f where f.order_id = o.id) then true
    else public.dispatch_stopped_by(o.id) is null
  end;
comment on view public.orders_leaving is
  'Orders of which something is still to leave, and may (dispatch_stopped_by, which is asked only where money has moved).';

create function public.order_decisions() returns table (
  checkout_id uuid, kind text, id text, text text, due_by timestamptz, since timestamptz
)
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select p.checkout_id, 'dispute', d.stripe_dispute_id,
         case when d.status like 'warning%' then 'The bank inquires' else 'The bank claims the money back' end
           || ': ' || replace(d.reason, '_', ' '),
         d.due_by, d.created_at
  from public.disputes d
  join public.payments p on p.id = d.payment_id
  -- Once the evidence is in, it is the bank that decides.
  where d.closed_at is null and d.status not in ('under_review', 'warning_under_review')

  union all
  select c.id, 'review', c.id::text,
         'Paid, but ' || case
           when p.currency <> c.currency then 'in another currency'
           when c.delivery ->> 'country' <> c.country then
             'the parcel goes to ' || (c.delivery ->> 'country') || ', its postage is for ' || c.country
           when b.disputed then 'the bank claims it back'
           when b.refunded_pence > 0 then 'refunded in part before there was an order'
           else 'another amount than was asked for' end,
         null, c.closed_at
  from public.checkouts c
  join public.payments p on p.checkout_id = c.id
  join public.payment_balances b on b.payment_id = p.id
  where c.status = 'review'

  union all
  select o.checkout_id, 'refund_failed', f.id::text,
         case when f.given_up_at is null
           then 'A refund failed ' || s.failures || ' times' || coalesce(': ' || s.last_failure, '')
           else 'A refund was given up: ' || f.given_up_because end,
         null, coalesce(f.given_up_at, s.last_failed_at)
  from public.order_refunds f
  join public.orders o on o.id = f.order_id
  join public.order_refund_states s on s.id = f.id
  where f.given_up_by = 'shop' or (f.taken_at is null and f.given_up_at is null and s.failures >= 3)

  union all
  select c.id, 'refund_failed', c.id::text,
         'The refund of a payment without an order failed ' || count(*) || ' times'
           || coalesce(': ' || (array_agg(r.failure_reason order by r.settled_at desc))[1], ''),
         null, max(r.settled_at)
  from public.checkouts c
  join public.payments p on p.checkout_id = c.id
  join public.refunds r on r.payment_id = p.id and r.source = 'shop' and r.state in ('failed', 'cancelled')
  where c.status = 'refund_due'
  group by c.id having count(*) >= 3

  union all
  select s.checkout_id, 'refund_surplus', s.event_id::text,
         case s.why
           when 'given_up' then 'Stripe made a refund after it had been given up'
           when 'charged' then 'More went back than was charged: it was paid back in another way, and then by Stripe, too'
           else 'The same was refunded twice: Stripe made an earlier refund after all' end,
         null, s.at
  from public.open_surpluses s

  union all
  select m.checkout_id, 'mail_parked', m.id::text,
         'An e-mail was not sent (' || replace(m.kind::text, '_', ' ') || ')' || coalesce(': ' || m.last_error, ''),
         null, m.created_at
  from public.mail_outbox m
  where m.status = 'parked' and m.checkout_id is not null

  union all
  select o.checkout_id, 'refunded_unsent', o.id::text,
         'The money went back, and ' || o.units_to_send
           || case o.units_to_send when 1 then ' piece is' else ' pieces are' end || ' neither sent nor cancelled',
         null, o.created_at
  from public.orders o
  where o.units_to_send > 0
    and case
      when o.status in ('processing', 'part_dispatched')
        and not exists (select from public.order_refunds f where f.order_id = o.id) then false
      when o.status = 'disputed' then not exists (
        select from public.disputes d where d.payment_id = o.payment_id and d.closed_at is null)
      else public.dispatch_stopped_by(o.id) = 'refunded'
    end;
end
$$;
comment on function public.order_decisions is
  'What only a person can decide, with its reason. dispute: until evidence is given. review: a payment that is not what was asked for. '
  'refund_failed: three times, or given up by the shop itself. refund_surplus: Stripe refunded too much. mail_parked. refunded_unsent: the money went back, at Stripe''s dashboard or by a lost dispute, while goods wait to be sent.';

create function public.orders_waiting() returns table (
  checkout_id uuid, kind text, id text, text text, due_by timestamptz, since timestamptz
)
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select o.checkout_id, 'return_asked', r.id::text, r.code || ', ' || r.kind, null::timestamptz, r.asked_at
  from public.returns r join public.orders o on o.id = r.order_id
  where r.state = 'asked'

  union all
  select p.checkout_id, 'refund_needs_shopper', r.id::text, 'The refund waits for the shopper''s bank details', null, r.created_at
  from public.refunds r join public.payments p on p.id = r.payment_id
  where r.state = 'requires_action'

  union all
  select c.id, 'payment_awaited', c.id::text, 'The shopper chose a slow way to pay', null, c.created_at
  from public.checkouts c
  where c.status = 'awaiting_payment';
end
$$;
comment on function public.orders_waiting is
  'What waits for a shopper: goods on their way back, refunds that need bank details, slow payments.';

create function public.staff_list(p_list text) returns table (checkout_id uuid, sort text, why jsonb)
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
             || lpad(o.id::text, 15, '0'),
           null::jsonb
    from public.orders_leaving o
    where p_list = 'to_send' or o.leaves_by < v_today;
  when 'returns' then
    return query
    select o.checkout_id,
           case r.state when 'received' then '0.' else '1.' end || lpad(extract(epoch from r.asked_at)::bigint::text, 12, '0')
             || '.' || lpad(r.id::text, 15, '0'),
           jsonb_build_object(
             'kind', 'return_' || r.state, 'id', r.id::text, 'text', r.code || ', ' || r.kind, 'due_by', null)
    from public.returns r join public.orders o on o.id = r.order_id
    where r.state in ('asked', 'received');
  when 'waiting', 'decide' then
    return query
    select t.checkout_id,
           -- What has a deadline comes first.
           case when t.kind = 'dispute' then '0.' else '1.' end
             || lpad(extract(epoch from coalesce(t.due_by, t.since))::bigint::text, 12, '0') || '.' || t.kind || '.' || t.id,
           jsonb_build_object('kind', t.kind, 'id', t.id, 'text', t.text, 'due_by', t.due_by)
    from (
      select * from public.orders_waiting() where p_list = 'waiting'
      union all
      select * from public.order_decisions() where p_list = 'decide') t;
  end case;
end
$$;
comment on function public.staff_list is
  'The rows of a list of work: to_send (by the day that they were promised to leave, express first), late, waiting, returns (received ones first), decide (disputes by their deadline first). '
  'sort puts them in order, and no two rows of a list have the same.';

create function public.staff_counts() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'to_send', s.all_of_them,
    'late', s.late,
    'waiting', (select count(*) from public.orders_waiting()),
    'returns', (select count(*) from public.returns where state in ('asked', 'received')),
    'decide', (select count(*) from public.order_decisions()))
  from (
    select count(*) as all_of_them, count(*) filter (where leaves_by < public.uk_day(now())) as late
    from public.orders_leaving) s
$$;
comment on function public.staff_counts is 'How many rows each list of staff_list has. For functions that have authorised the caller.';

create function public.checkouts_found(p_search text) returns table (checkout_id uuid, placed_at timestamptz, exact boolean)
language plpgsql stable set search_path = ''
as $$
declare
  v_query tsquery := public.search_query(p_search);
  v_number bigint := case when p_search ~ '^\s*#?\d{1,15}\s*$' then substring(p_search from '\d+')::bigint end;
  -- Of the few without an order no words are kept.
  v_beginnings text[] := array(
    select '(^|[\s!-/:-@\[-`{-~])' || regexp_replace(word, '([!-/:-@\[-`{-~])', '\\\1', 'g')
      || case when v_number is null then '' else '\M' end
    from (
      select btrim(string_to_table(public.search_form(p_search), ' '), '!"#$%&()*+,-./:;<=>?@[\]^_`{|}~') as word) words
    where word <> '' limit 10);
begin
  return query
  select o.checkout_id, o.created_at, true from public.orders o where o.id = v_number;

  return query
  select o.checkout_id, o.created_at, false
  from public.order_words w join public.orders o on o.id = w.order_id
  where w.words @@ v_query and w.order_id is distinct from v_number;

  return query
  select c.id, c.created_at, false
  from public.checkouts c
  join public.billing_infos b on b.id = c.billing_info_id
  left join public.payments p on p.checkout_id = c.id
  cross join lateral public.search_form(concat_ws(' ',
    public.payment_reference(c.id), b.name, b.email, c.delivery ->> 'name', c.stripe_session_id, p.stripe_payment_intent_id,
    (select string_agg(stripe_refund_id, ' ') from public.refunds where payment_id = p.id),
    (select string_agg(stripe_dispute_id, ' ') from public.disputes where payment_id = p.id))) form
  where c.status in ('awaiting_payment', 'review', 'refund_due', 'refunded')
    and v_query is not null
    and not exists (select from unnest(v_beginnings) beginning where form !~ beginning);
end
$$;
comment on function public.checkouts_found is
  'The orders, and the checkouts that are paid or awaited without one, that have all the words of a search (search_query). exact: the order of that number.';

create function public.orders_fitting(p_filter jsonb, p_unsent boolean) returns table (checkout_id uuid, id bigint)
language plpgsql stable set search_path = ''
-- Planned for the filters that are set, so that each can use its index.
set plan_cache_mode = force_custom_plan
as $$
declare
  v_today date := public.uk_day(now());
  v_leaves text := p_filter ->> 'leaves';
  v_express boolean := (p_filter ->> 'delivery') = 'express';
  v_countries text[] := case when p_filter ? 'countries' then array(select jsonb_array_elements_text(p_filter -> 'countries')) end;
  v_single boolean := (p_filter ->> 'pieces') = 'one';
  v_note boolean := p_filter ? 'note';
  v_status public.order_status := (p_filter ->> 'status')::public.order_status;
  v_since timestamptz := (p_filter ->> 'since')::date::timestamp at time zone 'Europe/London';
  v_until timestamptz := ((p_filter ->> 'until')::date + 1)::timestamp at time zone 'Europe/London';
begin
  return query
  select o.checkout_id, o.id
  from public.orders o
  where (not p_unsent or o.units_to_send > 0)
    and (v_leaves is null or (o.leaves_by <= v_today) = (v_leaves = 'today'))
    and (v_express is null or v_express = exists (
      select from public.checkout_shipping_options s
      where s.checkout_id = o.checkout_id and s.name = o.shipping_name and s.amount_pence = o.shipping_pence and s.express))
    and (v_countries is null or o.country = any (v_countries))
    and (v_single is null or (o.units_to_send = 1) = v_single)
    and (not v_note or exists (
      select from public.order_events e where e.checkout_id = o.checkout_id and e.kind = 'note'))
    and (v_status is null or o.status = v_status)
    and (v_since is null or o.created_at >= v_since)
    and (v_until is null or o.created_at < v_until);
end
$$;
comment on function public.orders_fitting is
  'The orders that have all that is asked: leaves (today: by today, or late; later), delivery (express, standard), countries, pieces (one, several; to be sent), note (any), status, since and until (days in the United Kingdom on which they were placed). '
  'p_unsent: only those of which something is to leave.';

create function public.staff_rows(p_rows jsonb, p_money boolean) returns jsonb
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
        'status', coalesce(o.status::text, c.status::text),
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
        'total_pence', case when p_money then coalesce(p.charged_pence, c.subtotal_pence + c.tax_pence) end,
        'why', item -> 'why')
      order by place)
    from jsonb_array_elements(p_rows) with ordinality as given (item, place)
    join public.checkouts c on c.id = (item ->> 'checkout_id')::uuid
    join public.billing_infos b on b.id = c.billing_info_id
    left join public.payments p on p.checkout_id = c.id
    left join public.orders o on o.checkout_id = c.id
    cross join lateral (
      select sum(i.quantity) as units, jsonb_agg(jsonb_build_object(
          'variant_id', i.variant_id, 'product_name', i.product_name, 'color_name', i.color_name, 'quantity', i.quantity,
          -- All or nothing of most orders.
          'to_send', case
            when o.units_to_send = o.total_items then i.quantity
            when o.units_to_send > 0 then (
              select to_send from public.order_units where order_id = o.id and variant_id = i.variant_id)
            else 0 end)
        order by i.product_name, i.color_name, i.variant_id) as items
      from public.checkout_lines i where i.checkout_id = c.id) l);
end
$$;
comment on function public.staff_rows is
  'Orders, or checkouts without one, [{checkout_id, why}], as rows of a list. p_money: whether the caller may see amounts.';

create function public.staff_is_manager(p_staff bigint) returns boolean
language sql stable set search_path = ''
as $$ select role = 'manager' from public.staff where id = p_staff $$;
comment on function public.staff_is_manager is 'Whether somebody may see and move money.';

create function public.staff_orders(
  p_user uuid, p_auth_session uuid, p_list text, p_search text default null, p_after text default null,
  p_limit integer default 50, p_filter jsonb default '{}'
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_money boolean := public.staff_is_manager(public.require_staff(p_user, p_auth_session));
  v_search boolean := btrim(coalesce(p_search, '')) <> '';
  v_filter boolean := p_filter - 'why' <> '{}';
  v_why text := p_filter ->> 'why';
  v_unsent boolean := p_list in ('to_send', 'late');
  v_rows jsonb;
  v_total bigint;
begin
  if p_list = 'all' and p_after !~ (case when v_search then '^[01]\.\d{1,17}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' else '^\d{1,15}$' end) then
    raise sqlstate 'PT400' using message = 'The list has no such page', hint = 'page_unknown';
  end if;

  if p_list = 'all' and v_filter and not v_search then
    with found as materialized (
      select f.checkout_id, f.id from public.orders_fitting(p_filter, false) f
    )
    select (
        select jsonb_agg(jsonb_build_object('checkout_id', r.checkout_id, 'sort', r.id::text) order by r.id desc)
        from (
          select * from found
          where p_after is null or id < p_after::bigint
          order by id desc limit p_limit + 1) r),
      (select count(*) from found)
    into v_rows, v_total;
  elsif p_list = 'all' and not v_search then
    select jsonb_agg(to_jsonb(r) order by r.number desc) into v_rows
    from (
      select checkout_id, id as number, id::text as sort, null::jsonb as why
      from public.orders
      where p_after is null or id < p_after::bigint
      order by id desc limit p_limit + 1) r;
    select count(*) into v_total from public.orders;
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
              < (split_part(p_after, '.', 1)::integer, split_part(p_after, '.', 2)::bigint, split_part(p_after, '.', 3)::uuid)
          order by exact desc, at desc, checkout_id desc limit p_limit + 1) r),
      (select count(*) from found)
    into v_rows, v_total;
  else
    with found as materialized (
      select l.* from public.staff_list(p_list) l
      where (not v_search or l.checkout_id in (select f.checkout_id from public.checkouts_found(p_search) f))
        and (not v_filter or l.checkout_id in (select t.checkout_id from public.orders_fitting(p_filter, v_unsent) t))
        and (v_why is null or l.why ->> 'kind' = v_why)
    )
    select (
        select jsonb_agg(to_jsonb(r) order by r.sort) from (
          select checkout_id, sort collate "C" as sort, why from found
          where p_after is null or sort collate "C" > p_after
          order by 2 limit p_limit + 1) r),
      (select count(*) from found)
    into v_rows, v_total;
  end if;

  return jsonb_build_object(
    'rows', coalesce(public.staff_rows(v_rows - p_limit, v_money), '[]'),
    'next', case when jsonb_array_length(v_rows) > p_limit then v_rows -> (p_limit - 1) -> 'sort' end,
    'total', v_total);
end
$$;
comment on function public.staff_orders is
  'A page of a list: {rows, next, total}. p_list: those of staff_list, or all: every order, the newest first. p_search: only what checkouts_found finds; in all that includes payments without an order, unless it is filtered. '
  'p_filter: what orders_fitting keeps, and why: a kind of reason for being in waiting, returns or decide. p_after: next of the page before. Amounts only for managers. Errors: those of require_staff; PT400 page_unknown.';

create function public.checkout_timeline(p_checkout uuid, p_for_staff boolean, p_money boolean) returns jsonb
language plpgsql stable set search_path = ''
-- To plan it takes longer than to run it, and the plan is the same for every checkout.
set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    with units (event_id, variant_id, quantity) as (
      select p.event_id, i.variant_id, i.quantity
      from public.orders o
      join public.parcels p on p.order_id = o.id
      join public.parcel_items i on i.parcel_id = p.id
      where o.checkout_id = p_checkout
      union all
      select i.event_id, i.variant_id, i.quantity
      from public.orders o join public.cancelled_items i on i.order_id = o.id
      where o.checkout_id = p_checkout
      union all
      select r.event_id, i.variant_id, i.quantity
      from public.orders o
      join public.returns r on r.order_id = o.id
      join public.return_items i on i.return_id = r.id
      where o.checkout_id = p_checkout
      union all
      select e.id, (came ->> 'variant_id')::bigint, (came ->> 'restocked')::integer + (came ->> 'written_off')::integer
      from public.order_events e, jsonb_array_elements(e.detail -> 'items') came
      where e.checkout_id = p_checkout and e.kind = 'return_received'
      union all
      select f.id, i.variant_id, i.quantity
      from public.orders o
      join public.order_refunds f on f.order_id = o.id
      join public.order_refund_items i on i.order_refund_id = f.id
      join public.order_events e on e.id = f.id and e.kind = 'refund_asked'
      where o.checkout_id = p_checkout
    ), entries as (
      select p.id::text as id, p.created_at as at, 'paid' as kind, 'shopper' as actor, null::text as staff,
             null::text as about, null::text as carrier, null::text as tracking_number, null::uuid as event_id,
             p.charged_pence as amount_pence, null::text as state, null::text as text, 0 as place
      from public.payments p where p.checkout_id = p_checkout

      union all
      select c.id::text, c.created_at, 'awaiting_payment', 'shopper', null, null, null, null, null,
             c.subtotal_pence + c.tax_pence, null, null, 0
      from public.checkouts c where c.id = p_checkout and c.status = 'awaiting_payment'

      union all
      select e.id::text, case e.kind when 'delivered' then coalesce(sent.delivered_at, e.at) else e.at end, e.kind::text, e.actor::text, s.name,
             coalesce(r.code, sent.id::text, e.detail ->> 'kind'),
             coalesce(e.detail ->> 'carrier', sent.carrier), coalesce(e.detail ->> 'tracking_number', sent.tracking_number),
             e.id, coalesce(f.amount_pence, (e.detail ->> 'amount_pence')::bigint), null,
             case e.kind
               when 'note' then e.detail ->> 'text'
               when 'refund_settled_outside' then e.detail ->> 'text'
               when 'surplus_closed' then e.detail ->> 'text'
               when 'refund_asked' then f.reason
               when 'refund_given_up' then f.given_up_because
               when 'return_asked' then r.reason
               else e.detail ->> 'reason' end,
             1
      from public.order_events e
      left join public.staff s on s.id = e.staff_id
      -- By the order first: an index finds the few of it, of which one is meant.
      left join public.orders o on o.checkout_id = e.checkout_id
      left join public.parcels sent on sent.order_id = o.id and (
        e.kind in ('delivered', 'parcel_corrected') and sent.id = (e.detail ->> 'parcel')::bigint
        or e.kind = 'dispatched' and sent.event_id = e.id)
      left join public.returns r on r.order_id = o.id and (r.event_id = e.id or r.code = e.detail ->> 'code')
      left join public.order_refunds f on f.order_id = o.id and (f.id = e.id or f.id::text = e.detail ->> 'order_refund')
      where e.checkout_id = p_checkout

      union all
      select r.id::text, r.created_at, 'refund', case r.source when 'dashboard' then 'stripe' else 'shop' end, null, null, null,
             null, null, r.amount_pence, r.state::text, coalesce(r.failure_reason, r.reason), 2
      from public.payments p join public.refunds r on r.payment_id = p.id
      -- What was paid outside has an event.
      where p.checkout_id = p_checkout and r.source <> 'outside'

      union all
      select d.stripe_dispute_id, d.created_at, 'dispute_opened', 'stripe', null, null, null, null, null,
             d.amount_pence, d.status, d.reason, 2
      from public.payments p join public.disputes d on d.payment_id = p.id
      where p.checkout_id = p_checkout

      union all
      select d.stripe_dispute_id || ' closed', d.closed_at, 'dispute_closed', 'stripe', null, null, null, null, null,
             d.amount_pence, d.status, d.reason, 3
      from public.payments p join public.disputes d on d.payment_id = p.id
      where p.checkout_id = p_checkout and d.closed_at is not null

      union all
      select m.id::text, m.sent_at, 'mail_sent', 'shop', null, m.kind::text, null, null, null, null, null, null, 4
      from public.mail_outbox m
      where m.checkout_id = p_checkout and m.sent_at is not null
    )
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', e.id, 'at', e.at, 'kind', e.kind, 'actor', e.actor,
        'staff', case when p_for_staff then e.staff end,
        'about', e.about, 'carrier', e.carrier, 'tracking_number', e.tracking_number,
        'items', (
          select jsonb_agg(jsonb_build_object(
              'variant_id', l.variant_id, 'product_name', l.product_name, 'color_name', l.color_name, 'quantity', u.quantity)
            order by l.product_name, l.color_name, l.variant_id)
          from units u join public.checkout_lines l on l.checkout_id = p_checkout and l.variant_id = u.variant_id
          where u.event_id = e.event_id),
        'amount_pence', case when p_money then e.amount_pence end,
        'state', e.state,
        'text', case when p_for_staff or e.kind in ('return_asked', 'return_refused') then e.text end)
      order by e.at, e.place, e.id), '[]')
    from entries e
    where p_for_staff
      or e.kind in ('paid', 'awaiting_payment', 'dispatched', 'delivered', 'cancelled',
        'return_asked', 'return_received', 'return_refused', 'return_settled', 'return_called_off')
      or (e.kind = 'refund' and e.state in ('pending', 'requires_action', 'succeeded')));
end
$$;
comment on function public.checkout_timeline is
  'What happened to a checkout, oldest first, from its events, payment, refunds, disputes and e-mails: [{id, at, kind, actor, staff, about, carrier, tracking_number, items, amount_pence, state, text}]. '
  'about: the code of a return, the id of a parcel, the kind of an e-mail. p_for_staff: with colleagues'' names, notes and what only concerns the shop. p_money: with amounts. For functions that have authorised the caller.';

create function public.order_timeline(p_order bigint, p_for_staff boolean) returns jsonb
language sql stable set search_path = ''
as $$
  select public.checkout_timeline(o.checkout_id, p_for_staff, true) from public.orders o where o.id = p_order
$$;
comment on function public.order_timeline is
  'What happened to an order (checkout_timeline), with amounts, for a manager or for its shopper. For functions that have authorised the caller.';

create function public.staff_money(p_checkout uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'currency', coalesce(p.currency, c.currency),
      'subtotal_pence', c.subtotal_pence,
      'tax_pence', c.tax_pence,
      'tax_basis_points', c.tax_basis_points,
      'included_basis_points', c.included_basis_points,
      'tax_inside_pence', public.tax_inside(coalesce(p.charged_pence, c.subtotal_pence), c.included_basis_points),
      'shipping_pence', coalesce(o.shipping_pence, p.shipping_pence, 0),
      'adjustment_pence', coalesce(o.adjustment_pence, 0),
      'charged_pence', coalesce(p.charged_pence, 0),
      'refunded_pence', coalesce(b.refunded_pence, 0),
      'owed_pence', coalesce(m.owed_pence, 0),
      'rest_pence', greatest(coalesce(m.left_pence, p.charged_pence - b.gone_pence, 0), 0),
      'shipping_rest_pence', coalesce(least(m.shipping_left_pence, greatest(m.left_pence, 0)), 0),
      'disputed', coalesce(b.disputed, false),
      'stripe_session_id', c.stripe_session_id,
      'stripe_payment_intent_id', p.stripe_payment_intent_id,
      'disputes', coalesce((
        select jsonb_agg(jsonb_build_object(
            'id', d.stripe_dispute_id, 'amount_pence', d.amount_pence, 'reason', d.reason, 'status', d.status,
            'due_by', d.due_by, 'created_at', d.created_at, 'closed_at', d.closed_at) order by d.created_at)
        from public.disputes d where d.payment_id = p.id), '[]'),
      'refunds', coalesce((
        select jsonb_agg(r.refund order by r.at, r.refund ->> 'id')
        from (
          select f.asked_at as at, jsonb_build_object(
            'id', f.id, 'source', 'order', 'state', s.state, 'reason', f.reason, 'return_id', f.return_id,
            'asked_at', f.asked_at, 'settled_at', s.settled_at,
            'goods_pence', f.goods_pence, 'tax_pence', f.tax_pence, 'shipping_pence', f.shipping_pence,
            'goodwill_pence', f.goodwill_pence, 'amount_pence', f.amount_pence,
            'failures', s.failures, 'last_failure', s.last_failure, 'given_up_because', f.given_up_because,
            'stripe_ids', array(
              select stripe_refund_id from public.refunds
              where order_refund_id = f.id and stripe_refund_id is not null order by created_at),
            'items', coalesce((
              select jsonb_agg(jsonb_build_object('variant_id', variant_id, 'quantity', quantity) order by variant_id)
              from public.order_refund_items where order_refund_id = f.id), '[]')) as refund
          from public.order_refunds f join public.order_refund_states s on s.id = f.id
          where f.order_id = o.id
          union all
          select r.created_at, jsonb_build_object(
            'id', r.id, 'source', case r.source when 'shop' then 'checkout' else r.source::text end,
            'state', case r.state when 'requested' then 'due' else r.state::text end,
            'reason', r.reason, 'return_id', null, 'asked_at', r.created_at, 'settled_at', r.settled_at,
            'goods_pence', null, 'tax_pence', null, 'shipping_pence', null, 'goodwill_pence', null,
            'amount_pence', r.amount_pence,
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
  'The money of a checkout for a manager: what was charged, went back, is owed and is left, with each refund and dispute. For functions that have authorised the caller.';

create function public.staff_order(
  p_user uuid, p_auth_session uuid, p_order bigint default null, p_checkout uuid default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_money boolean := public.staff_is_manager(public.require_staff(p_user, p_auth_session));
  v_checkout public.checkouts;
  v_order public.orders;
begin
  select * into v_order from public.orders where id = p_order or checkout_id = p_checkout;
  select * into v_checkout from public.checkouts
  where id = coalesce(v_order.checkout_id, p_checkout)
    -- What somebody only looked at is not for staff.
    and status not in ('open', 'released');
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such order.', hint = 'order_unknown';
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
        select jsonb_build_object('name', name, 'email', email, 'phone', phone)
        from public.billing_infos where id = v_checkout.billing_info_id),
      'delivery', v_checkout.delivery,
      'label', v_order.label,
      'lines', (
        select jsonb_agg(jsonb_build_object(
            'variant_id', l.variant_id, 'product_id', l.product_id, 'product_name', l.product_name,
            'color_name', l.color_name,
            'image', (
              select i.path from public.variant_images i where i.variant_id = l.variant_id order by i.position, i.id limit 1),
            'ordered', l.quantity,
            'sent', coalesce(u.sent, 0), 'cancelled', coalesce(u.cancelled, 0), 'to_send', coalesce(u.to_send, 0),
            'return_asked', coalesce(u.return_asked, 0), 'returned', coalesce(u.returned, 0),
            'refunded', coalesce(u.refunded, 0),
            'unit_pence', case when v_money then l.unit_pence end)
          order by l.product_name, l.color_name, l.variant_id)
        from public.checkout_lines l
        left join public.order_units u on u.order_id = v_order.id and u.variant_id = l.variant_id
        where l.checkout_id = v_checkout.id),
      'parcels', coalesce((
        select jsonb_agg(jsonb_build_object(
            'id', p.id, 'carrier', p.carrier, 'tracking_number', p.tracking_number, 'sent_at', p.sent_at,
            'delivered_at', p.delivered_at,
            'items', (
              select jsonb_agg(jsonb_build_object('variant_id', variant_id, 'quantity', quantity) order by variant_id)
              from public.parcel_items where parcel_id = p.id))
          order by p.sent_at, p.id)
        from public.parcels p where p.order_id = v_order.id), '[]'),
      'returns', coalesce((
        select jsonb_agg(jsonb_build_object(
            'id', r.id, 'code', r.code, 'kind', r.kind, 'state', r.state, 'reason', r.reason,
            'asked_at', r.asked_at, 'received_at', r.received_at, 'closed_at', r.closed_at,
            'next_order', public.order_after_return(r.id),
            'photos', (select count(*) from public.return_photos p where p.return_id = r.id and p.removed_at is null),
            'delivery_pence', case when v_money and r.state = 'received' then public.return_delivery_refund(r.id) end,
            'items', (
              select jsonb_agg(jsonb_build_object(
                'variant_id', variant_id, 'quantity', quantity, 'restocked', restocked, 'written_off', written_off)
                order by variant_id)
              from public.return_items where return_id = r.id))
          order by r.asked_at, r.id)
        from public.returns r where r.order_id = v_order.id), '[]'),
      'after_returns', public.returns_before_order(v_order.id),
      'mails', coalesce((
        select jsonb_agg(jsonb_build_object(
            'id', m.id, 'kind', m.kind, 'status', m.status, 'created_at', m.created_at, 'due_at', m.due_at,
            'sent_at', m.sent_at, 'attempts', m.attempts, 'last_error', m.last_error)
          order by m.created_at, m.id)
        from public.mail_outbox m where m.checkout_id = v_checkout.id), '[]'),
      'timeline', public.checkout_timeline(v_checkout.id, true, v_money),
      'whys', coalesce((
        select jsonb_agg(jsonb_build_object('kind', t.kind, 'id', t.id, 'text', t.text, 'due_by', t.due_by) order by t.since)
        from (
          select * from public.order_decisions() union all select * from public.orders_waiting()
          union all
          select o.checkout_id, 'return_received', r.id::text, r.code || ', ' || r.kind, null, r.asked_at
          from public.returns r join public.orders o on o.id = r.order_id where r.state = 'received') t
        where t.checkout_id = v_checkout.id), '[]'),
      'money', case when v_money then public.staff_money(v_checkout.id) end);
end
$$;
comment on function public.staff_order is
  'Everything about one order, by its number or checkout, or about a paid or awaited checkout without one. money is null for a packer. Errors: those of require_staff; PT404 order_unknown.';

create function public.orders_for_print(p_user uuid, p_auth_session uuid, p_orders bigint[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff(p_user, p_auth_session);
  return (
    with wanted as (
      select number, min(place) as place from unnest(p_orders) with ordinality as given (number, place) group by number
    ), printed as (
      select w.place, o.*, coalesce(o.label, c.delivery) as address
      from wanted w
      join public.orders_leaving s on s.id = w.number
      join public.orders o on o.id = s.id
      join public.checkouts c on c.id = o.checkout_id
    ), lines as (
      select p.place, i.order_id, i.variant_id, i.product_name, i.color_name, u.to_send
      from printed p
      join public.order_units u on u.order_id = p.id and u.to_send > 0
      join public.order_items i on i.order_id = p.id and i.variant_id = u.variant_id
    )
    select jsonb_build_object(
      'slips', coalesce((
        select jsonb_agg(jsonb_build_object(
            'order', p.id, 'reference', public.payment_reference(p.checkout_id), 'placed_at', p.created_at,
            'leaves_by', p.leaves_by, 'shipping_name', p.shipping_name,
            'express', exists (
              select from public.checkout_shipping_options s
              where s.checkout_id = p.checkout_id and s.name = p.shipping_name and s.amount_pence = p.shipping_pence and s.express),
            'country', p.country, 'address', p.address,
            'lines', (
              select jsonb_agg(jsonb_build_object(
                  'variant_id', l.variant_id, 'product_name', l.product_name, 'color_name', l.color_name, 'quantity', l.to_send)
                order by l.product_name, l.color_name, l.variant_id)
              from lines l where l.order_id = p.id),
            'part', p.units_to_send < p.total_items) order by p.place)
        from printed p), '[]'),
      'pick', coalesce((
        select jsonb_agg(jsonb_build_object(
            'variant_id', g.variant_id, 'product_name', g.product_name, 'color_name', g.color_name,
            'image', (
              select i.path from public.variant_images i where i.variant_id = g.variant_id order by i.position, i.id limit 1),
            'quantity', g.quantity, 'orders', g.orders) order by g.product_name, g.color_name, g.variant_id)
        from (
          select variant_id, product_name, color_name, sum(to_send) as quantity,
                 jsonb_agg(order_id order by place) as orders
          from lines group by variant_id, product_name, color_name) g), '[]'),
      'left_out', coalesce((
        select jsonb_agg(jsonb_build_object('order', w.number, 'status', o.status) order by w.place)
        from wanted w left join public.orders o on o.id = w.number
        where not exists (select from printed p where p.id = w.number)), '[]')));
end
$$;
comment on function public.orders_for_print is
  'Papers for several orders: slips in the order given with what is still to leave, no prices; pick, the same by product and colour; left_out, the orders of which nothing may leave. Errors: those of require_staff.';


-- ----------------------------------------------------------------------------------------------------
-- staff_exports
-- ----------------------------------------------------------------------------------------------------

-- What leaves the studio as a spreadsheet: labels and customs for what is to be sent, figures for the accountant.

create function public.labels_to_print(p_user uuid, p_auth_session uuid, p_orders bigint[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff(p_user, p_auth_session);
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'order', o.id,
      'placed_on', public.uk_day(o.counts_from),
      'express', exists (
        select from public.checkout_shipping_options s
        where s.checkout_id = c.id and s.name = o.shipping_name and s.amount_pence = o.shipping_pence and s.express),
      'label', coalesce(o.label, c.delivery),
      'email', b.email,
      -- Where the payment page asked for the address, it did not ask for a number.
      'phone', coalesce(nullif(coalesce(o.label, c.delivery) ->> 'phone', ''), b.phone),
      'lines', (
        select jsonb_agg(jsonb_build_object(
          'product_name', i.product_name, 'color_name', i.color_name, 'variant_id', i.variant_id,
          'quantity', u.to_send, 'unit_pence', i.product_price_pence, 'material', p.material,
          'weight_grams', p.weight_grams, 'hs_code', p.hs_code, 'origin_country', p.origin_country)
          order by i.product_name, i.color_name, i.variant_id)
        from public.order_units u
        join public.order_items i on i.order_id = u.order_id and i.variant_id = u.variant_id
        join public.products p on p.id = i.product_id
        where u.order_id = o.id and u.to_send > 0)) order by wanted.place), '[]')
    from (
      select id, min(place) as place from unnest(p_orders) with ordinality as given (id, place) group by id) wanted
    join public.orders o on o.id = wanted.id
    join public.checkouts c on c.id = o.checkout_id
    join public.billing_infos b on b.id = o.billing_info_id
    where o.units_to_send > 0 and public.dispatch_stopped_by(o.id) is null);
end
$$;
comment on function public.labels_to_print is
  'What is to be sent of orders, in the order given, with the address on the label and what carriers and customs ask; those that may not leave or have nothing left to send are passed over. '
  'Packers see the price of a unit, too, because customs'' form has it. Errors: those of require_staff.';

create function public.payments_for_accounts(p_user uuid, p_auth_session uuid, p_from date, p_to date) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff(p_user, p_auth_session, 'manager');
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'paid_on', public.uk_day(p.created_at),
      'order', o.id,
      'reference', public.payment_reference(p.checkout_id),
      'status', coalesce(o.status::text, p.status::text),
      'country', c.country,
      'currency', upper(p.currency),
      'goods_pence', c.subtotal_pence,
      'tax_pence', c.tax_pence,
      'tax_basis_points', c.tax_basis_points,
      'included_basis_points', c.included_basis_points,
      'tax_inside_pence', public.tax_inside(p.charged_pence, c.included_basis_points),
      'tax_refunded_pence', case
        when c.tax_display = 'included' then public.tax_inside(b.refunded_pence, c.included_basis_points)
        when b.refunded_pence >= p.charged_pence then c.tax_pence
        else (
          select coalesce(sum(f.tax_pence), 0) from public.order_refunds f
          where f.order_id = o.id and f.given_up_at is null
            and exists (
              select from public.refunds r
              where r.order_refund_id = f.id and r.state in ('pending', 'requires_action', 'succeeded')))
        end,
      'shipping_pence', p.shipping_pence,
      'charged_pence', p.charged_pence,
      'refunds', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'on', public.uk_day(coalesce(r.settled_at, r.created_at)), 'amount_pence', r.amount_pence, 'state', r.state)
          order by coalesce(r.settled_at, r.created_at), r.id), '[]')
        from public.refunds r
        where r.payment_id = p.id and r.state in ('pending', 'requires_action', 'succeeded')),
      'lost_disputes', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'on', public.uk_day(d.closed_at), 'amount_pence', d.amount_pence) order by d.closed_at, d.stripe_dispute_id), '[]')
        from public.disputes d where d.payment_id = p.id and d.status = 'lost'),
      'stripe_payment', p.stripe_payment_intent_id) order by p.created_at, p.id), '[]')
    from public.payments p
    join public.checkouts c on c.id = p.checkout_id
    join public.payment_balances b on b.payment_id = p.id
    left join public.orders o on o.payment_id = p.id
    where p.created_at >= p_from::timestamp at time zone 'Europe/London'
      and p.created_at < (p_to + 1)::timestamp at time zone 'Europe/London');
end
$$;
comment on function public.payments_for_accounts is
  'The payments of days in the United Kingdom, p_to among them, with the goods, tax and delivery that they were for and what went back of them until now. Those without an order are among them: their money came in, and back. '
  'tax_pence came on top of the goods, tax_inside_pence is in charged_pence; tax_refunded_pence is the tax in what went back, without refunds in part that were made at Stripe of a payment whose tax came on top: nobody knows what they were for. '
  'charged_pence may differ from the parts where a person accepted that after a review. For managers. Errors: those of require_staff.';


-- ----------------------------------------------------------------------------------------------------
-- staff_mailings
-- ----------------------------------------------------------------------------------------------------

-- The list and its mailings, as marketers see and change them.

create function public.staff_subscribers(
  p_user uuid, p_auth_session uuid, p_search text default '', p_after text default null, p_limit integer default 50
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff(p_user, p_auth_session, 'marketer');
begin
  return jsonb_build_object(
    'people', public.mailing_audience(),
    'pending', (select count(*) from public.subscriptions where confirmed_at is null),
    'weeks', (
      select coalesce(jsonb_agg(jsonb_build_object('week', week, 'joined', joined, 'gone', gone) order by week), '[]')
      from (
        select date_trunc('week', day)::date as week, sum(joined) as joined, sum(gone) as gone
        from public.subscriber_days where day > current_date - 84 group by 1) weeks),
    'subscribers', (
      select coalesce(jsonb_agg(to_jsonb(subscriber) order by subscriber.email), '[]')
      from (
        select id, email, confirmed_at, asked_from, confirmed_text
        from public.subscriptions
        where confirmed_at is not null and strpos(lower(email), lower(btrim(p_search))) > 0
          and (p_after is null or email > p_after)
        order by email limit p_limit) subscriber));
end
$$;
comment on function public.staff_subscribers is
  'How many are on the list, how many have not confirmed yet, who joined and left in each of twelve weeks, and p_limit subscribers by address, after p_after, whose address contains p_search. Errors as of require_staff.';

create function public.staff_remove_subscriber(p_user uuid, p_auth_session uuid, p_subscription uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform public.require_staff(p_user, p_auth_session, 'marketer');
  perform public.unsubscribe(p_subscription);
end
$$;
comment on function public.staff_remove_subscriber is 'Takes somebody off the list who asked for it in another way. Doing so twice is not an error. Errors as of require_staff.';

create function public.mailing_facts(p_mailing public.mailings) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', p_mailing.id, 'version', p_mailing.version, 'state', p_mailing.state, 'content', p_mailing.content,
    'send_at', p_mailing.send_at, 'when_open', p_mailing.when_open, 'opens_at', public.mailing_opens_at(p_mailing.content), 'started_at', p_mailing.started_at, 'ended_at', p_mailing.ended_at,
    'changed_at', p_mailing.changed_at,
    'changed_by', (select name from public.staff where id = p_mailing.changed_by),
    'released_by', (select name from public.staff where id = p_mailing.released_by),
    'products', case when p_mailing.state = 'draft' then public.mailing_products(p_mailing.content, true) else '[]' end,
    'owed', count(*) filter (where r.state = 'owed'),
    'sent', count(*) filter (where r.state = 'sent'),
    'failed', count(*) filter (where r.state = 'failed'),
    'unsubscribed', count(*) filter (where r.left_why in ('unsubscribed', 'complained')))
  from public.mailing_recipients r where r.mailing_id = p_mailing.id
$$;
comment on function public.mailing_facts is 'A mailing with its figures: owed, sent, failed, and how many unsubscribed or complained since it began; of a draft its products, too.';

create function public.staff_mailings(p_user uuid, p_auth_session uuid, p_mailing uuid default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff(p_user, p_auth_session, 'marketer');
  return jsonb_build_object(
    'people', public.mailing_audience(),
    'mailings', (
      select coalesce(jsonb_agg(public.mailing_facts(m) order by m.changed_at desc), '[]')
      from (
        select * from public.mailings where p_mailing is null or id = p_mailing
        order by changed_at desc limit 100) m));
end
$$;
comment on function public.staff_mailings is 'The latest hundred mailings with their figures, or one; and how many are on the list. Errors as of require_staff.';

create function public.mailing_to_preview(p_mailing uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('content', content, 'products', public.mailing_products(content, true))
  from public.mailings where id = p_mailing
$$;
comment on function public.mailing_to_preview is 'What a mailing says, with its products, those too that are not open yet. Null when there is none. The caller has checked a signed address or a login.';

create function public.staff_save_mailing(
  p_user uuid, p_auth_session uuid, p_mailing uuid, p_version integer, p_content jsonb
) returns integer
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff(p_user, p_auth_session, 'marketer');
  v_mailing public.mailings;
begin
  if p_version = 0 then
    insert into public.mailings (id, content, changed_by) values (p_mailing, p_content, v_staff)
    on conflict (id) do nothing;
    if found then
      return 1;
    end if;
  end if;
  select * into v_mailing from public.mailings where id = p_mailing for update;
  -- What somebody discarded is not brought back by a tab that still saves it.
  if not found then
    raise sqlstate 'PT404' using message = 'Somebody has discarded this mailing.', hint = 'mailing_missing';
  end if;
  -- Pressed again after a lost answer.
  if v_mailing.content = p_content then
    return v_mailing.version;
  end if;
  if v_mailing.state <> 'draft' then
    raise sqlstate 'PT409' using message = 'This mailing is not a draft any more.', hint = 'mailing_released';
  end if;
  if v_mailing.version <> p_version then
    raise sqlstate 'PT409' using message = 'Somebody else has changed this mailing. Load it again.', hint = 'mailing_changed';
  end if;
  update public.mailings
  set content = p_content, version = version + 1, changed_at = now(), changed_by = v_staff
  where id = p_mailing returning version into v_mailing.version;
  return v_mailing.version;
end
$$;
comment on function public.staff_save_mailing is
  'Makes or replaces a draft; p_version is the one that was changed, 0 for a new one. Returns the new version. Errors: PT404 mailing_missing; PT409 mailing_released, mailing_changed; those of require_staff.';

create function public.staff_release_mailing(
  p_user uuid, p_auth_session uuid, p_mailing uuid, p_version integer, p_people integer, p_at timestamptz default null,
  p_when_open boolean default false
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff(p_user, p_auth_session, 'marketer');
  v_mailing public.mailings;
  v_people bigint := public.mailing_audience();
begin
  select * into v_mailing from public.mailings where id = p_mailing for update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such mailing.', hint = 'mailing_missing';
  end if;
  -- Pressed again after a lost answer.
  if v_mailing.state in ('scheduled', 'sending', 'sent') and v_mailing.version = p_version then
    return;
  end if;
  if v_mailing.state <> 'draft' or v_mailing.version <> p_version then
    raise sqlstate 'PT409' using message = 'Somebody else has changed this mailing. Load it again.', hint = 'mailing_changed';
  end if;
  if p_at < now() - interval '1 minute' or p_at > now() + interval '1 year' then
    raise sqlstate 'PT400' using message = 'Choose a time to come, within a year.', hint = 'time_past';
  end if;
  if p_when_open and not public.mailing_waits(v_mailing.content) then
    raise sqlstate 'PT409' using message = 'Its products are all on sale already, or it has none. Choose another time.', hint = 'nothing_opens';
  end if;
  if abs(v_people - p_people) > greatest(20, p_people / 10) then
    raise sqlstate 'PT409' using
      message = format('%s people are on the list now. Look again before you send.', v_people), hint = 'audience_changed';
  end if;
  update public.mailings
  set state = 'scheduled', send_at = case when not p_when_open then coalesce(p_at, now()) end, when_open = p_when_open,
      people = p_people, released_by = v_staff
  where id = p_mailing;
end
$$;
comment on function public.staff_release_mailing is
  'Has a draft sent at p_at, at once, or with p_when_open once all of its products are on sale; p_people is the number that its sender was told of. Errors: PT404 mailing_missing; PT409 mailing_changed, nothing_opens, audience_changed (by more than a tenth and 20); PT400 time_past; those of require_staff.';

create function public.staff_halt_mailing(p_user uuid, p_auth_session uuid, p_mailing uuid, p_do text) returns void
language plpgsql set search_path = ''
as $$
declare
  v_mailing public.mailings;
begin
  perform public.require_staff(p_user, p_auth_session, 'marketer');
  select * into v_mailing from public.mailings where id = p_mailing for update;
  if not found then
    if p_do = 'discard' then
      return;
    end if;
    raise sqlstate 'PT404' using message = 'There is no such mailing.', hint = 'mailing_missing';
  end if;
  if p_do = 'discard' and v_mailing.started_at is null then
    delete from public.mailings where id = p_mailing;
  elsif p_do = 'stop' and v_mailing.started_at is null then
    update public.mailings set state = 'draft', send_at = null, when_open = false where id = p_mailing;
  elsif p_do = 'stop' and v_mailing.state in ('sending', 'stopped') then
    update public.mailings set state = 'stopped' where id = p_mailing;
  elsif p_do = 'resume' and v_mailing.state in ('sending', 'stopped') and v_mailing.started_at is not null then
    update public.mailings set state = 'sending' where id = p_mailing;
    perform public.end_mailing_if_done(p_mailing);
  else
    raise sqlstate 'PT409' using message = 'It is too late for that: the mailing has gone on.', hint = 'mailing_changed';
  end if;
end
$$;
comment on function public.staff_halt_mailing is
  'p_do: stop (a scheduled one is a draft again, one that is being sent pauses), resume, or discard one that has not started. Errors: PT404 mailing_missing; PT409 mailing_changed; those of require_staff.';

create function public.staff_own_address(p_user uuid, p_auth_session uuid) returns text
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff(p_user, p_auth_session, 'marketer');
  return public.account_email(p_user);
end
$$;
comment on function public.staff_own_address is 'The address of whoever calls, for a test of a mailing. Errors as of require_staff.';


-- ----------------------------------------------------------------------------------------------------
-- tax_changes
-- ----------------------------------------------------------------------------------------------------

-- How prices show tax, and the rates: changed by managers or in SQL, and every change is kept.

create function public.taxes_now() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'display', coalesce((select display from public.tax_settings), 'added'),
    'basis_points', coalesce((select tax_basis_points from public.tax_settings), 600),
    'zones', (select coalesce(jsonb_object_agg(zone, tax_basis_points), '{}') from public.zone_tax_rates))
$$;
comment on function public.taxes_now is
  'tax_settings and zone_tax_rates: {display, basis_points, zones: {zone: basis points}}, zones with a rate of their own only.';

create table public.tax_changes (
  id uuid primary key default gen_random_uuid(),
  transaction_id xid8 not null default pg_current_xact_id(),
  staff_id bigint references public.staff (id) on delete restrict,
  at timestamptz not null default clock_timestamp(),
  was jsonb not null,
  now jsonb not null,
  constraint tax_changes_one_per_transaction unique (transaction_id)
);
comment on table public.tax_changes is 'Who changed the taxes and from what to what (taxes_now), for good.';
comment on column public.tax_changes.id is 'Of a change in the studio made in the browser, so that pressing again changes nothing twice.';
comment on column public.tax_changes.staff_id is 'Null: changed in SQL.';
create index tax_changes_by_staff on public.tax_changes (staff_id);
create index tax_changes_newest on public.tax_changes (at desc);
alter table public.tax_changes enable row level security;

create function public.note_tax_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_when = 'BEFORE' then
    insert into public.tax_changes (was, now) values (public.taxes_now(), public.taxes_now())
    on conflict (transaction_id) do nothing;
  else
    update public.tax_changes set now = public.taxes_now() where transaction_id = pg_current_xact_id();
    delete from public.tax_changes where transaction_id = pg_current_xact_id() and was = now and staff_id is null;
  end if;
  return null;
end
$$;
comment on function public.note_tax_change is 'Keeps what a transaction makes of the taxes in tax_changes, once.';
create trigger note_taxes_before before insert or update or delete on public.tax_settings
  for each statement execute function public.note_tax_change();
create trigger note_taxes_after after insert or update or delete on public.tax_settings
  for each statement execute function public.note_tax_change();
create trigger note_zone_taxes_before before insert or update or delete on public.zone_tax_rates
  for each statement execute function public.note_tax_change();
create trigger note_zone_taxes_after after insert or update or delete on public.zone_tax_rates
  for each statement execute function public.note_tax_change();

create function public.staff_taxes(p_user uuid, p_auth_session uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff(p_user, p_auth_session, 'manager');
  return jsonb_build_object(
    'taxes', public.taxes_now(),
    'changes', (
      select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'at', c.at, 'by', c.by, 'was', c.was, 'now', c.now) order by c.at desc), '[]')
      from (
        select t.id, t.at, s.name as by, t.was, t.now
        from public.tax_changes t left join public.staff s on s.id = t.staff_id
        order by t.at desc limit 20) c));
end
$$;
comment on function public.staff_taxes is
  'The taxes (taxes_now) and their latest twenty changes; by is null for one in SQL. Errors as of require_staff.';

create function public.change_taxes(
  p_user uuid, p_auth_session uuid, p_change uuid, p_seen jsonb, p_now jsonb
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff(p_user, p_auth_session, 'manager');
begin
  perform pg_advisory_xact_lock(hashtextextended('change_taxes', 0));
  -- Pressed again after a lost answer.
  if exists (select from public.tax_changes where id = p_change) or public.taxes_now() = p_now then
    return;
  end if;
  if public.taxes_now() <> p_seen then
    raise sqlstate 'PT409' using message = 'Somebody has changed the taxes meanwhile.', hint = 'taxes_changed';
  end if;
  insert into public.tax_changes (id, staff_id, was, now) values (p_change, v_staff, p_seen, p_now);
  insert into public.tax_settings (display, tax_basis_points)
  values ((p_now ->> 'display')::public.tax_display, (p_now ->> 'basis_points')::integer)
  on conflict (only_row) do update set display = excluded.display, tax_basis_points = excluded.tax_basis_points;
  -- Hosted projects refuse a delete without a where (safeupdate).
  delete from public.zone_tax_rates where zone is not null and not p_now -> 'zones' ? zone::text;
  insert into public.zone_tax_rates (zone, tax_basis_points)
  select key::public.shipping_zone, value::integer from jsonb_each_text(p_now -> 'zones')
  on conflict (zone) do update set tax_basis_points = excluded.tax_basis_points;
end
$$;
comment on function public.change_taxes is
  'Sets the taxes to p_now if they still are p_seen, both as taxes_now has them. Asks for a build; checkouts keep what they were opened with. p_change: id of this change; doing it again is not an error. '
  'Errors: those of require_staff; PT409 taxes_changed.';


-- ----------------------------------------------------------------------------------------------------
-- staff_catalogue
-- ----------------------------------------------------------------------------------------------------

-- The catalogue as marketers edit it in the studio: what is archived too.

create function public.staff_catalogue(
  p_user uuid, p_auth_session uuid, p_search text default '', p_after bigint default null, p_slugs text[] default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_limit constant integer := 50;
  v_words constant text[] := string_to_array(lower(regexp_replace(btrim(p_search), '\s+', ' ', 'g')), ' ');
  v_ids bigint[];
begin
  perform public.require_staff(p_user, p_auth_session, 'marketer');
  select coalesce(array_agg(id order by id desc), '{}') into v_ids
  from (
    select p.id
    from public.products p join public.categories c on c.id = p.category_id
    where (p_after is null or p.id < p_after)
      and (p_slugs is null or p.slug = any (p_slugs))
      and not exists (
        select from unnest(v_words) word where position(word in lower(p.name || ' ' || p.slug || ' ' || c.name)) = 0)
    order by p.id desc
    limit v_limit + 1
  ) found;
  return jsonb_build_object(
    'categories', (
      select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'name', name) order by position, id), '[]')
      from public.categories),
    'next', case when cardinality(v_ids) > v_limit then v_ids[v_limit] end,
    'products', (
      select coalesce(jsonb_agg(
        to_jsonb(p) || public.sale_fields(p.id) || public.regular_price_period(p.id) || jsonb_build_object(
          'category', c.slug,
          'archived', p.archived_at is not null,
          'was_is_lawful', coalesce((select s.was_is_lawful from public.sale_prices s where s.product_id = p.id), false),
          'colours', (
            select coalesce(jsonb_agg(
              to_jsonb(v) || jsonb_build_object(
                'archived', v.archived_at is not null,
                'alts', public.picture_alts(v.id),
                'images', (
                  select coalesce(jsonb_agg(i.path order by i.position, i.id), '[]')
                  from public.variant_images i where i.variant_id = v.id))
              order by v.position, v.id), '[]')
            from public.color_variants v where v.product_id = p.id))
        order by p.id desc), '[]')
      from public.products p join public.categories c on c.id = p.category_id
      where p.id = any (v_ids[:v_limit])));
end
$$;
comment on function public.staff_catalogue is
  'Fifty products of the catalogue with their colours, newest first, those that are archived or not yet visible among them: all, those with all words of a search in name, slug or category, or those with these slugs; '
  'and all categories. p_after: next of the page before. For marketers. Errors: those of require_staff.';

create function public.staff_export_catalogue(
  p_user uuid, p_auth_session uuid, p_offset integer, p_limit integer
) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff(p_user, p_auth_session, 'marketer');
  return public.export_catalogue(p_offset, p_limit);
end
$$;
comment on function public.staff_export_catalogue is 'export_catalogue, for marketers in the studio. Errors: those of require_staff.';
