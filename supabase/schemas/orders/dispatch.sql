-- Packing: dispatches, deliveries, label corrections, notes and resent e-mails.

create function public.batch_of(p_variant bigint) returns text
language sql stable set search_path = ''
as $$
  select p.facts ->> 'batch'
  from public.products p join public.color_variants v on v.product_id = p.id where v.id = p_variant
$$;
comment on function public.batch_of is 'The batch of a colour''s product that is sent now; null if unknown.';

create function public.payment_undone_by(p_order bigint) returns text
language sql stable set search_path = ''
as $$
  select case
    when b.disputed then 'disputed'
    when p.charged_pence > 0 and greatest(b.refunded_pence, b.returned_pence) + f.owed_pence >= p.charged_pence
      then 'refunded'
  end
  from public.orders o
  join public.payments p on p.id = o.payment_id
  join public.payment_balances b on b.payment_id = p.id
  cross join lateral (
    select coalesce(sum(f.amount_pence), 0) as owed_pence
    from public.order_refunds f join public.order_refund_states s on s.id = f.id
    where f.order_id = p_order and s.state in ('due', 'failed')) f
  where o.id = p_order
$$;
comment on function public.payment_undone_by is
  'Why an order''s own payment does not pay for it any more: disputed, or refunded (the whole payment is refunded, on '
  'its way back or owed). Null while it does.';

create function public.first_orders(p_order bigint) returns table (order_id bigint)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    with recursive firsts (order_id) as (
      select p_order
      union
      select given.first_id
      from firsts f
      join (
        select order_id, replaces_order_id as first_id from public.replacements
        union all
        select order_id, from_order_id from public.exchanges) given on given.order_id = f.order_id
    )
    select order_id from firsts where order_id <> p_order;
end
$$;
comment on function public.first_orders is
  'Orders whose payments also paid for this one: those that it replaces or was exchanged for, and theirs.';

create function public.require_payment(p_order bigint) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if public.payment_undone_by(p_order) is not null
    or exists (select from public.first_orders(p_order) f where public.payment_undone_by(f.order_id) is not null)
  then
    raise sqlstate 'PT409' using hint = 'payment_undone';
  end if;
end
$$;
comment on function public.require_payment is
  'Refuses to send more for an order that its payment, or that of one of its first_orders, does not pay for any more '
  '(payment_undone_by): PT409 payment_undone.';

create function public.dispatch_stopped_by(p_order bigint) returns text
language sql stable set search_path = ''
as $$
  select case
    when own.undone_by = 'disputed' then 'disputed'
    when u.cancelled = u.ordered then 'cancelled'
    when own.undone_by = 'refunded' then 'refunded'
    when firsts.undone_by is not null then 'first_' || firsts.undone_by
    when o.cancels_at is not null then 'withdrawn'
    when o.waits_for is not null then 'waits'
  end
  from public.orders o
  cross join lateral (select public.payment_undone_by(p_order) as undone_by) own
  cross join lateral (
    select sum(ordered) as ordered, sum(cancelled) as cancelled from public.order_units where order_id = p_order) u
  -- A dispute comes before a refund.
  cross join lateral (
    select min(public.payment_undone_by(f.order_id)) as undone_by from public.first_orders(p_order) f) firsts
  where o.id = p_order
$$;
comment on function public.dispatch_stopped_by is
  'Why an order must not leave: disputed, cancelled, refunded (payment_undone_by), first_disputed, first_refunded (the '
  'payment of one of its first_orders), withdrawn (cancelled at orders.cancels_at unless its shopper objects), or '
  'waits (orders.waits_for). Null when it may.';

create function public.parcel_refusal(p_parcel jsonb, out outcome text, out stopped_by text)
language plpgsql stable set search_path = ''
as $$
declare
  v_order public.orders;
  v_undone timestamptz;
begin
  select * into v_order from public.orders where id = (p_parcel ->> 'order')::bigint;
  if not found then
    outcome := 'unknown';
    return;
  end if;
  select undone_at into v_undone from public.parcels
  where event_id = (p_parcel ->> 'event')::uuid and order_id = v_order.id;
  if found then
    outcome := case when v_undone is not null then 'taken_back' end;
    return;
  end if;
  stopped_by := public.dispatch_stopped_by(v_order.id);
  if stopped_by is null and v_order.units_to_send > 0 then
    -- Packed goods may have been cancelled since the packer's list was loaded.
    select case
      when bool_or(coalesce(u.to_send, 0) + coalesce(u.cancelled, 0) < w.quantity) then 'too_many'
      when bool_or(u.to_send < w.quantity) then 'cancelled'
    end into stopped_by
    from (
      select (item ->> 'variant_id')::bigint as variant_id, sum((item ->> 'quantity')::integer) as quantity
      from jsonb_array_elements(nullif(p_parcel -> 'items', 'null')) item group by 1) w
    left join public.order_units u on u.order_id = v_order.id and u.variant_id = w.variant_id;
  end if;
  outcome := case
    when stopped_by = 'too_many' then 'too_many'
    when stopped_by is not null then 'stopped'
    when v_order.units_to_send = 0 then 'nothing_to_send'
  end;
end
$$;
comment on function public.parcel_refusal is
  'Why pieces of one order may not leave, as outcome and stopped_by of staff_dispatch; null if they may, or have left '
  'by this event.';

create function public.dispatch_parcel(p_staff bigint, p_parcel jsonb, p_check boolean default false) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_event uuid := (p_parcel ->> 'event')::uuid;
  v_number text := p_parcel ->> 'tracking_number';
  v_order public.orders;
  v_parcel bigint;
  v_box bigint;
  v_outcome text;
  v_stopped_by text;
begin
  select * into v_order from public.orders where id = (p_parcel ->> 'order')::bigint;
  select r.outcome, r.stopped_by into v_outcome, v_stopped_by from public.parcel_refusal(p_parcel) r;
  if v_outcome = 'unknown' then
    return jsonb_build_object('order', p_parcel -> 'order', 'outcome', 'unknown');
  end if;
  select id into v_parcel from public.parcels where event_id = v_event and order_id = v_order.id;
  if v_parcel is null and v_outcome is null then
    v_stopped_by := public.box_stopped_by(p_parcel);
    v_outcome := case when v_stopped_by is not null then 'stopped' end;
  end if;

  if v_parcel is null and v_outcome is null and not p_check
    and public.add_order_event(v_event, v_order.checkout_id, 'dispatched', 'staff', p_staff, jsonb_build_object(
      'carrier', p_parcel -> 'carrier', 'tracking_number', v_number))
  then
    select min(coalesce(joined_to, id)) into v_box from public.parcels_out
    where event_id in (select (given ->> 'event')::uuid from jsonb_array_elements(p_parcel -> 'box') given);
    insert into public.parcels (order_id, event_id, carrier, tracking_number, joined_to)
    values (v_order.id, v_event, p_parcel ->> 'carrier', v_number, v_box)
    returning id into v_parcel;

    if coalesce(p_parcel -> 'items', 'null') = 'null' then
      insert into public.parcel_items (parcel_id, order_id, variant_id, quantity, batch)
      select v_parcel, order_id, variant_id, to_send, public.batch_of(variant_id)
      from public.order_units where order_id = v_order.id and to_send > 0;
    else
      insert into public.parcel_items (parcel_id, order_id, variant_id, quantity, batch)
      select v_parcel, v_order.id, (item ->> 'variant_id')::bigint, sum((item ->> 'quantity')::integer),
             public.batch_of((item ->> 'variant_id')::bigint)
      from jsonb_array_elements(p_parcel -> 'items') item group by 3;
    end if;

    perform public.owe_parcel_mail('dispatched', v_parcel);
    perform public.settle_order(v_order.id);
  end if;

  return (
    select jsonb_build_object(
      'order', o.id,
      'checkout', o.checkout_id,
      'outcome', coalesce(v_outcome, 'dispatched'),
      'stopped_by', case when v_outcome = 'stopped' then v_stopped_by end,
      'status', o.status,
      'units_to_send', o.units_to_send,
      'parcel', v_parcel,
      'left_as', (
        select concat_ws(' ', carrier, tracking_number) from public.parcels
        where id = v_parcel and (carrier, tracking_number) is distinct from (p_parcel ->> 'carrier', v_number)),
      'also_on', (
        select coalesce(jsonb_agg(distinct order_id), '[]') from public.parcels_out
        where tracking_number = v_number and order_id <> o.id and (v_parcel is not null or p_check)
          and id not in (select b.id from public.parcels_in_box(v_parcel) b)),
      'with', (
        select coalesce(jsonb_agg(given -> 'order'), '[]')
        from jsonb_array_elements(p_parcel -> 'box') given where given -> 'order' <> p_parcel -> 'order'),
      'stays', (
        select coalesce(jsonb_agg(other), '[]') from unnest((public.packed_with(o.id)).together) other
        where p_check and not p_parcel -> 'box' @> jsonb_build_array(jsonb_build_object('order', other))))
    from public.orders o where o.id = v_order.id);
end
$$;
comment on function public.dispatch_parcel is
  'Sends the pieces of one order, given as by boxed, with staff_dispatch''s result. p_check: a dry run. The caller has '
  'locked the checkouts.';

create function public.lock_orders(p_orders bigint[]) returns void
language sql set search_path = ''
as $$
  select 1 from public.checkouts
  where id in (select checkout_id from public.orders where id = any (p_orders))
  order by id for update
$$;
comment on function public.lock_orders is 'Locks several orders as lock_order does one; skips unknown numbers.';

create function public.refuse_number_twice(p_parcels jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_number text;
  v_orders bigint[];
begin
  select given ->> 'tracking_number', array_agg((given ->> 'order')::bigint order by place)
  into v_number, v_orders
  from jsonb_array_elements(p_parcels) with ordinality as parcel (given, place)
  where given ->> 'tracking_number' is not null
  group by 1 having count(distinct given ->> 'box_of') > 1 or count(distinct given ->> 'order') < count(*)
  order by min(place) limit 1;
  if found then
    raise sqlstate 'PT400' using hint = 'number_twice',
      detail = jsonb_build_object('tracking_number', v_number, 'orders', v_orders)::text;
  end if;
end
$$;
comment on function public.refuse_number_twice is
  'Refuses a number of two parcels (boxed), which would show a shopper another shopper''s. PT400 number_twice (detail: '
  'tracking_number, orders).';

create function public.staff_dispatch(p_parcels jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('pack');
  v_parcel jsonb;
  v_parcels jsonb;
  v_results jsonb := '[]';
begin
  perform public.lock_orders(array(
    select (given ->> 'order')::bigint from jsonb_array_elements(p_parcels) given));
  v_parcels := public.boxed(p_parcels);
  perform public.refuse_number_twice(v_parcels);
  for v_parcel in select * from jsonb_array_elements(v_parcels) loop
    v_results := v_results || public.dispatch_parcel(v_staff, v_parcel);
  end loop;
  return v_results;
end
$$;
comment on function public.staff_dispatch is
  'Sends parcels: [{event, order, carrier, tracking_number?, items: [{variant_id, quantity}]?, with?}], null items '
  'being all that is left. with: the order in whose parcel the pieces lie; orders that leave together (shares_parcel) '
  'under one number lie in one parcel without it. All of a parcel leaves, or none. Outcomes in that order: [{order, '
  'checkout, outcome, stopped_by, status, units_to_send, parcel, left_as, also_on, with, stays}]. outcome: '
  'dispatched, by this event or earlier (left_as: carrier and number), taken_back (this event''s dispatch was '
  'undone), nothing_to_send, too_many, stopped (dispatch_stopped_by, box_stopped_by), unknown. also_on: orders of '
  'other parcels with that number. with: the other orders in the parcel. stays: in a dry run, those that could be in '
  'it. Errors: those of require_staff; PT400 number_twice; PT409 action_used.';

create function public.staff_take_tracking(p_lines jsonb, p_check boolean default false) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('pack');
  v_lines jsonb;
  v_line jsonb;
  v_order public.orders;
  v_bare bigint[];
  v_outcome text;
  v_event uuid;
  v_done bigint[] := '{}';
  v_results jsonb := '[]';
begin
  if not p_check then
    perform public.lock_orders(array(
      select o.order_id from jsonb_array_elements(p_lines) given
      cross join lateral public.orders_in_boxes((given ->> 'order')::bigint) o));
  end if;
  v_lines := public.boxed(p_lines);
  if not p_check then
    perform public.refuse_number_twice(v_lines);
  end if;
  for v_line in select * from jsonb_array_elements(v_lines) loop
    select * into v_order from public.orders where id = (v_line ->> 'order')::bigint;
    select array_agg(id) into v_bare from public.parcels_out
    where order_id = v_order.id and tracking_number is null;
    v_outcome := case
      when exists (
        select from public.parcels_out
        where order_id = v_order.id and tracking_number = v_line ->> 'tracking_number') then 'known'
      -- A dry run leaves an order of several lines unchanged, so later lines of it are skipped here.
      when p_check and v_order.id = any (v_done) then 'nothing_to_send'
      when v_bare is null then null
      when v_order.units_to_send > 0 or cardinality(v_bare) > 1 then 'ambiguous'
      else 'numbered'
    end;
    if v_outcome = 'numbered' and not p_check then
      v_event := (v_line ->> 'event')::uuid;
      perform public.correct_box(
        v_event, v_bare[1], v_line ->> 'carrier', v_line ->> 'tracking_number', v_staff);
      perform public.tell_of_parcel(v_event, v_bare[1], v_staff);
    end if;
    v_results := v_results || case
      when v_outcome is null then public.dispatch_parcel(v_staff, v_line, p_check)
      else jsonb_build_object(
        'order', v_order.id, 'checkout', v_order.checkout_id, 'outcome', v_outcome, 'stopped_by', null,
        'status', v_order.status, 'units_to_send', v_order.units_to_send, 'parcel', v_bare[1], 'also_on', '[]'::jsonb,
        'with', (
          select coalesce(jsonb_agg(given -> 'order'), '[]') from jsonb_array_elements(v_line -> 'box') given
          where given -> 'order' <> v_line -> 'order'))
    end;
    if v_results -> -1 ->> 'outcome' in ('dispatched', 'numbered') then
      v_done := v_done || v_order.id;
    end if;
  end loop;
  return v_results;
end
$$;
comment on function public.staff_take_tracking is
  'Imports tracking numbers: [{event, order, carrier, tracking_number, with?}]. Sends orders that have goods to send, '
  'adds the number to parcels without one, and notifies shoppers. p_check: a dry run, which allows a number on two '
  'orders. Outcomes: those of staff_dispatch; numbered; known (already has this number); ambiguous (several parcels '
  'fit, staff choose). Errors: those of staff_dispatch.';

create function public.parcel_state(p_parcel bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(entry) from (
    select o.id as order, o.checkout_id as checkout, o.status, p.id as parcel, p.carrier, p.tracking_number,
      p.sent_at, p.delivered_at
    from public.parcels p join public.orders o on o.id = p.order_id
    where p.id = p_parcel) entry
$$;
comment on function public.parcel_state is 'A parcel and its order''s status, as returned by the calls that change it.';

create function public.lock_parcel(p_parcel bigint) returns public.parcels
language plpgsql set search_path = ''
as $$
declare
  v_parcel public.parcels;
begin
  perform public.lock_orders(array(select order_id from public.parcels_in_box(p_parcel)));
  select * into v_parcel from public.parcels where id = p_parcel;
  if not found then
    raise sqlstate 'PT404' using hint = 'parcel_unknown';
  end if;
  return v_parcel;
end
$$;
comment on function public.lock_parcel is 'Locks the orders in a parcel. PT404 parcel_unknown.';

create function public.refuse_undone(p_parcel public.parcels) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if p_parcel.undone_at is not null then
    raise sqlstate 'PT409' using hint = 'dispatch_undone';
  end if;
end
$$;
comment on function public.refuse_undone is 'Refuses a parcel that was taken back: PT409 dispatch_undone.';

create function public.undo_parcel(p_event uuid, p_parcel public.parcels, p_staff bigint) returns void
language plpgsql set search_path = ''
as $$
declare
  v_checkout uuid := (select checkout_id from public.orders where id = p_parcel.order_id);
begin
  if public.add_order_event(p_event, v_checkout, 'dispatch_undone', 'staff', p_staff, jsonb_build_object(
    'parcel', p_parcel.id, 'carrier', p_parcel.carrier, 'tracking_number', p_parcel.tracking_number))
  then
    perform public.refuse_undone(p_parcel);
    if p_parcel.delivered_at is not null then
      raise sqlstate 'PT409' using hint = 'already_delivered';
    end if;
    if exists (
      select from public.parcel_items i
      join public.order_units u on u.order_id = i.order_id and u.variant_id = i.variant_id
      where i.parcel_id = p_parcel.id and u.sent - i.quantity < u.return_asked + u.returned)
    then
      raise sqlstate 'PT409' using hint = 'coming_back';
    end if;
    if exists (
      select from public.parcel_items i
      join public.replaceable_units(p_parcel.order_id) r on r.variant_id = i.variant_id
      where i.parcel_id = p_parcel.id and i.quantity > r.unreplaced)
    then
      raise sqlstate 'PT409' using hint = 'already_replaced';
    end if;
    update public.parcels set undone_at = now() where id = p_parcel.id;
    perform public.correct_dispatch_mail(p_parcel.id);
    perform public.settle_order(p_parcel.order_id);
  end if;
end
$$;
comment on function public.undo_parcel is
  'Takes the dispatch of one order''s pieces back (staff_undo_dispatch). The caller has locked the order.';

create function public.staff_undo_dispatch(p_event uuid, p_parcel bigint) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('pack');
  v_parcel public.parcels := public.lock_parcel(p_parcel);
begin
  perform public.undo_parcel(p_event, v_parcel, v_staff);
  perform public.undo_parcel(md5(p_event::text || b.id)::uuid, b, v_staff)
  from public.parcels_in_box(p_parcel) b where b.id <> p_parcel order by b.id;
  return public.parcel_state(p_parcel) || jsonb_build_object('corrected', exists (
    select from public.mail_outbox where kind = 'dispatch_undone' and subject = p_parcel::text));
end
$$;
comment on function public.staff_undo_dispatch is
  'Takes a dispatch back, while the parcel is still here: its pieces, of all its orders, are to be sent again. The '
  'shopper is told only if the e-mail about it has left (correct_dispatch_mail). The caller makes sure that the '
  'carrier does not have it. Returns parcel_state and corrected: whether the shopper gets a correction. Errors: those '
  'of require_staff; PT404 parcel_unknown; PT409 dispatch_undone, already_delivered, coming_back (a return has been '
  'requested), already_replaced, action_used.';

create function public.correct_dispatch_mail(p_parcel bigint) returns void
language plpgsql set search_path = ''
as $$
begin
  perform 1 from public.mail_outbox where kind = 'dispatched' and subject = p_parcel::text for update;
  -- Takes what is joined to it along.
  delete from public.mail_outbox
  where kind = 'dispatched' and subject = p_parcel::text and status = 'due' and attempts = 0 and resent_at is null;
  if exists (
    select from public.mail_outbox m left join public.mail_outbox t on t.id = m.joined_to
    where m.kind = 'dispatched' and m.subject = p_parcel::text
      and not (m.status = 'joined' and t.status = 'due' and t.attempts = 0 and t.resent_at is null))
  then
    perform public.owe_parcel_mail('dispatch_undone', p_parcel);
    -- The e-mail's sender may be at work, or may have been killed after the provider accepted it.
    update public.mail_outbox m set status = 'joined', joined_to = c.id
    from public.mail_outbox c
    where m.kind = 'dispatched' and m.subject = p_parcel::text and m.status in ('due', 'parked')
      and c.kind = 'dispatch_undone' and c.subject = m.subject;
  end if;
end
$$;
comment on function public.correct_dispatch_mail is
  'Drops the e-mail about a parcel that was taken back or, if it has left or may have, owes one that corrects it. The '
  'caller has locked the order.';

create function public.expected_arrival(p_parcel bigint) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'arrives_from', public.business_day_after(public.uk_day(p.sent_at), s.min_business_days),
      'arrives_by', public.business_day_after(public.uk_day(p.sent_at), s.max_business_days))
    from public.parcels p
    join public.orders o on o.id = p.order_id
    join public.checkout_shipping_options s on s.checkout_id = o.checkout_id and s.name = o.shipping_name
    where p.id = p_parcel
    order by s.position limit 1);
end
$$;
comment on function public.expected_arrival is
  'Days on which a parcel is expected, {arrives_from, arrives_by}, counted from its dispatch by the delivery paid for.';

create function public.replace_dispatch_mail(p_parcel bigint) returns void
language plpgsql set search_path = ''
as $$
begin
  -- A sender may be at work on it: the arrival waits until that is over.
  update public.mail_outbox d set due_at = least(m.due_at, now() + interval '2 minutes')
  from public.mail_outbox m
  where m.kind = 'dispatched' and m.subject = p_parcel::text and m.status = 'due' and m.attempts > 0
    and m.due_at > now() and d.kind = 'delivered' and d.status = 'due'
    and d.subject in (select b.id::text from public.parcels_in_box(p_parcel) b);
  update public.mail_outbox m set status = 'joined', joined_to = d.id
  from public.mail_outbox d
  where m.kind = 'dispatched' and m.subject = p_parcel::text and m.status in ('due', 'parked')
    and d.kind = 'delivered' and d.subject = m.subject;
end
$$;
comment on function public.replace_dispatch_mail is
  'Replaces a parcel''s unsent e-mail about its dispatch by the one about its arrival: nothing is '
  'on its way after it has arrived. The caller has locked the order.';

create function public.deliver_parcel(
  p_event uuid, p_parcel public.parcels, p_at timestamptz, p_staff bigint
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_checkout uuid := (select checkout_id from public.orders where id = p_parcel.order_id);
  -- A day is known more often than an hour.
  v_at timestamptz := case when public.uk_day(p_at) = public.uk_day(p_parcel.sent_at)
    then greatest(p_at, p_parcel.sent_at) else p_at end;
begin
  if public.add_order_event(
    p_event, v_checkout, 'delivered', (case when p_staff is null then 'shop' else 'staff' end)::public.actor, p_staff,
    jsonb_build_object('parcel', p_parcel.id, 'at', v_at))
  then
    perform public.refuse_undone(p_parcel);
    if p_parcel.delivered_at is not null then
      raise sqlstate 'PT409' using hint = 'already_delivered';
    end if;
    if v_at > now() then
      raise sqlstate 'PT400' using hint = 'in_future';
    end if;
    if v_at < p_parcel.sent_at then
      raise sqlstate 'PT400' using hint = 'before_sent';
    end if;
    update public.parcels set delivered_at = v_at, confirmed_at = now() where id = p_parcel.id;
    perform public.owe_parcel_mail('delivered', p_parcel.id);
    perform public.replace_dispatch_mail(p_parcel.id);
    perform public.settle_order(p_parcel.order_id);
  end if;
end
$$;
comment on function public.deliver_parcel is
  'Records a parcel''s arrival; the only source of arrivals. p_staff: null for the carrier''s word. The caller has '
  'locked its order. Errors: PT409 '
  'dispatch_undone, already_delivered, action_used; PT400 in_future, before_sent.';

create function public.deliver_rest(p_event uuid, p_parcel bigint, p_at timestamptz, p_staff bigint) returns void
language sql set search_path = ''
as $$
  select public.deliver_parcel(md5(p_event::text || b.id)::uuid, b, p_at, p_staff)
  from public.parcels_in_box(p_parcel) b
  where b.id <> p_parcel and b.delivered_at is null and b.undone_at is null
$$;
comment on function public.deliver_rest is
  'Records the arrival of the other orders'' pieces in a parcel (deliver_parcel). The caller has locked them.';

create function public.staff_deliver(p_event uuid, p_parcel bigint, p_at timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('pack');
begin
  perform public.deliver_parcel(p_event, public.lock_parcel(p_parcel), coalesce(p_at, now()), v_staff);
  perform public.deliver_rest(p_event, p_parcel, coalesce(p_at, now()), v_staff);
  return public.parcel_state(p_parcel);
end
$$;
comment on function public.staff_deliver is
  'Records a parcel''s arrival, of all its orders, at p_at or now (deliver_parcel). Returns parcel_state. Errors: '
  'those of require_staff and deliver_parcel; PT404 parcel_unknown.';

create function public.staff_deliver_orders(p_orders jsonb, p_at timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('pack');
  v_at timestamptz := coalesce(p_at, now());
  v_given jsonb;
  v_order public.orders;
  v_parcel public.parcels;
  v_outcome text;
  v_results jsonb := '[]';
begin
  if v_at > now() then
    raise sqlstate 'PT400' using hint = 'in_future';
  end if;
  perform public.lock_orders(array(
    select o.order_id from jsonb_array_elements(p_orders) given
    cross join lateral public.orders_in_boxes((given ->> 'order')::bigint) o));
  for v_given in select * from jsonb_array_elements(p_orders) loop
    select * into v_order from public.orders where id = (v_given ->> 'order')::bigint;
    v_outcome := case
      when not found then 'unknown'
      -- This press again; a parcel sent since is not meant.
      when exists (
        select from public.parcels_out p join public.order_events e on e.id = md5((v_given ->> 'event') || p.id)::uuid
        where p.order_id = v_order.id) then 'delivered'
      when not exists (select from public.parcels_out where order_id = v_order.id and delivered_at is null)
        then 'nothing_on_the_way'
      when exists (
        select from public.parcels_out
        where order_id = v_order.id and delivered_at is null and public.uk_day(v_at) < public.uk_day(sent_at))
        then 'before_sent'
    end;
    if v_outcome is null then
      for v_parcel in
        select * from public.parcels_out where order_id = v_order.id and delivered_at is null order by id
      loop
        perform public.deliver_parcel(md5((v_given ->> 'event') || v_parcel.id)::uuid, v_parcel, v_at, v_staff);
      end loop;
      v_outcome := 'delivered';
    end if;
    v_results := v_results || jsonb_build_object(
      'order', v_given -> 'order', 'outcome', v_outcome, 'checkout', v_order.checkout_id,
      'status', (select status from public.orders where id = v_order.id));
  end loop;
  -- Last, so that the orders given have outcomes of their own.
  perform public.deliver_rest((given ->> 'event')::uuid, p.id, v_at, v_staff)
  from jsonb_array_elements(p_orders) with ordinality as job (given, place)
  join public.parcels_out p on p.order_id = (given ->> 'order')::bigint
    and exists (select from public.order_events where id = md5((given ->> 'event') || p.id)::uuid)
  order by place, p.id;
  return v_results;
end
$$;
comment on function public.staff_deliver_orders is
  'Records the arrival, at p_at or now, of all parcels of orders that are on the way, with other orders'' pieces in '
  'them: [{event, order}]. Outcomes in that order: [{order, outcome, checkout, status}]. outcome: delivered, by this '
  'event or earlier, nothing_on_the_way, before_sent (a parcel left after that day), unknown. Errors: those of '
  'require_staff; PT400 in_future; PT409 action_used.';

create function public.correct_parcel(
  p_event uuid, p_parcel bigint, p_carrier text, p_tracking_number text, p_staff bigint
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_parcel public.parcels;
begin
  select * into v_parcel from public.parcels where id = p_parcel;
  perform public.refuse_undone(v_parcel);
  if (v_parcel.carrier, v_parcel.tracking_number) is distinct from (p_carrier, p_tracking_number)
    and public.add_order_event(
      p_event, (select checkout_id from public.orders where id = v_parcel.order_id), 'parcel_corrected',
      'staff', p_staff,
      jsonb_build_object(
        'parcel', p_parcel,
        'carrier', p_carrier, 'carrier_before', v_parcel.carrier,
        'tracking_number', p_tracking_number, 'tracking_number_before', v_parcel.tracking_number))
  then
    update public.parcels set carrier = p_carrier, tracking_number = p_tracking_number where id = p_parcel;
    perform public.settle_order(v_parcel.order_id);
  end if;
end
$$;
comment on function public.correct_parcel is
  'Changes a parcel''s carrier or tracking number. The caller has locked its order. PT409 dispatch_undone.';

create function public.correct_box(
  p_event uuid, p_parcel bigint, p_carrier text, p_tracking_number text, p_staff bigint
) returns void
language plpgsql set search_path = ''
as $$
begin
  perform public.correct_parcel(p_event, p_parcel, p_carrier, p_tracking_number, p_staff);
  perform public.correct_parcel(md5(p_event::text || b.id)::uuid, b.id, p_carrier, p_tracking_number, p_staff)
  from public.parcels_in_box(p_parcel) b where b.id <> p_parcel and b.undone_at is null;
end
$$;
comment on function public.correct_box is
  'Changes the carrier or tracking number of a parcel, of all its orders (correct_parcel).';

create function public.tell_of_parcel(p_event uuid, p_parcel bigint, p_staff bigint) returns void
language plpgsql set search_path = ''
as $$
begin
  perform public.send_mail_again(md5('tell ' || p_event || m.subject)::uuid, m.id, p_staff)
  from public.mail_outbox m
  join public.order_events e on e.id = p_event
  where m.kind = 'dispatched' and m.status in ('sent', 'parked')
    and m.subject in (select b.id::text from public.parcels_in_box(p_parcel) b)
    and exists (select from public.parcels_out where id = p_parcel and delivered_at is null)
    and not exists (select from public.order_events where id = md5('tell ' || p_event || m.subject)::uuid);
end
$$;
comment on function public.tell_of_parcel is
  'Resends a parcel''s dispatch e-mail after the correction p_event; skipped if nothing was corrected, the first '
  'e-mail is still unsent, or the parcel has arrived. The caller has locked the order.';

create function public.staff_correct_parcel(
  p_event uuid, p_parcel bigint, p_carrier text, p_tracking_number text default null,
  p_tell boolean default false
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('pack');
begin
  perform public.lock_parcel(p_parcel);
  perform public.correct_box(p_event, p_parcel, p_carrier, p_tracking_number, v_staff);
  if p_tell then
    perform public.tell_of_parcel(p_event, p_parcel, v_staff);
  end if;
  return public.parcel_state(p_parcel);
end
$$;
comment on function public.staff_correct_parcel is
  'Corrects carrier and tracking number (or null) of a parcel. p_tell: resends its e-mail if already sent. Returns '
  'parcel_state. Errors: those of require_staff; PT404 parcel_unknown; PT409 dispatch_undone, action_used.';

create function public.staff_correct_label(p_event uuid, p_order bigint, p_label jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('pack');
  v_order public.orders := public.lock_order(p_order);
  v_delivery jsonb := (select delivery from public.checkouts where id = v_order.checkout_id);
  v_label jsonb := nullif(nullif(p_label, 'null'), v_delivery);
begin
  if v_label is distinct from v_order.label
    and public.add_order_event(p_event, v_order.checkout_id, 'label_corrected', 'staff', v_staff, jsonb_build_object(
      'label', coalesce(v_label, v_delivery), 'before', coalesce(v_order.label, v_delivery)))
  then
    if v_label ->> 'country' <> v_order.country then
      raise sqlstate 'PT409' using hint = 'other_country';
    end if;
    if v_order.units_to_send = 0 then
      raise sqlstate 'PT409' using hint = 'nothing_to_send';
    end if;
    update public.orders set label = v_label where id = p_order;
    perform public.settle_order(p_order);
  end if;
  return (select coalesce(label, v_delivery) from public.orders where id = p_order);
end
$$;
comment on function public.staff_correct_label is
  'Changes the address on the labels of unsent goods; null restores the order''s own, which never changes. Returns '
  'the address. Errors: those of require_staff; PT404 order_unknown; PT409 other_country, nothing_to_send, '
  'action_used.';

create function public.staff_note(p_event uuid, p_checkout uuid, p_text text) returns void
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('answer_shoppers');
begin
  perform 1 from public.checkouts where id = p_checkout for update;
  if not exists (select from public.payments where checkout_id = p_checkout) then
    raise sqlstate 'PT404' using hint = 'order_unknown';
  end if;
  if p_text is null or p_text !~ '\S' or length(p_text) > 2000 then
    raise sqlstate 'PT400' using hint = 'note_length';
  end if;
  perform public.add_order_event(p_event, p_checkout, 'note', 'staff', v_staff, jsonb_build_object('text', p_text));
end
$$;
comment on function public.staff_note is
  'Adds a note for staff to an order, or to a paid checkout without one. Errors: those of require_staff; PT404 '
  'order_unknown; PT400 note_length; PT409 action_used.';

create function public.send_mail_again(p_event uuid, p_mail uuid, p_staff bigint) returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_new uuid := gen_random_uuid();
  v_mail public.mail_outbox;
begin
  select * into v_mail from public.mail_outbox where id = p_mail for update;
  perform public.add_order_event(p_event, v_mail.checkout_id, 'mail_resent', 'staff', p_staff, jsonb_build_object(
    'mail', p_mail, 'kind', v_mail.kind, 'subject', v_mail.subject, 'status', v_mail.status, 'sent_at', v_mail.sent_at,
    'provider_id', v_mail.provider_id, 'last_error', v_mail.last_error, 'sent_again_as', v_new));
  update public.mail_outbox
  set id = v_new, status = 'due', attempts = 0, due_at = now(), resent_at = now(),
      claim = null, provider_id = null, last_error = null, sent_at = null
  where id = p_mail;
  return v_new;
end
$$;
comment on function public.send_mail_again is
  'Makes an e-mail due again under a new id, because the provider would deduplicate the old one, and returns that id. '
  'The first sending is kept in the event. The caller has locked the checkout.';

create function public.staff_resend_mail(p_event uuid, p_mail uuid) returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('answer_shoppers');
  v_known uuid;
  v_mail public.mail_outbox;
begin
  -- A repeat of the same event names an e-mail that has another id by now.
  select checkout_id into v_mail.checkout_id from public.mail_outbox where id = p_mail;
  if not found then
    select checkout_id into v_mail.checkout_id from public.order_events
    where id = p_event and kind = 'mail_resent' and detail ->> 'mail' = p_mail::text;
  end if;
  perform 1 from public.checkouts where id = v_mail.checkout_id for update;

  select detail ->> 'sent_again_as' into v_known from public.order_events
  where id = p_event and kind = 'mail_resent' and detail ->> 'mail' = p_mail::text;
  if found then
    return v_known;
  end if;

  select * into v_mail from public.mail_outbox where id = p_mail and checkout_id is not null for update;
  if not found then
    raise sqlstate 'PT404' using hint = 'mail_unknown';
  end if;
  if v_mail.status = 'due' then
    raise sqlstate 'PT409' using hint = 'mail_due';
  end if;
  if v_mail.kind not in ('staff_order', 'staff_decision') and not exists (
    select from public.checkouts c join public.billing_infos b on b.id = c.billing_info_id
    where c.id = v_mail.checkout_id and b.email <> '')
  then
    raise sqlstate 'PT409' using hint = 'address_erased';
  end if;
  if v_mail.kind = 'merge_link' and not exists (
    select from public.open_merges where id::text = v_mail.subject)
  then
    raise sqlstate 'PT404' using hint = 'merge_over';
  end if;
  if v_mail.kind = 'dispatched' and exists (
    select from public.parcels where id::text = v_mail.subject and undone_at is not null)
  then
    raise sqlstate 'PT409' using hint = 'dispatch_undone';
  end if;
  if v_mail.kind = 'dispatched' and not public.mail_may_repeat(v_mail) then
    raise sqlstate 'PT409' using hint = 'already_delivered';
  end if;
  if v_mail.kind = 'refund_failed' and not public.mail_may_repeat(v_mail) then
    raise sqlstate 'PT409' using hint = 'refund_made';
  end if;
  if v_mail.kind = 'order_refund' and not (
    exists (select from public.order_refunds where id::text = v_mail.subject and taken_at is not null)
    or exists (
      select from public.refunds
      where id::text = v_mail.subject and state in ('pending', 'requires_action', 'succeeded')))
  then
    raise sqlstate 'PT409' using hint = 'refund_not_made';
  end if;
  return public.send_mail_again(p_event, p_mail, v_staff);
end
$$;
comment on function public.staff_resend_mail is
  'Makes a sent or parked e-mail about an order due again (send_mail_again). Returns its new id. Errors: those of '
  'require_staff; PT404 mail_unknown, merge_over; PT409 mail_due, address_erased, dispatch_undone, '
  'already_delivered, refund_not_made, refund_made, action_used.';
