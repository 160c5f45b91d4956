-- Questions about acts that refund: each is the act itself, rolled back. The amount that it shows goes back with the
-- act, which refuses if that has changed since (keep_promise).

create function public.foresee_cancel(p_order bigint) returns bigint
language plpgsql set search_path = ''
as $$
declare
  v_event uuid := gen_random_uuid();
  v_pence bigint;
begin
  begin
    perform public.shopper_cancel(v_event, p_order);
    v_pence := (select amount_pence from public.refund_of_acts(array[v_event]));
    raise exception using errcode = 'PV001';
  exception when sqlstate 'PV001' then
    return v_pence;
  end;
end
$$;
comment on function public.foresee_cancel is
  'Pence that shopper_cancel would refund: a dry run, rolled back. The caller has checked that the order is theirs. '
  'Errors: those of shopper_cancel.';

create function public.shopper_foresee_cancel(p_order bigint) returns bigint
language sql set search_path = ''
as $$
  select public.require_own_order(p_order);
  select public.foresee_cancel(p_order)
$$;
comment on function public.shopper_foresee_cancel is
  'foresee_cancel for a logged-in shopper''s own order. Errors: those of require_own_order and foresee_cancel.';

create function public.staff_foresee(p_act text, p_asked jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('move_money');
  v_order bigint := (p_asked ->> 'order')::bigint;
  v_event uuid := gen_random_uuid();
  v_edited jsonb;
  v_foreseen jsonb;
begin
  begin
    case p_act
      when 'cancel' then
        perform public.cancel_items(
          v_event, v_order, nullif(p_asked -> 'items', 'null'), 'staff', v_staff, 'other', true);
      when 'refund' then
        perform public.ask_refund(
          v_event, v_order, null, p_asked -> 'items', (p_asked ->> 'shipping_pence')::bigint,
          (p_asked ->> 'goodwill_pence')::bigint, 'other', 'staff', v_staff,
          p_as_credit => coalesce((p_asked ->> 'as_credit')::boolean, false));
      when 'settle' then
        perform public.settle_return(
          v_event, (p_asked ->> 'return')::bigint, (p_asked ->> 'shipping_pence')::bigint,
          (p_asked ->> 'deduction_pence')::bigint, 'Foreseen', v_staff);
      when 'refuse' then
        perform public.refuse_return(v_event, (p_asked ->> 'return')::bigint, 'Foreseen', v_staff);
      when 'edit' then
        v_edited := public.edit_order(
          v_event, v_order, p_asked -> 'swaps', p_asked -> 'removed', 3600, v_staff);
      when 'exchange' then
        v_edited := public.make_exchange(
          v_event, v_order, p_asked -> 'items', (p_asked ->> 'return')::bigint,
          (p_asked ->> 'kind')::public.return_kind, 'Foreseen', false, 3600, v_staff);
      when 'sale' then
        v_edited := public.sell_in_hand(
          v_event, p_asked -> 'lines', (p_asked ->> 'discount_pence')::bigint,
          '{"name": "Foreseen", "address": "Foreseen", "email": "", "phone": ""}',
          jsonb_build_object('name', 'Foreseen', 'line1', 'Foreseen', 'country', p_asked -> 'country'),
          p_asked ->> 'country', (p_asked ->> 'zone')::public.shipping_zone, 'cash',
          (p_asked ->> 'handed_over')::boolean, v_staff);
    end case;
    v_foreseen := (
      select jsonb_build_object(
        'refund', to_jsonb(r),
        'left_pence', (
          select sum(m.left_pence)
          from (select distinct order_id from public.order_refunds where act_id = any (a.acts)) f
          cross join public.order_money(f.order_id) m),
        'swaps', (
          select coalesce(jsonb_agg(entry), '[]') from (
            select s.from_variant_id as from, s.to_variant_id as to, t.amount_pence as refund_pence
            from public.swapped_items s cross join public.refund_of_acts(array[s.event_id]) t
            where s.event_id = any (a.acts)) entry),
        'unsent', coalesce((
          select public.named_units(order_id, jsonb_object_agg(variant_id, quantity))
          from public.cancelled_items
          where event_id = (public.acts_with_exchange(v_event))[2] group by order_id), '[]'),
        'kept', coalesce((
          select public.named_units(order_id, jsonb_object_agg(variant_id, sent))
          from public.unreturned_pieces((p_asked ->> 'return')::bigint)
          where p_act in ('settle', 'refuse') and sent > 0 group by order_id), '[]'),
        'back_pence', v_edited -> 'back_pence',
        'sale', case when p_act = 'sale' then v_edited end,
        'link_pence', (
          select c.subtotal_pence - c.discount_pence + c.tax_pence from public.checkouts c
          where c.id = (v_edited #>> '{link,checkout_id}')::uuid))
      from (select coalesce(array(
        select jsonb_array_elements_text(v_edited -> 'acts')::uuid), '{}')
        || public.acts_with_exchange(v_event) as acts) a
      cross join public.refund_of_acts(a.acts) r);
    raise exception using errcode = 'PV001';
  exception when sqlstate 'PV001' then
    return v_foreseen;
  end;
end
$$;
comment on function public.staff_foresee is
  'The money that an act of the studio would move: a dry run, rolled back. p_act: cancel, refund, settle, refuse, '
  'edit, exchange or sale, with p_asked as in its call. Returns refund (refund_of_acts), left_pence of the payments '
  'after it, swaps [{from, to, refund_pence}] without dearer ones, link_pence, to be paid by a link, or null, and '
  'back_pence of an exchange, refunded when its return is settled; of an act that closes a return also unsent and '
  'kept (named_units): pieces of its exchange that are cancelled, or were sent, without those that they replace; '
  'sale: its sums (sell_in_hand) with the cheapest delivery. '
  'Errors: those of require_staff and the act.';
