-- Returns: requested by the shopper, or by staff for them; received, settled or refused by staff. And the statutory
-- withdrawal (Consumer Contracts Regulations 2013, regulations 29 to 36; in the EU Directive 2011/83, articles 9 to 14,
-- and 11a for the function on the shop's pages). Interpretation of the periods:
-- docs/decisions/0022-returns-and-withdrawal.md.

create function public.arrived_on(p_parcel public.parcels_out, p_longest_transit integer) returns date
language plpgsql stable set search_path = ''
as $$
declare
  v_sent date := public.uk_day(p_parcel.sent_at);
  v_day date := public.uk_day(p_parcel.delivered_at);
  v_confirmed date := public.uk_day(coalesce(p_parcel.confirmed_at, p_parcel.delivered_at));
begin
  -- Business days are at least as many calendar days: usually spares counting them.
  if v_confirmed <= v_sent + p_longest_transit + 10 then
    return v_day;
  end if;
  return case
    when v_confirmed <= estimate then v_day
    else greatest(v_day, estimate) end
  from public.business_day_after(v_sent, p_longest_transit + 10) estimate;
end
$$;
comment on function public.arrived_on is
  'Day from which a parcel''s periods count: its delivery or, while that is unknown, an estimate: dispatch plus the '
  'delivery''s longest promised transit and ten business days, so that shoppers never lose a day. A delivery recorded '
  'after that day does not move it back: the shopper has been shown the period that runs.';

create function public.return_periods(
  out return_days integer, out cancellation_days integer, out send_back_days integer, out review_days integer
)
language sql immutable set search_path = ''
as $$ select 30, 14, 14, 15 $$;
comment on function public.return_periods is
  'Days after delivery to return by the shop''s rule, and to withdraw by law (regulation 30); days after a withdrawal '
  'to send the goods back (regulation 35); days after delivery to ask for reviews. Texts have them from '
  'src/domain/basics/return-periods.ts; a test compares.';

create function public.return_window(p_order bigint)
returns table (sent boolean, delivered_on date, delivery_known boolean, return_until date, withdraw_until date)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    with promised as (
      select o.units_to_send, (
        select count(*)::integer
        from generate_series(o.leaves_by + 1, o.arrives_by, interval '1 day') transit (day)
        where extract(isodow from day) <= 5
          and not exists (select from public.bank_holidays
            where bank_holidays.day = transit.day::date)) as longest_transit
      from public.orders o where o.id = p_order
    ), arrived as (
      -- One period per order, from its last parcel: regulation 30 (5).
      select
        count(*) > 0 as sent,
        case when promised.units_to_send = 0 then max(public.arrived_on(p, promised.longest_transit)) end as day,
        bool_and(p.delivered_at is not null) as known
      from promised
      join public.parcels_out p on p.order_id = p_order
      group by promised.units_to_send
    )
    select
      coalesce(a.sent, false), a.day, coalesce(a.known and a.day is not null, false),
      a.day + t.return_days, public.business_day_after(a.day + t.cancellation_days - 1, 1)
    from promised cross join public.return_periods() t left join arrived a on true;
end
$$;
comment on function public.return_window is
  'Last days, inclusive, to return an order by the shop''s rule and to withdraw by law, counted from delivery of the '
  'last parcel, known or estimated (arrived_on). The statutory period never ends on a weekend or bank holiday. Null '
  'while goods are still to be sent. No row for an unknown order.';

create function public.returnable_units(p_order bigint) returns table (variant_id bigint, quantity integer)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select u.variant_id, least(
      u.sent - u.return_asked - u.returned,
      -- Refunded units that the shopper may keep need not come back.
      u.ordered - u.cancelled - greatest(u.refunded - u.cancelled, 0) - u.return_asked)
    from public.order_units u
    where u.order_id = p_order;
end
$$;
comment on function public.returnable_units is
  'Units of each line that were sent, are neither back nor on their way back, and have not been refunded.';

create function public.order_options(p_order bigint) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_today date := public.uk_day(now());
  v_order record;
  v_window record;
  v_units jsonb;
  v_can_cancel boolean;
begin
  select status, units_to_send into v_order from public.orders where id = p_order;
  if not found then
    return null;
  end if;
  select * into v_window from public.return_window(p_order);
  v_can_cancel := v_order.units_to_send > 0 and v_order.status not in ('disputed', 'refunded');
  if v_window.sent then
    select jsonb_agg(entry) into v_units from (
      select r.variant_id, r.quantity from public.returnable_units(p_order) r where r.quantity > 0
      order by r.variant_id) entry;
  end if;
  return jsonb_build_object(
    'can_cancel', v_can_cancel,
    'can_return', v_units is not null and coalesce(v_window.return_until >= v_today, true),
    'return_until', v_window.return_until,
    'can_withdraw', v_can_cancel or (
      v_window.sent and (v_units is not null or v_order.units_to_send > 0)
      and coalesce(v_window.withdraw_until >= v_today, true)),
    'withdraw_until', v_window.withdraw_until,
    'has_return_labels', public.return_label_carrier('return') is not null,
    'counted_from', v_window.delivered_on,
    'delivery_known', v_window.delivery_known,
    'returnable', coalesce(v_units, '[]'::jsonb));
end
$$;
comment on function public.order_options is
  'A shopper''s current options for an order: cancel unsent goods; return units (returnable), or withdraw, until a '
  'day, inclusive. A day is null while the period is open-ended. has_return_labels: whether the shop provides one for '
  'any reason. counted_from: delivery, an estimate unless delivery_known.';

create function public.new_return_code() returns text
language sql volatile set search_path = ''
as $$
  select 'R-' || string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + get_byte(noise.bytes, place) % 32, 1), '')
  from (select uuid_send(gen_random_uuid()) as bytes) noise
  -- The other bytes of a version 4 UUID are not fully random.
  cross join unnest(array[0, 1, 2, 3, 4, 5, 10, 11]) place
$$;
comment on function public.new_return_code is 'A random code for a return.';

create function public.ask_return(
  p_event uuid, p_order bigint, p_kind public.return_kind, p_items jsonb, p_reason text,
  p_actor public.actor, p_staff bigint default null, p_detail jsonb default '{}', p_wish jsonb default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.orders := public.lock_order(p_order);
  v_today date := public.uk_day(now());
  v_window record;
  v_kind public.return_kind := p_kind;
  v_terms record := public.return_terms(p_kind);
  v_until date;
  v_reason text := nullif(btrim(p_reason), '');
  v_items jsonb;
  v_wrong jsonb;
  v_code text := public.new_return_code();
  v_return bigint;
begin
  if exists (select from public.order_events where id = p_event) then
    perform public.add_order_event(p_event, v_order.checkout_id, 'return_asked', p_actor, p_staff);
    return (select public.return_state(id) from public.returns where event_id = p_event);
  end if;

  select * into v_window from public.return_window(p_order);
  if not v_window.sent then
    raise sqlstate 'PT409' using hint = 'not_sent';
  end if;
  -- A return within the statutory period gets the statutory terms, whatever the shopper calls it.
  if not v_terms.refunds_delivery and p_actor = 'shopper' and coalesce(v_window.withdraw_until >= v_today, true) then
    v_kind := 'withdrawal';
    v_terms := public.return_terms(v_kind);
  end if;
  v_until := case when v_terms.is_statutory then v_window.withdraw_until else v_window.return_until end;
  if p_actor = 'shopper' and v_today > v_until then
    raise sqlstate 'PT409' using hint = 'window_over', detail = jsonb_build_object('until', v_until)::text;
  end if;
  if v_terms.needs_reason and v_reason is null then
    raise sqlstate 'PT400' using hint = 'reason_missing';
  end if;

  select jsonb_agg(wanted order by variant_id) into v_items
  from (
    select variant_id, quantity from public.returnable_units(p_order) where p_items is null and quantity > 0
    union all
    select variant_id, sum(quantity)::integer
    from jsonb_to_recordset(coalesce(p_items, '[]')) as asked (variant_id bigint, quantity integer) group by variant_id
  ) wanted;
  if v_items is null then
    raise sqlstate 'PT409' using hint = 'nothing_to_return';
  end if;
  select jsonb_agg(entry) into v_wrong from (
    select a.variant_id, greatest(coalesce(r.quantity, 0), 0) as quantity
    from jsonb_to_recordset(v_items) as a (variant_id bigint, quantity integer)
    left join public.returnable_units(p_order) r on r.variant_id = a.variant_id
    where a.quantity is null or a.quantity < 1 or a.quantity > coalesce(r.quantity, 0)) entry;
  if v_wrong is not null then
    raise sqlstate 'PT409' using hint = 'too_many_units', detail = v_wrong::text;
  end if;

  if p_wish is not null then
    perform public.exchange_terms(p_order, p_wish);
    if exists (
      select from (
        select w."from", sum(w.quantity) as units
        from jsonb_to_recordset(p_wish) as w ("from" bigint, quantity integer) group by 1) wanted
      left join jsonb_to_recordset(v_items) as a (variant_id bigint, quantity integer)
        on a.variant_id = wanted."from"
      where wanted.units > coalesce(a.quantity, 0))
    then
      raise sqlstate 'PT409' using hint = 'not_in_return';
    end if;
  end if;

  perform public.add_order_event(p_event, v_order.checkout_id, 'return_asked', p_actor, p_staff,
    p_detail || jsonb_build_object('code', v_code, 'kind', v_kind, 'asked_as', p_kind, 'items', v_items));
  insert into public.returns (order_id, event_id, kind, code, reason, wish)
  values (p_order, p_event, v_kind, v_code, case when not v_terms.is_statutory then left(v_reason, 1000) end, p_wish)
  returning id into v_return;
  insert into public.return_items (return_id, order_id, variant_id, quantity)
  select v_return, p_order, variant_id, quantity
  from jsonb_to_recordset(v_items) as a (variant_id bigint, quantity integer);
  perform public.want_return_label(v_return);
  perform public.owe_mail('return_asked', v_order.checkout_id, v_return::text);
  perform public.settle_order(p_order);
  return public.return_state(v_return);
end
$$;
comment on function public.ask_return is
  'Announces a return of units, [{variant_id, quantity}], all returnable ones if null, and gives it a code. The '
  'caller has authorised the actor. A shopper''s return within the statutory period becomes a withdrawal; staff may '
  'accept one after the periods. p_detail: more for the history. p_wish: pieces wanted instead, '
  '[{from, to, quantity}]. The same event again changes nothing. Returns '
  'return_state. Errors: PT404 order_unknown; PT400 reason_missing (fault only); PT409 not_sent, window_over (detail: '
  'until), nothing_to_return, too_many_units (detail: the maximum), not_in_return (a wish), action_used; those of '
  'exchange_terms.';

create function public.open_wish(p_return bigint) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(item || jsonb_build_object('product_name', p.name, 'color_name', v.color_name)
      order by p.name, v.color_name, v.id), '[]')
    from public.returns r
    cross join jsonb_array_elements(r.wish) item
    join public.color_variants v on v.id = (item ->> 'to')::bigint
    join public.products p on p.id = v.product_id
    where r.id = p_return and r.state in ('asked', 'received') and public.link_of_return(r.id) is null
      and not exists (select from public.exchanges where return_id = r.id));
end
$$;
comment on function public.open_wish is
  'Pieces wanted instead of those of a return, until staff have decided: [{from, to, quantity, product_name, '
  'color_name}].';

create function public.return_state(p_return bigint) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
      select jsonb_build_object(
        'id', r.id, 'order', r.order_id, 'checkout', o.checkout_id, 'kind', r.kind, 'state', r.state, 'code', r.code,
        'reason', r.reason, 'wish', public.open_wish(r.id),
        'asked_at', r.asked_at, 'received_at', r.received_at, 'closed_at', r.closed_at,
        'send_by', public.uk_day(r.asked_at) + (public.return_periods()).send_back_days,
        'refund_due', public.return_refund_due(r.id),
        'status', o.status,
        'label', public.return_label(r.id),
        'photos', (select count(*) from public.return_photos p where p.return_id = r.id and p.removed_at is null),
        'items', (
          select jsonb_agg(entry) from (
            select i.variant_id, i.quantity, i.restocked, i.written_off
            from public.return_items i where i.return_id = r.id
            order by i.variant_id) entry))
      from public.returns r
      join public.orders o on o.id = r.order_id
      where r.id = p_return);
end
$$;
comment on function public.return_state is
  'A return, its items, number of photos, whether any of it is still to be refunded (return_units_due), and the '
  'status of its order.';

create function public.acts_with_exchange(p_event uuid) returns uuid[]
language sql immutable set search_path = ''
as $$ select array[p_event, md5('exchange ended by ' || p_event)::uuid] $$;
comment on function public.acts_with_exchange is
  'The act that closes a return, and the cancellation of its exchange that follows from it (end_exchange).';

create function public.closed_return(p_event uuid, p_return public.returns) returns jsonb
language sql stable set search_path = ''
as $$
  select public.return_state(p_return.id)
    || public.order_refund_progress(p_return.order_id, public.acts_with_exchange(p_event))
$$;
comment on function public.closed_return is
  'Response to an act that closed a return: return_state and the order_refund_progress of its refunds.';

create function public.lock_return(p_return bigint) returns public.returns
language plpgsql set search_path = ''
as $$
declare
  v_return public.returns;
begin
  perform public.lock_order(r.order_id) from public.returns r where r.id = p_return;
  select * into v_return from public.returns where id = p_return;
  if not found then
    raise sqlstate 'PT404' using hint = 'return_unknown';
  end if;
  return v_return;
end
$$;
comment on function public.lock_return is 'Locks the order of a return. PT404 return_unknown.';

create function public.call_off_return(p_event uuid, p_order bigint, p_return bigint) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.orders := public.lock_order(p_order);
  v_return public.returns;
begin
  select * into v_return from public.returns where id = p_return and order_id = p_order;
  if not found then
    raise sqlstate 'PT404' using hint = 'return_unknown';
  end if;
  if public.add_order_event(p_event, v_order.checkout_id, 'return_called_off', 'shopper', null,
    jsonb_build_object('code', v_return.code))
  then
    if v_return.state <> 'asked' then
      raise sqlstate 'PT409' using hint = 'return_' || v_return.state;
    end if;
    if exists (
      select from public.exchanges e join public.order_units u on u.order_id = e.order_id
      where e.return_id = p_return and u.sent > 0)
    then
      raise sqlstate 'PT409' using hint = 'exchange_sent';
    end if;
    update public.returns set state = 'called_off', closed_at = now() where id = p_return;
    perform public.void_unneeded_return_label(p_return);
    perform public.end_exchange(p_event, p_return, 'shopper', null);
    perform public.settle_order(p_order);
  end if;
  return public.closed_return(p_event, v_return);
end
$$;
comment on function public.call_off_return is
  'Calls off a return that has not been received: the shopper keeps the goods. The caller has authorised the shopper '
  'for the order. Its exchange is cancelled (end_exchange). Returns closed_return. Errors: PT404 order_unknown, '
  'return_unknown; PT409 return_received and the like, exchange_sent, action_used.';

create function public.withdrawable_units(
  p_order bigint
) returns table (variant_id bigint, to_cancel integer, to_return integer)
language sql stable set search_path = ''
as $$
  select u.variant_id, u.to_send, greatest(r.quantity, 0)
  from public.order_units u
  join public.returnable_units(p_order) r on r.variant_id = u.variant_id
  where u.order_id = p_order and (u.to_send > 0 or r.quantity > 0)
$$;
comment on function public.withdrawable_units is
  'Units of each line open to withdrawal: unsent ones are cancelled, the others returned. Leaves out lines without '
  'any.';

create function public.withdraw_order(
  p_event uuid, p_order bigint, p_detail jsonb default '{}', p_items jsonb default null, p_proven boolean default true
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.orders := public.lock_order(p_order);
  v_first_event uuid := md5('withdraw ' || p_event)::uuid;
  v_known uuid;
  v_window record;
  v_return jsonb;
  v_wrong jsonb;
  v_cancel jsonb;
  v_back jsonb;
begin
  select id into v_known from public.order_events where id in (p_event, v_first_event) limit 1;
  if v_known is not null and not exists (
    select from public.order_events where id = v_known and checkout_id = v_order.checkout_id)
  then
    raise sqlstate 'PT409' using hint = 'action_used';
  end if;

  if v_known is null then
    if not p_proven and v_order.cancels_at is not null then
      raise sqlstate 'PT409' using hint = 'withdrawal_declared';
    end if;
    -- The owner has objected before.
    if not p_proven and exists (
      select from public.order_events where checkout_id = v_order.checkout_id and kind = 'withdrawal_undone')
    then
      raise sqlstate 'PT409' using hint = 'link_needed';
    end if;
    select * into v_window from public.return_window(p_order);
    if public.uk_day(now()) > v_window.withdraw_until then
      raise sqlstate 'PT409' using hint = 'window_over',
        detail = jsonb_build_object('until', v_window.withdraw_until)::text;
    end if;
    if p_items is not null then
      select jsonb_agg(entry) into v_wrong from (
        select w.variant_id, coalesce(u.to_cancel + u.to_return, 0) as quantity
        from public.wanted_units(p_order, p_items) w
        left join public.withdrawable_units(p_order) u on u.variant_id = w.variant_id
        where w.quantity > coalesce(u.to_cancel + u.to_return, 0)) entry;
      if v_wrong is not null then
        raise sqlstate 'PT409' using hint = 'too_many_units', detail = v_wrong::text;
      end if;
    end if;
    -- Unsent units first, so that as little as possible has to be sent back.
    select
      jsonb_agg(jsonb_build_object('variant_id', variant_id, 'quantity', least(units, to_cancel)) order by variant_id)
        filter (where least(units, to_cancel) > 0),
      jsonb_agg(jsonb_build_object('variant_id', variant_id, 'quantity', units - to_cancel) order by variant_id)
        filter (where units > to_cancel)
    into v_cancel, v_back
    from (
      select u.variant_id, u.to_cancel, u.to_cancel + u.to_return as units
      from public.withdrawable_units(p_order) u where p_items is null
      union all
      select u.variant_id, u.to_cancel, w.quantity
      from public.wanted_units(p_order, coalesce(p_items, '[]')) w
      join public.withdrawable_units(p_order) u on u.variant_id = w.variant_id
    ) chosen;
    if v_cancel is null and v_back is null then
      raise sqlstate 'PT409' using hint = 'nothing_to_return';
    end if;
    -- One press, but an event for each.
    if v_cancel is not null and not p_proven then
      update public.orders set cancels_at = now() + interval '30 minutes' where id = p_order returning * into v_order;
      perform public.add_order_event(v_first_event, v_order.checkout_id, 'withdrawal_declared', 'shopper', null,
        p_detail || jsonb_build_object('reason', 'withdrawal', 'cancels_at', v_order.cancels_at, 'units', (
          select jsonb_object_agg(item ->> 'variant_id', item -> 'quantity')
          from jsonb_array_elements(v_cancel) item)));
    elsif v_cancel is not null then
      perform public.cancel_items(
        p_event => v_first_event, p_order => p_order, p_items => v_cancel, p_actor => 'shopper', p_staff => null,
        p_reason => 'withdrawal', p_restock => true, p_detail => p_detail);
    end if;
    if v_back is not null then
      v_return := public.ask_return(p_event, p_order, 'withdrawal', v_back, null, 'shopper', null, p_detail);
    end if;
  end if;

  return public.order_refund_progress(p_order, array[v_first_event]) || jsonb_build_object(
    'at', (select min(at) from public.order_events where id in (p_event, v_first_event)),
    'cancelled', exists (select from public.order_events where id = v_first_event and kind = 'cancelled'),
    'cancels_at', (select detail ->> 'cancels_at' from public.order_events where id = v_first_event),
    'return', (select public.return_state(id) from public.returns where event_id = p_event));
end
$$;
comment on function public.withdraw_order is
  'Withdraws from the contract or part of it: units [{variant_id, quantity}], all left if null. Unsent ones are '
  'cancelled and refunded, others returned. The caller has authorised the shopper, by mailed link (p_proven) or by '
  'number and address: then unsent goods wait 30 minutes for keep_order, and carry_out_withdrawal cancels them. '
  'Repeats change nothing. Returns order_refund_progress and {at, cancelled, cancels_at, return}. Errors: PT404 '
  'order_unknown; PT400 items_malformed; PT409 withdrawal_declared (pending), link_needed (undone once), window_over '
  '(detail: until), nothing_to_return, item_unknown, too_many_units (detail: the maximum), action_used; those of '
  'cancel_items.';

create function public.keep_order(p_event uuid, p_order bigint) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.orders := public.lock_order(p_order);
begin
  if public.add_order_event(p_event, v_order.checkout_id, 'withdrawal_undone', 'shopper', null) then
    if v_order.cancels_at is null then
      raise sqlstate 'PT409' using hint = 'not_withdrawn';
    end if;
    update public.orders set cancels_at = null where id = p_order;
  end if;
  return public.order_refund_progress(p_order);
end
$$;
comment on function public.keep_order is
  'Undoes a pending withdrawal made by number and address. Later ones for this order need the mailed link. The caller '
  'has authorised the shopper. Returns order_refund_progress; the same event again changes nothing. Errors: PT404 '
  'order_unknown; PT409 not_withdrawn, action_used.';

create function public.withdrawals_due(p_limit integer) returns bigint[]
language sql stable set search_path = ''
as $$
  select array(select id from public.orders where cancels_at <= now() order by cancels_at, id limit p_limit)
$$;
comment on function public.withdrawals_due is 'Orders whose withdrawal was not undone in time, longest due first.';

create function public.carry_out_withdrawal(p_order bigint) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.orders := public.lock_order(p_order);
begin
  if v_order.cancels_at is null or v_order.cancels_at > now() then
    return null;
  end if;
  update public.orders set cancels_at = null where id = p_order;
  return public.cancel_items(
    p_event => gen_random_uuid(), p_order => p_order, p_items => null, p_actor => 'shopper', p_staff => null,
    p_reason => 'withdrawal', p_restock => true);
end
$$;
comment on function public.carry_out_withdrawal is
  'Cancels the unsent units of an order after a withdrawal that was not undone. Returns order_refund_progress; null '
  'when nothing is left to do. PT404 order_unknown.';

create function public.withdrawable_order(p_order bigint, p_email text) returns table (
  "order" bigint, created_at timestamptz, units_to_send integer, units_to_return bigint, can_withdraw boolean,
  withdraw_until date
)
language sql stable set search_path = ''
as $$
  select o.id, o.created_at, o.units_to_send, (
           select coalesce(sum((r ->> 'quantity')::integer), 0) from jsonb_array_elements(w.options -> 'returnable') r),
         (w.options ->> 'can_withdraw')::boolean, (w.options ->> 'withdraw_until')::date
  from public.orders o
  join public.billing_infos b on b.id = o.billing_info_id
  cross join lateral (select public.order_options(o.id) as options) w
  where o.id = p_order and lower(b.email) = lower(p_email) and b.email <> ''
$$;
comment on function public.withdrawable_order is
  'The order named without a login, by number and e-mail address, and the effect of a withdrawal, without its '
  'contents: others may know both. No row where the two do not match.';

create function public.withdrawable_items(p_order bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(entry) from (
    select o.id as order, o.created_at, b.email, b.name, w.options -> 'can_withdraw' as can_withdraw,
      w.options -> 'withdraw_until' as withdraw_until,
      (
        select coalesce(jsonb_agg(entry), '[]') from (
          select u.variant_id, i.product_name, i.color_name, u.to_cancel, u.to_return
          from public.withdrawable_units(o.id) u
          join public.order_items i on i.order_id = o.id and i.variant_id = u.variant_id
          order by i.product_name, i.color_name, u.variant_id) entry) as items
    from public.orders o
    join public.billing_infos b on b.id = o.billing_info_id
    cross join lateral (select public.order_options(o.id) as options) w
    where o.id = p_order) entry
$$;
comment on function public.withdrawable_items is
  'An order for choosing units to withdraw from, and the effect on each. Open to readers of its mailed link: the '
  'caller checks the reader.';

create function public.ask_withdrawal_link(p_event uuid, p_order bigint, p_email text) returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_checkout uuid;
begin
  if not exists (select from public.withdrawable_order(p_order, p_email)) then
    raise sqlstate 'PT404' using hint = 'order_unknown';
  end if;
  v_checkout := (public.lock_order(p_order)).checkout_id;
  -- Keeps a stranger who knows number and address from flooding the owner with e-mails.
  if not exists (
    select from public.mail_outbox
    where kind = 'withdrawal_link' and checkout_id = v_checkout and created_at > now() - interval '5 minutes')
  then
    perform public.owe_mail('withdrawal_link', v_checkout, p_event::text);
  end if;
  return v_checkout;
end
$$;
comment on function public.ask_withdrawal_link is
  'Owes the order''s address an e-mail with a link to the withdrawable items; skipped within five minutes of the '
  'last. Returns the checkout. PT404 order_unknown, also where number and address do not match.';

create function public.require_own_order(p_order bigint) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  v_shopper uuid := public.require_session();
  v_checkout uuid;
begin
  select checkout_id into v_checkout from public.orders where id = p_order and user_id = v_shopper;
  if not found then
    raise sqlstate 'PT404' using hint = 'order_unknown';
  end if;
  return v_checkout;
end
$$;
comment on function public.require_own_order is
  'The checkout of the caller''s own order. Errors: PT401 session_ended; PT404 order_unknown, also for another '
  'shopper''s order.';

create function public.linked_order(p_checkout uuid) returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select o.id from public.orders o
    where o.checkout_id = p_checkout
      and exists (
        select from public.mail_outbox m
        where m.checkout_id = p_checkout and m.kind not in ('staff_order', 'staff_decision')
          and coalesce(m.resent_at, m.created_at) > now() - interval '90 days'));
end
$$;
comment on function public.linked_order is
  'The order behind a mailed link, which works for 90 days after the latest e-mail to the shopper about the order; '
  'null after that, and without an order.';

create function public.order_after_return(p_return bigint) returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((
      select e.order_id from public.exchanges e join public.returns r on r.id = e.return_id
      where e.return_id = p_return and r.state <> 'called_off'), (
      select later.id
      from public.returns r
      join public.order_events e on e.id = r.event_id
      join public.orders o on o.id = r.order_id
      -- Orders of closed accounts have lost their shopper, so they never match.
      join public.orders later on later.user_id = o.user_id and later.id <> o.id
        and later.created_at > r.asked_at and later.created_at <= r.asked_at + interval '30 days'
      where r.id = p_return and r.state <> 'called_off'
        -- Within the statutory period, a request for a return is stored as a withdrawal.
        and not (public.return_terms(coalesce((e.detail ->> 'asked_as')::public.return_kind, r.kind))).is_statutory
      order by later.created_at, later.id limit 1));
end
$$;
comment on function public.order_after_return is
  'The other half of an exchange: the order of exchanges, else the shopper''s first order within 30 days after '
  'requesting a return or announcing a fault. Null when there is none, when the return was called off or is a plain '
  'withdrawal, and once the account is closed.';

create function public.returns_before_order(p_order bigint) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
      select coalesce(jsonb_agg(entry), '[]') from (
        select r.code, r.order_id as order
        from public.orders o
        join public.orders earlier on earlier.user_id = o.user_id and earlier.id <> o.id
        join public.returns r on r.order_id = earlier.id
        where o.id = p_order and public.order_after_return(r.id) = p_order
        order by r.asked_at, r.id) entry);
end
$$;
comment on function public.returns_before_order is
  'Returns that this order was the first to follow (order_after_return), with their codes and orders.';

create function public.shopper_order(p_order bigint) returns jsonb
language plpgsql stable set search_path = ''
-- Planning takes longer than execution, and the plan is the same for every order.
set plan_cache_mode = force_generic_plan
as $$
begin
  return public.order_receipt(p_order) || public.order_options(p_order) || (
    select jsonb_build_object(
      'checkout', o.checkout_id,
      'cancels_at', o.cancels_at,
      'billing_name', b.name,
      'reference', public.payment_reference(o.checkout_id),
      'timeline', public.order_timeline(p_order, false),
      'parcels', coalesce((
        select jsonb_agg(entry) from (
          select p.carrier, p.tracking_number, p.sent_at, p.delivered_at,
            case when p.delivered_at is null then public.expected_arrival(p.id) end as expected,
            (
              select jsonb_agg(entry) from (
                select i.variant_id, i.quantity
                from public.parcel_items i where i.parcel_id = p.id
                order by i.variant_id) entry) as items
          from public.parcels_out p where p.order_id = o.id
          order by p.id) entry), '[]'::jsonb),
      'refunds', coalesce((
        select jsonb_agg(entry) from (
          select r.amount_pence, r.created_at as at, r.state = 'succeeded' as arrived,
            coalesce(f.deduction_pence, 0) as deduction_pence, f.deduction_reason,
            r.state = 'requires_action' as needs_shopper, public.refund_promise(r.created_at) as refund_by
          from public.refunds r left join public.order_refunds f on f.id = r.order_refund_id
          where r.payment_id = o.payment_id and r.state in ('pending', 'requires_action', 'succeeded')
          order by r.created_at, r.id) entry), '[]'::jsonb),
      'owed_pence', owed.pence,
      'refund_failed', owed.failed,
      'credit_notes', public.credit_notes_of(o.payment_id, true),
      'returns', coalesce((
        select jsonb_agg(public.return_state(r.id) || jsonb_build_object('next_order', public.order_after_return(r.id))
          order by r.asked_at, r.id)
        from public.returns r where r.order_id = o.id), '[]'::jsonb),
      'after_returns', public.returns_before_order(o.id),
      'cancelled', coalesce((
        select jsonb_object_agg(c.variant_id, c.units)
        from (
          select i.variant_id, sum(i.quantity) as units
          from public.cancelled_items i join public.order_events e on e.id = i.event_id
          -- Pieces that became others are listed as such.
          where i.order_id = o.id and e.kind <> 'exchanged' group by 1) c), '{}'),
      'became', coalesce((
        select jsonb_agg(to_jsonb(b) order by b.variant_id, b."order", b.product_name, b.color_name)
        from (
          select i.from_variant_id as variant_id, i.quantity, n.product_name, n.color_name, i.order_id as "order"
          from public.exchanges e
          join public.exchanged_items i on i.order_id = e.order_id
          join public.order_items n on n.order_id = i.order_id and n.variant_id = i.to_variant_id
          join public.order_units u on u.order_id = n.order_id and u.variant_id = n.variant_id
          where e.from_order_id = o.id and u.cancelled < u.ordered
          union all
          select l.replaces_variant_id, l.quantity, l.product_name, l.color_name, null
          from public.payment_links k
          join public.checkouts c on c.id = k.checkout_id and c.status in ('open', 'awaiting_payment')
          join public.checkout_lines l on l.checkout_id = c.id and l.replaces_variant_id is not null
          where k.order_id = o.id) b), '[]'))
    from public.orders o
    join public.billing_infos b on b.id = o.billing_info_id
    cross join lateral (
      select coalesce(sum(f.amount_pence), 0) as pence, coalesce(bool_or(s.state = 'failed'), false) as failed
      from public.order_refunds f join public.order_refund_states s on s.id = f.id
      where f.order_id = o.id and f.taken_at is null and f.given_up_at is null) owed
    where o.id = p_order);
end
$$;
comment on function public.shopper_order is
  'An order as shown to its shopper: order_receipt, history (timeline, parcels, refunds, returns) and current options '
  '(order_options). owed_pence: refunds that Stripe has not taken. refund_failed: some came back, or were refused. '
  'cancelled: units by variant. became: pieces exchanged for those of another order, which is null until a payment '
  'link for them is paid. The caller checks the owner.';

create function public.shopper_cancel_order(
  p_event uuid, p_order bigint, p_refund_pence bigint default null
) returns jsonb
language sql set search_path = ''
as $$
  select public.require_own_order(p_order);
  select public.shopper_cancel(p_event, p_order, p_refund_pence)
$$;
comment on function public.shopper_cancel_order is
  'shopper_cancel for a logged-in shopper''s own order. Errors: those of require_own_order and shopper_cancel.';

create function public.shopper_keep_order(p_event uuid, p_order bigint) returns jsonb
language sql set search_path = ''
as $$
  select public.require_own_order(p_order);
  select public.keep_order(p_event, p_order)
$$;
comment on function public.shopper_keep_order is
  'keep_order for a logged-in shopper''s own order. Errors: those of require_own_order and keep_order.';

create function public.shopper_ask_return(
  p_event uuid, p_order bigint, p_kind public.return_kind, p_items jsonb, p_reason text, p_wish jsonb default null
) returns jsonb
language sql set search_path = ''
as $$
  select public.require_own_order(p_order);
  select public.ask_return(p_event, p_order, p_kind, p_items, p_reason, 'shopper', null, p_wish => p_wish)
$$;
comment on function public.shopper_ask_return is
  'ask_return for a logged-in shopper''s own order. Errors: those of require_own_order and ask_return.';

create function public.shopper_call_off_return(p_event uuid, p_order bigint, p_return bigint) returns jsonb
language sql set search_path = ''
as $$
  select public.require_own_order(p_order);
  select public.call_off_return(p_event, p_order, p_return)
$$;
comment on function public.shopper_call_off_return is
  'call_off_return for a logged-in shopper''s own order. Errors: those of require_own_order and call_off_return.';

create function public.staff_ask_return(
  p_event uuid, p_order bigint, p_kind public.return_kind, p_items jsonb, p_reason text
) returns jsonb
language sql set search_path = ''
as $$
  select public.ask_return(p_event, p_order, p_kind, p_items, p_reason, 'staff',
         public.require_staff('answer_shoppers'))
$$;
comment on function public.staff_ask_return is
  'A return requested by e-mail, or whose parcel came unannounced; also after the periods. Errors: those of '
  'require_staff and ask_return.';

create function public.staff_receive_return(p_event uuid, p_return bigint, p_items jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('pack');
  v_return public.returns := public.lock_return(p_return);
  v_checkout uuid := (select checkout_id from public.orders where id = v_return.order_id);
  v_items jsonb;
begin
  select jsonb_agg(jsonb_build_object(
    'variant_id', variant_id, 'restocked', restocked, 'written_off', written_off) order by variant_id) into v_items
  from (
    select variant_id, sum(coalesce(restocked, 0))::integer as restocked,
           sum(coalesce(written_off, 0))::integer as written_off
    from jsonb_to_recordset(p_items) as came (variant_id bigint, restocked integer, written_off integer)
    group by variant_id) came
  where restocked <> 0 or written_off <> 0;
  if not public.add_order_event(p_event, v_checkout, 'return_received', 'staff', v_staff,
    jsonb_build_object('code', v_return.code, 'items', coalesce(v_items, '[]'::jsonb)))
  then
    return public.return_state(p_return);
  end if;
  if v_items is null then
    raise sqlstate 'PT400' using hint = 'nothing_received';
  end if;
  if v_return.state not in ('asked', 'received') then
    raise sqlstate 'PT409' using hint = 'return_' || v_return.state;
  end if;
  if exists (
    select from jsonb_to_recordset(v_items) as came (variant_id bigint, restocked integer, written_off integer)
    left join public.return_items i on i.return_id = p_return and i.variant_id = came.variant_id
    where came.restocked < 0 or came.written_off < 0 or i.variant_id is null
      or i.restocked + i.written_off + came.restocked + came.written_off > i.quantity)
  then
    raise sqlstate 'PT409' using hint = 'too_many_units';
  end if;

  update public.return_items i
  set restocked = i.restocked + came.restocked, written_off = i.written_off + came.written_off
  from jsonb_to_recordset(v_items) as came (variant_id bigint, restocked integer, written_off integer)
  where i.return_id = p_return and i.variant_id = came.variant_id;
  update public.returns set state = 'received', received_at = coalesce(received_at, now()) where id = p_return;
  perform public.void_unneeded_return_label(p_return);

  perform 1 from public.color_variants
  where id in (
    select variant_id from jsonb_to_recordset(v_items) as came (variant_id bigint, restocked integer)
    where restocked > 0)
  order by id for update;
  perform public.moving_stock('returned', v_return.order_id, v_staff);
  update public.color_variants v set quantity = v.quantity + came.restocked
  from jsonb_to_recordset(v_items) as came (variant_id bigint, restocked integer)
  where v.id = came.variant_id and came.restocked > 0;

  if not public.return_is_undecided(p_return) then
    perform public.release_exchange(p_return);
    perform public.close_return(p_return);
  end if;
  perform public.owe_mail('return_received', v_checkout, p_return::text);
  perform public.settle_order(v_return.order_id);
  return public.return_state(p_return);
end
$$;
comment on function public.staff_receive_return is
  'Records received goods of a return: [{variant_id, restocked, written_off}], resaleable units, which go back into '
  'stock, and others. A second parcel is added by another event. Closes it if nothing is to be decided or '
  'refunded (close_return). Returns return_state. Errors: those of require_staff; PT404 return_unknown; PT400 '
  'nothing_received; PT409 too_many_units, return_settled and the like, action_used.';

create function public.refunded_for_return(p_return bigint, p_variant bigint) returns integer
language sql stable set search_path = ''
as $$
  select coalesce(sum(i.quantity), 0)::integer
  from public.order_refunds f
  join public.order_refund_items i on i.order_refund_id = f.id and i.variant_id = p_variant
  where f.return_id = p_return and f.given_up_at is null
$$;
comment on function public.refunded_for_return is
  'Units of a line whose price was refunded for this return, or is owed.';

create function public.return_units_due(p_return bigint) returns table (variant_id bigint, quantity integer)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select b.variant_id, due.units
    from public.returns r
    cross join lateral public.return_balance(r.id) b
    join public.refundable_lines(r.order_id) l on l.variant_id = b.variant_id
    cross join lateral (
      select least(b.units - public.refunded_for_return(r.id, b.variant_id), l.quantity) as units) due
    where r.id = p_return and due.units > 0;
end
$$;
comment on function public.return_units_due is
  'Units of a return that are still to be refunded: its return_balance, less those refunded for it or for any other '
  'reason.';

create function public.return_refund_due(p_return bigint) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (select from public.return_units_due(p_return))
    or exists (select from public.surplus_by_piece(p_return) where pence > 0);
end
$$;
comment on function public.return_refund_due is
  'Whether goods of a return are still to be refunded, or the difference to cheaper ones given in exchange.';

create function public.return_delivery_refund(p_return bigint) returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return (select case
    when not (public.return_terms(r.kind)).refunds_delivery then 0
    -- Only when the shopper keeps nothing: kept goods also needed delivery, and so did those given in exchange.
    when exists (
      select from public.order_units u
      where u.ordered - u.cancelled > u.returned and (
        u.order_id = o.id
        or u.order_id in (select order_id from public.exchanges where from_order_id = o.id))) then 0
    else greatest(0, least(o.shipping_pence::bigint, cheapest.pence) - given.pence) end
  from public.returns r
  join public.orders o on o.id = r.order_id
  cross join lateral (
    select coalesce(min(amount_pence), o.shipping_pence)::bigint as pence
    from public.checkout_shipping_options where checkout_id = o.checkout_id) cheapest
  cross join lateral (
    select coalesce(sum(shipping_pence), 0)::bigint as pence
    from public.order_refunds where order_id = o.id and given_up_at is null) given
  where r.id = p_return);
end
$$;
comment on function public.return_delivery_refund is
  'Pence of the outbound delivery refunded with a return: none within the shop''s 30 days; for a withdrawal or fault '
  'the price of the cheapest delivery offered (regulation 34 (2) and (3)), once the shopper keeps nothing of the '
  'order or its exchanges.';

create function public.settle_return(
  p_event uuid, p_return bigint, p_shipping_pence bigint, p_deduction_pence bigint, p_deduction_reason text,
  p_staff bigint, p_refund_pence bigint default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_return public.returns := public.lock_return(p_return);
  v_checkout uuid := (select checkout_id from public.orders where id = v_return.order_id);
  v_shipping bigint := coalesce(p_shipping_pence, public.return_delivery_refund(p_return));
  v_reason text := case when p_deduction_pence > 0 then nullif(btrim(p_deduction_reason), '') end;
  v_items jsonb;
  v_surplus bigint;
  v_price bigint;
  v_here bigint := p_deduction_pence;
begin
  if public.add_order_event(p_event, v_checkout, 'return_settled', 'staff', p_staff, jsonb_build_object(
    'code', v_return.code, 'shipping_pence', v_shipping, 'deduction_pence', p_deduction_pence,
    'deduction_reason', v_reason))
  then
    if v_return.state <> 'received' then
      raise sqlstate 'PT409' using hint = 'return_' || v_return.state;
    end if;
    if p_deduction_pence > 0 and v_reason is null then
      raise sqlstate 'PT400' using hint = 'deduction_unexplained';
    end if;
    if public.link_of_return(p_return) is not null then
      raise sqlstate 'PT409' using hint = 'exchange_unpaid';
    end if;
    perform public.end_exchange(p_event, p_return, 'staff', p_staff);
    -- No price of these has gone back, as may have that of other units of their lines.
    select jsonb_agg(to_jsonb(due) || '{"surplus_pence": 0}' order by due.variant_id) into v_items
    from public.return_units_due(p_return) due;
    with settled as (
      update public.exchanged_items i set settled_pence = s.pence
      from public.surplus_by_piece(p_return) s
      where i.order_id = s.order_id and i.to_variant_id = s.variant_id
      returning i.settled_pence)
    select coalesce(sum(settled_pence), 0) into v_surplus from settled;
    update public.returns set state = 'settled', closed_at = now() where id = p_return;
    perform public.release_exchange(p_return);
    select goods_pence + tax_pence into v_price
    from public.refund_for_units(v_return.order_id, coalesce(v_items, '[]'), v_surplus);
    -- The deduction is taken off the second of two orders that paid for a piece first.
    if exists (select from public.exchanges where order_id = v_return.order_id) then
      select least(p_deduction_pence, case when left_pence > 0 then v_price else 0 end) into v_here
      from public.order_money(v_return.order_id);
    end if;
    perform public.refund_exchanged(
      p_event, v_return.order_id, v_return.kind::text, 'staff', p_staff, (
        select jsonb_agg(entry) from (
          select variant_id, restocked + written_off as quantity
          from public.return_items where return_id = p_return) entry), p_deduction_pence - v_here, v_reason);
    -- If all is deducted, or was refunded already, at Stripe's dashboard or before the goods arrived, the return closes
    -- without money.
    if (select left_pence > 0 from public.order_money(v_return.order_id))
      and (v_shipping <> 0
        or (v_items is not null or v_surplus > 0) and v_here = p_deduction_pence and v_here <> v_price)
    then
      perform public.ask_refund(
        p_event => p_event, p_order => v_return.order_id, p_return => p_return,
        p_items => coalesce(v_items, '[]'::jsonb), p_shipping_pence => v_shipping, p_goodwill_pence => 0,
        p_reason => v_return.kind::text, p_actor => 'staff', p_staff => p_staff,
        p_deduction_pence => v_here, p_deduction_reason => v_reason, p_more_pence => v_surplus);
    elsif v_reason is not null and (v_items is not null or v_surplus > 0)
      and not exists (select from public.order_refunds where act_id = p_event)
      and (select left_pence > 0 from public.order_money(v_return.order_id))
    then
      -- Without a refund, no other e-mail names the deduction.
      perform public.owe_mail('return_settled', v_checkout, p_return::text);
    end if;
    perform public.keep_promise(p_refund_pence, public.acts_with_exchange(p_event));
    perform public.settle_order(v_return.order_id);
  end if;
  return public.closed_return(p_event, v_return);
end
$$;
comment on function public.settle_return is
  'Settles a received return: refunds the received goods not yet refunded, and what cheaper ones given in exchange '
  'cost less, less p_deduction_pence for loss of value by use, with its reason for the shopper, plus p_shipping_pence '
  'of the delivery (return_delivery_refund when null); closes it without money if that comes to 0, and tells the '
  'shopper why. Pieces that did not come are not exchanged (end_exchange). p_refund_pence: the amount shown before '
  '(keep_promise). Returns closed_return. The caller has been authorised. Errors: those of ask_refund and '
  'keep_promise; PT404 return_unknown; PT400 deduction_unexplained; PT409 return_asked and the like, exchange_unpaid '
  '(a link is open), action_used.';

create function public.staff_settle_return(
  p_event uuid, p_return bigint, p_shipping_pence bigint default null, p_deduction_pence bigint default 0,
  p_deduction_reason text default null, p_refund_pence bigint default null
) returns jsonb
language sql set search_path = ''
as $$
  select public.settle_return(p_event, p_return, p_shipping_pence, p_deduction_pence, p_deduction_reason,
         public.require_staff('move_money', true), p_refund_pence)
$$;
comment on function public.staff_settle_return is
  'Settles a received return (settle_return). Errors: those of require_staff and settle_return.';

create function public.refuse_return(
  p_event uuid, p_return bigint, p_reason text, p_staff bigint, p_refund_pence bigint default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_return public.returns := public.lock_return(p_return);
  v_checkout uuid := (select checkout_id from public.orders where id = v_return.order_id);
  v_reason text := nullif(btrim(p_reason), '');
begin
  if public.add_order_event(p_event, v_checkout, 'return_refused', 'staff', p_staff,
    jsonb_build_object('code', v_return.code, 'reason', v_reason))
  then
    if v_reason is null then
      raise sqlstate 'PT400' using hint = 'reason_missing';
    end if;
    if v_return.state not in ('asked', 'received') then
      raise sqlstate 'PT409' using hint = 'return_' || v_return.state;
    end if;
    if exists (select from public.return_items where return_id = p_return and restocked > 0) then
      raise sqlstate 'PT409' using hint = 'restocked';
    end if;
    -- Received goods go back to the shopper.
    update public.return_items set written_off = 0 where return_id = p_return;
    update public.returns set state = 'refused', closed_at = now() where id = p_return;
    perform public.void_unneeded_return_label(p_return);
    perform public.end_exchange(p_event, p_return, 'staff', p_staff);
    perform public.owe_mail('return_refused', v_checkout, p_return::text);
    perform public.keep_promise(p_refund_pence, public.acts_with_exchange(p_event));
    perform public.settle_order(v_return.order_id);
  end if;
  return public.closed_return(p_event, v_return);
end
$$;
comment on function public.refuse_return is
  'Refuses a return: the goods stay with the shopper or go back to them, and what has not left of its exchange is '
  'cancelled (end_exchange). p_reason: part of the e-mail to the shopper. p_refund_pence: the amount shown before '
  '(keep_promise), paid for the exchange. Returns closed_return. The caller has been authorised. Errors: PT404 '
  'return_unknown; PT400 reason_missing; PT409 return_settled and the like, restocked (units are on sale again), '
  'refund_changed, action_used.';

create function public.staff_refuse_return(
  p_event uuid, p_return bigint, p_reason text, p_refund_pence bigint default null
) returns jsonb
language sql set search_path = ''
as $$
  select public.refuse_return(p_event, p_return, p_reason, public.require_staff('move_money', true), p_refund_pence)
$$;
comment on function public.staff_refuse_return is
  'Refuses a return (refuse_return). Errors: those of require_staff and refuse_return.';
