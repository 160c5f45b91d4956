-- Changes of an order before it leaves: other pieces, fewer pieces, the shopper's e-mail address. Why nothing is added
-- to it: docs/decisions/0064-edits-and-exchanges.md.

create function public.stands_for_others(p_order public.orders) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (select from public.payments where id = p_order.payment_id and method = 'none')
    or exists (select from public.exchanges where order_id = p_order.id);
end
$$;
comment on function public.stands_for_others is
  'Whether pieces of an order were given for others, whose money is with another order: they are not swapped again.';

create function public.swappable_units(p_order bigint, p_variant bigint) returns integer
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((
    select greatest(least(u.to_send, l.quantity), 0)
    from public.order_units u
    join public.refundable_lines(p_order) l on l.variant_id = u.variant_id
    where u.order_id = p_order and u.variant_id = p_variant), 0);
end
$$;
comment on function public.swappable_units is
  'Unsent units of a line whose price is neither refunded nor pays for others.';

create function public.require_same_display(p_checkout uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if exists (
    select from public.checkouts c, public.current_tax t where c.id = p_checkout and c.tax_display <> t.display)
  then
    raise sqlstate 'PT409' using hint = 'tax_display_changed';
  end if;
end
$$;
comment on function public.require_same_display is
  'Refuses today''s prices for an order from before the catalogue''s began or ceased to include tax: PT409 '
  'tax_display_changed.';

create function public.swap_difference(
  p_order bigint, p_from bigint, p_to bigint, p_quantity integer
) returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  if exists (
    select from public.order_items i join public.color_variants v on v.id = p_to
    where i.order_id = p_order and i.variant_id = p_from and v.product_id <> i.product_id)
  then
    perform public.require_same_display(checkout_id) from public.orders where id = p_order;
  end if;
  return (
    select case when p.id = i.product_id then 0
           else i.product_price_pence::bigint * d.quantity - d.discount_pence
             - coalesce(s.price_pence, p.price_pence)::bigint * d.quantity end
    from public.discount_of_units(p_order, jsonb_build_array(
      jsonb_build_object('variant_id', p_from, 'quantity', p_quantity))) d
    join public.order_items i on i.order_id = p_order and i.variant_id = p_from
    join public.color_variants v on v.id = p_to
    join public.products p on p.id = v.product_id
    left join public.running_sales s on s.product_id = p.id);
end
$$;
comment on function public.swap_difference is
  'Price paid for units of a line, less their discount, minus today''s price of others, without added tax: below 0 if '
  'those are dearer, 0 for another colour, which costs what was paid. As with removed and added pieces, a discount '
  'goes with the old ones. Null for an unknown colour. Errors: PT400 items_malformed; PT409 item_unknown, '
  'tax_display_changed.';

create function public.swap_choices(p_order bigint, p_variant bigint) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(entry), '[]') from (
      select v.id as variant_id, v.color_name, f.free
      from public.order_items i
      join public.color_variants v on v.product_id = i.product_id
      join public.colours_on_sale s on s.id = v.id
      join public.free_units(array(
        select id from public.color_variants where product_id = i.product_id)) f on f.variant_id = v.id and f.free > 0
      where i.order_id = p_order and i.variant_id = p_variant
        and not exists (
          select from public.orders o where o.id = p_order and public.stands_for_others(o))
      order by v.color_name, v.id) entry);
end
$$;
comment on function public.swap_choices is
  'Colours of a line''s product in stock, its own among them, that can be sent instead: [{variant_id, color_name, '
  'free}]. None for an order that charged nothing: its pieces stand for others.';

create function public.swap_units(
  p_event uuid, p_order bigint, p_from bigint, p_to bigint, p_quantity integer, p_staff bigint
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_order public.orders := public.lock_order(p_order);
  v_from public.order_items;
  v_to public.color_variants;
  v_price integer;
  v_left integer;
  v_discount bigint;
  v_difference bigint;
begin
  select * into v_from from public.order_items where order_id = p_order and variant_id = p_from;
  select * into v_to from public.color_variants where id = p_to;
  if public.add_order_event(p_event, v_order.checkout_id, 'swapped', 'staff', p_staff, jsonb_build_object(
    'from', p_from, 'to', p_to, 'quantity', p_quantity, 'reason', (
      select v_from.color_name || ' → ' || concat_ws(', ', case when p.id <> v_from.product_id then p.name end,
        v_to.color_name)
      from public.products p where p.id = v_to.product_id)))
  then
    if v_from.order_id is null then
      raise sqlstate 'PT409' using hint = 'item_unknown';
    end if;
    if p_quantity < 1 then
      raise sqlstate 'PT400' using hint = 'items_malformed';
    end if;
    select case when p.id = v_from.product_id then v_from.product_price_pence
           else coalesce(s.price_pence, p.price_pence) end into v_price
    from public.products p left join public.running_sales s on s.product_id = p.id
    where p.id = v_to.product_id;
    if v_to.id is null or p_to = p_from or public.stands_for_others(v_order) or exists (
      select from public.order_items
      where order_id = p_order and variant_id = p_to and product_price_pence <> v_price)
    then
      raise sqlstate 'PT409' using hint = 'not_swappable';
    end if;
    if public.dispatch_stopped_by(p_order) is not null then
      raise sqlstate 'PT409' using hint = 'order_stopped';
    end if;
    v_left := public.swappable_units(p_order, p_from);
    if p_quantity > v_left then
      raise sqlstate 'PT409' using hint = 'already_left', detail = jsonb_build_array(jsonb_build_object(
        'variant_id', p_from, 'quantity', p_quantity, 'left', v_left))::text;
    end if;
    perform 1 from public.color_variants where id in (p_from, p_to) order by id for update;
    if not exists (select from public.colours_on_sale where id = p_to)
      or p_quantity > (select free from public.free_units(array[p_to]))
    then
      raise sqlstate 'PT409' using hint = 'colour_gone';
    end if;
    v_difference := public.swap_difference(p_order, p_from, p_to, p_quantity);
    if v_difference < 0 then
      raise sqlstate 'PT409' using hint = 'not_swappable';
    end if;
    perform public.moving_stock('swapped', p_order, p_staff);
    update public.color_variants set quantity = quantity + case id when p_from then p_quantity else -p_quantity end
    where id in (p_from, p_to);

    select discount_pence into v_discount from public.discount_of_units(p_order, jsonb_build_array(
      jsonb_build_object('variant_id', p_from, 'quantity', p_quantity)));
    insert into public.order_items as i (
      order_id, variant_id, product_id, product_name, color_name, product_price_pence, quantity, discount_pence)
    values (
      p_order, p_to, v_to.product_id,
      case when v_to.product_id = v_from.product_id then v_from.product_name
        else (select name from public.products where id = v_to.product_id) end,
      v_to.color_name, v_price, p_quantity, case when v_to.product_id = v_from.product_id then v_discount else 0 end)
    on conflict (order_id, variant_id) do update
    set quantity = i.quantity + excluded.quantity, discount_pence = i.discount_pence + excluded.discount_pence;
    -- A parcel taken back may refer to the line, so it stays, without units.
    update public.order_items set quantity = quantity - p_quantity, discount_pence = discount_pence - v_discount
    where order_id = p_order and variant_id = p_from;
    insert into public.swapped_items (event_id, order_id, from_variant_id, to_variant_id, quantity, refunded_pence)
    values (p_event, p_order, p_from, p_to, p_quantity, v_difference);
    if v_difference > 0 then
      perform public.write_capped_refund(
        p_event, p_order, null, '[]', (r.goods_pence, r.tax_pence, 0, 0, 0, 0), 'swapped', 'staff', p_staff, p_event)
      from public.refund_for_units(p_order, '[]', v_difference) r;
    end if;
    perform public.settle_order(p_order);
  end if;
end
$$;
comment on function public.swap_units is
  'Exchanges unsent units of a line for others; moves their stock. Another colour keeps price and discount, another '
  'product has today''s price, and what it costs less (swap_difference) is refunded. Owes one e-mail. The same event '
  'again changes nothing. The caller has authorised the staff member. Errors: PT404 order_unknown; PT400 '
  'items_malformed; PT409 item_unknown, not_swappable (dearer, or in the order at another price), '
  'tax_display_changed, order_stopped, already_left (detail: the pieces), colour_gone, action_used.';

create function public.edit_order(
  p_event uuid, p_order bigint, p_swaps jsonb, p_removed jsonb, p_session_seconds integer, p_staff bigint,
  p_refund_pence bigint default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_link uuid := md5('link of ' || p_event)::uuid;
  v_acts uuid[] := array[p_event];
  v_known boolean;
  v_swap record;
  v_dearer jsonb := '[]';
  v_opened jsonb;
begin
  perform public.lock_order(p_order);
  if p_swaps = '[]' and p_removed = '[]' then
    raise sqlstate 'PT400' using hint = 'items_malformed';
  end if;
  -- All colours first, in id order as checkouts do: one swap after the other could deadlock with those.
  perform 1 from public.color_variants
  where id in (
    select unnest(array[s."from", s."to"]) from jsonb_to_recordset(p_swaps) as s ("from" bigint, "to" bigint)
    union all
    select variant_id from jsonb_to_recordset(p_removed) as r (variant_id bigint))
  order by id for update;
  v_acts := v_acts || array(
    select md5(concat_ws(' ', p_event, s."from", s."to"))::uuid
    from jsonb_to_recordset(p_swaps) as s ("from" bigint, "to" bigint));
  v_known := exists (select from public.order_events where id = any (v_acts))
    or exists (select from public.payment_links where event_id = v_link);
  for v_swap in
    select md5(concat_ws(' ', p_event, s."from", s."to"))::uuid as id, s."from", s."to", s.quantity
    from jsonb_to_recordset(p_swaps) as s ("from" bigint, "to" bigint, quantity integer)
    order by 2, 3
  loop
    -- A repeat finds what was done, at the prices of then.
    if exists (select from public.order_events where id = v_swap.id)
      or not exists (select from public.payment_links where event_id = v_link)
      and public.swap_difference(p_order, v_swap."from", v_swap."to", v_swap.quantity) >= 0 is not false
    then
      perform public.swap_units(v_swap.id, p_order, v_swap."from", v_swap."to", v_swap.quantity, p_staff);
    else
      v_dearer := v_dearer || jsonb_build_object(
        'variant_id', v_swap."to", 'quantity', v_swap.quantity, 'replaces', v_swap."from");
    end if;
  end loop;
  if p_removed <> '[]' then
    perform public.cancel_items(p_event, p_order, p_removed, 'staff', p_staff, 'shopper', true);
  end if;
  if v_dearer <> '[]' then
    v_opened := public.open_link(v_link, v_dearer, p_session_seconds, p_staff, p_order);
  end if;
  -- Last, so that an act which its question would refuse is refused for the same reason.
  perform public.keep_promise(p_refund_pence, v_acts) where not v_known;
  return public.order_refund_progress(p_order, v_acts) || jsonb_build_object('acts', v_acts, 'link', v_opened);
end
$$;
comment on function public.edit_order is
  'Edits unsent pieces at the shopper''s request, all or nothing: p_swaps [{from, to, quantity}] (swap_units, but '
  'dearer ones are done once a payment link for the difference is paid: open_link), then p_removed [{variant_id, '
  'quantity}], restocked and refunded (cancel_items). p_refund_pence: the amount shown before (keep_promise). Returns '
  'order_refund_progress, its acts, and link: the checkout_summary of the link, or null. The same event again changes '
  'nothing. The caller has authorised p_staff. Errors: those of swap_units, open_link, cancel_items and keep_promise.';

create function public.staff_edit_order(
  p_event uuid, p_order bigint, p_swaps jsonb, p_removed jsonb, p_session_seconds integer,
  p_refund_pence bigint default null
) returns jsonb
language sql set search_path = ''
as $$
  select public.edit_order(p_event, p_order, p_swaps, p_removed, p_session_seconds,
         public.require_staff('move_money', true), p_refund_pence)
$$;
comment on function public.staff_edit_order is
  'Edits unsent pieces (edit_order). Errors: those of require_staff and edit_order.';

create function public.mail_may_repeat(p_mail public.mail_outbox) returns boolean
language sql stable set search_path = ''
as $$
  select p_mail.status in ('sent', 'parked') and case
    when p_mail.kind = 'dispatched' then exists (
      select from public.parcels_out where id::text = p_mail.subject and delivered_at is null)
    when p_mail.kind = 'refund_failed' then exists (
      select from public.order_refunds where id::text = p_mail.subject and taken_at is null and given_up_at is null)
    when p_mail.kind = 'order_refund' then
      exists (select from public.order_refunds where id::text = p_mail.subject and taken_at is not null)
      or exists (
        select from public.refunds
        where id::text = p_mail.subject and state in ('pending', 'requires_action', 'succeeded'))
    else p_mail.kind not in ('dispatch_undone', 'withdrawal_link', 'merge_link')
      and not public.mail_goes_to_staff(p_mail.kind) end
$$;
comment on function public.mail_may_repeat is
  'Whether an e-mail about an order that was sent or given up is still true, and worth sending to a new address.';

create function public.staff_correct_email(
  p_event uuid, p_order bigint, p_email text, p_again boolean default false
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('answer_shoppers');
  v_order public.orders := public.lock_order(p_order);
  v_before public.billing_infos;
  v_new bigint;
begin
  select * into v_before from public.billing_infos where id = v_order.billing_info_id;
  if public.add_order_event(p_event, v_order.checkout_id, 'email_corrected', 'staff', v_staff, jsonb_build_object(
    'email', p_email, 'before', v_before.email))
  then
    if v_before.email = '' then
      raise sqlstate 'PT409' using hint = 'address_erased';
    end if;
    if v_before.email = p_email then
      raise sqlstate 'PT409' using hint = 'same_email';
    end if;
    -- A form never changes, because other orders refer to it. The shopper's next checkout offers the corrected one.
    insert into public.billing_infos (user_id, name, address, email, phone, saved_at)
    values (v_before.user_id, v_before.name, v_before.address, p_email, v_before.phone,
      v_before.saved_at + interval '1 microsecond')
    on conflict (user_id, content_hash) do update set saved_at = greatest(billing_infos.saved_at, excluded.saved_at)
    returning id into v_new;
    update public.orders set billing_info_id = v_new where id = p_order;
    update public.payments set billing_info_id = v_new where checkout_id = v_order.checkout_id;
    update public.checkouts set billing_info_id = v_new where id = v_order.checkout_id;
    perform public.settle_order(p_order);
    if p_again then
      perform public.send_mail_again(md5(p_event || ' ' || m.id)::uuid, m.id, v_staff)
      from public.mail_outbox m
      where m.checkout_id = v_order.checkout_id and public.mail_may_repeat(m);
    end if;
  end if;
  return (
    select to_jsonb(entry) from (
      select o.id as order, o.checkout_id as checkout, b.email,
        (
          select count(*) from public.order_events
          where checkout_id = o.checkout_id and kind = 'mail_resent'
            and id = md5(p_event || ' ' || (detail ->> 'mail'))::uuid) as again
      from public.orders o join public.billing_infos b on b.id = o.billing_info_id where o.id = p_order) entry);
end
$$;
comment on function public.staff_correct_email is
  'Corrects the address to which an order''s e-mails go. p_again: sends those again that are still true '
  '(mail_may_repeat). Returns {order, checkout, email, again: how many}; the same event again changes nothing. Errors: '
  'those of require_staff; PT404 order_unknown; PT409 address_erased, same_email, action_used.';
