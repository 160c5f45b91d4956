-- Order units that will never be sent.

create function public.cancel_items(
  p_event uuid, p_order bigint, p_items jsonb, p_actor public.actor, p_staff bigint, p_reason text, p_restock boolean,
  p_detail jsonb default '{}'
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.orders;
  v_items jsonb;
  v_short jsonb;
  v_reason text := case p_reason when 'withdrawal' then 'withdrawal' else 'cancelled' end;
begin
  v_order := public.lock_order(p_order);
  if not public.add_order_event(
    p_event, v_order.checkout_id, 'cancelled', p_actor, p_staff,
    p_detail || jsonb_build_object('reason', p_reason, 'restock', p_restock))
  then
    return public.order_refund_progress(p_order, array[p_event]);
  end if;
  if p_reason is null or p_reason <> all (enum_range(null::public.cancel_reason)::text[]) then
    raise sqlstate 'PT400' using hint = 'reason_unknown';
  end if;

  -- A dispatch of the same units waits for this order's lock, or has already held it.
  if p_items is null then
    select jsonb_agg(entry) into v_items from (
      select variant_id, to_send as quantity from public.order_units where order_id = p_order and to_send > 0
      order by variant_id) entry;
  else
    select jsonb_agg(to_jsonb(w)) into v_items from public.wanted_units(p_order, p_items) w;
  end if;
  if v_items is null then
    raise sqlstate 'PT409' using hint = 'nothing_to_cancel';
  end if;
  select jsonb_agg(entry) into v_short from (
    select w.variant_id, w.quantity, u.to_send as left
    from public.wanted_units(p_order, v_items) w
    join public.order_units u on u.order_id = p_order and u.variant_id = w.variant_id
    where w.quantity > u.to_send) entry;
  if v_short is not null then
    raise sqlstate 'PT409' using hint = 'already_left', detail = v_short::text;
  end if;

  if p_restock then
    perform 1 from public.color_variants
    where id in (select variant_id from public.wanted_units(p_order, v_items))
    order by id for update;
    perform public.moving_stock('cancelled', p_order, p_staff);
    update public.color_variants v
    set quantity = v.quantity + w.quantity
    from public.wanted_units(p_order, v_items) w where v.id = w.variant_id;
  end if;
  perform public.refund_cancelled(p_event, p_order, v_items, p_actor, p_staff, v_reason);
  insert into public.cancelled_items (event_id, order_id, variant_id, quantity, restocked)
  select p_event, p_order, variant_id, quantity, case when p_restock then quantity else 0 end
  from public.wanted_units(p_order, v_items);

  perform public.refund_exchanged(p_event, p_order, v_reason, p_actor, p_staff, v_items);
  perform public.refund_shared_delivery(p_event, p_order, v_reason, p_actor, p_staff);
  perform public.give_back_unsold(p_order);
  perform public.settle_order(p_order);
  perform public.void_unneeded_labels(array[p_order], p_staff);
  return public.order_refund_progress(p_order, array[p_event]);
end
$$;
comment on function public.cancel_items is
  'Cancels unsent units of an order: [{variant_id, quantity}], all that is left if null, and refunds their price '
  '(refund_cancelled). p_restock: puts them back in stock. p_detail: more for the history. Owes one e-mail, and '
  'gives unneeded labels back. The caller has been authorised. Returns order_refund_progress; the same event again '
  'changes nothing. Errors: PT400 reason_unknown, items_malformed; PT404 order_unknown; PT409 nothing_to_cancel, '
  'item_unknown, already_left (detail: the pieces), action_used.';

create function public.delivery_shared(p_order bigint) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select from public.payment_links l
    join public.orders o on o.checkout_id = l.checkout_id
    join public.order_units u on u.order_id = o.id
    where l.order_id = p_order and u.to_send + u.sent > 0);
end
$$;
comment on function public.delivery_shared is
  'Whether pieces that payment links added to an order or swapped in it were sent, or will be: by its delivery.';

create function public.delivery_unused(p_order bigint, p_items jsonb default '[]') returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return not public.delivery_shared(p_order) and (
    select sum(u.to_send + u.sent - coalesce(w.quantity, 0)) = 0
    from public.order_units u
    left join public.wanted_units(p_order, p_items) w on w.variant_id = u.variant_id
    where u.order_id = p_order);
end
$$;
comment on function public.delivery_unused is
  'Whether the delivery that an order paid for was not used, and will not be once p_items, [{variant_id, quantity}], '
  'are cancelled.';

create function public.give_back_unsold(p_order bigint) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.checkout_discounts d set given_back_at = now()
  from public.orders o
  where d.checkout_id = o.checkout_id and d.given_back_at is null and public.delivery_unused(o.id)
    and o.id in (
      select p_order
      union
      select l.order_id from public.payment_links l join public.orders n on n.checkout_id = l.checkout_id
      where n.id = p_order);
end
$$;
comment on function public.give_back_unsold is
  'Gives the code of an order back once none of its pieces was sent or will be, nor any that a payment link put in '
  'their place; also that of the order which this one was added to. The caller has recorded the cancellation.';

create function public.refund_shared_delivery(
  p_event uuid, p_order bigint, p_reason text, p_actor public.actor, p_staff bigint
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_first bigint := (
    select l.order_id from public.payment_links l join public.orders o on o.checkout_id = l.checkout_id
    where o.id = p_order);
begin
  if v_first is null then
    return;
  end if;
  -- The first order may be being cancelled, by a transaction that cannot see this one yet.
  perform public.lock_order(v_first);
  if public.delivery_unused(v_first) then
    perform public.write_capped_refund(
      md5('delivery refunded by ' || p_event)::uuid, v_first, null, '[]', (0, 0, m.shipping_left_pence, 0, 0, 0),
      p_reason, p_actor, p_staff, p_event)
    from public.order_money(v_first) m;
    perform public.settle_order(v_first);
  end if;
end
$$;
comment on function public.refund_shared_delivery is
  'Refunds what is left of the delivery that another order paid for the pieces of this one, once it is unused. The '
  'caller has recorded the cancellation.';

create function public.refund_cancelled(
  p_event uuid, p_order bigint, p_items jsonb, p_actor public.actor, p_staff bigint, p_reason text
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_money record;
  v_items jsonb;
  v_parts public.refund_parts;
begin
  select * into v_money from public.order_money(p_order);
  -- Leaves out pieces that were already refunded.
  select coalesce(
    jsonb_agg(jsonb_build_object(
      'variant_id', w.variant_id, 'quantity', least(w.quantity, u.ordered - u.refunded), 'surplus_pence', 0))
           filter (where u.ordered > u.refunded), '[]')
  into v_items
  from public.wanted_units(p_order, p_items) w
  join public.order_units u on u.order_id = p_order and u.variant_id = w.variant_id;
  select goods_pence, tax_pence, 0, 0, 0, 0 into v_parts from public.refund_for_units(p_order, v_items);

  if public.delivery_unused(p_order, p_items) then
    v_parts.shipping_pence := v_money.shipping_left_pence;
    -- If the order was accepted at a charge above its price, the surplus goes back as well.
    v_parts.goodwill_pence := greatest(
      v_money.left_pence - v_parts.goods_pence - v_parts.tax_pence - v_parts.shipping_pence, 0);
  end if;

  perform public.write_capped_refund(
    p_event, p_order, null, v_items, v_parts, p_reason, p_actor, p_staff, p_event);
end
$$;
comment on function public.refund_cancelled is
  'Decides the refund of units about to be cancelled: goods and tax, or the whole remaining payment once its delivery '
  'is unused (delivery_unused). Never more than is left of the payment. p_reason is a refund_reason.';

create function public.staff_cancel(
  p_event uuid, p_order bigint, p_items jsonb, p_reason text, p_restock boolean, p_refund_pence bigint default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('move_money', true);
  v_known boolean := exists (select from public.order_events where id = p_event);
  v_done jsonb := public.cancel_items(p_event, p_order, p_items, 'staff', v_staff, p_reason, p_restock);
begin
  perform public.keep_promise(p_refund_pence, array[p_event]) where not v_known;
  return v_done;
end
$$;
comment on function public.staff_cancel is
  'Cancels units of an order and refunds them. p_refund_pence: the amount shown before (keep_promise). Errors: those '
  'of require_staff, cancel_items and keep_promise.';

create function public.shopper_cancel(
  p_event uuid, p_order bigint, p_refund_pence bigint default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.orders;
  v_known boolean;
  v_done jsonb;
begin
  v_order := public.lock_order(p_order);
  v_known := exists (select from public.order_events where id = p_event);
  if not v_known then
    if v_order.units_to_send = 0 and exists (select from public.parcels_out where order_id = p_order) then
      raise sqlstate 'PT409' using hint = 'already_left';
    end if;
    if public.refunds_wait_for_dispute(v_order.payment_id) then
      raise sqlstate 'PT409' using hint = 'disputed';
    end if;
  end if;
  v_done := public.cancel_items(p_event, p_order, null, 'shopper', null, 'shopper', true);
  perform public.keep_promise(p_refund_pence, array[p_event]) where not v_known;
  return v_done;
end
$$;
comment on function public.shopper_cancel is
  'Cancels the unsent units of an order for its shopper. p_refund_pence: the amount that the question showed '
  '(keep_promise). The caller has checked that the order is theirs. Errors: PT404 order_unknown; PT409 already_left, '
  'nothing_to_cancel, disputed, refund_changed, action_used.';

-- Invariants

create view invariants.unused_code_given_back (invariant, "row", found) as
select 'a code is given back when and only when its checkout ends without a sale', 'checkouts ' || c.id,
  c.status || ', ' || coalesce('given back ' || d.given_back_at, 'used')
from public.checkout_discounts d
join public.checkouts c on c.id = d.checkout_id
left join public.orders o on o.checkout_id = c.id
where case
  when c.status in ('released', 'refund_due', 'refunded') then d.given_back_at is null
  when o.goods_status = 'cancelled' then d.given_back_at is null and public.delivery_unused(o.id)
  -- Used up by somebody else before its late payment.
  when c.status = 'review' then false
  else d.given_back_at is not null end;
