-- Free replacements of pieces that were lost, damaged or wrong: an order of its own, linked, that charges nothing.

create type public.replacement_reason as enum ('lost', 'damaged', 'wrong');
comment on type public.replacement_reason is
  'Reason why pieces are sent again. wrong: something else was in the parcel.';

create table public.replacements (
  order_id bigint primary key references public.orders (id) on delete restrict,
  replaces_order_id bigint not null references public.orders (id) on delete restrict,
  event_id uuid not null references public.order_events (id) on delete restrict,
  reason public.replacement_reason not null,
  constraint replacements_event_key unique (event_id),
  constraint replacements_of_another check (order_id <> replaces_order_id)
);
comment on table public.replacements is
  'Orders that replace pieces of another, free of charge. Their payment charges nothing and is unknown to Stripe.';
comment on column public.replacements.event_id is 'The event replaced of the order whose pieces are replaced.';
create index replacements_by_order on public.replacements (replaces_order_id);
alter table public.replacements enable row level security;

create function public.paid_units(p_order bigint) returns table (variant_id bigint, quantity integer)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select u.variant_id, least(u.ordered - greatest(u.cancelled, u.refunded + coalesce(x.quantity, 0)), first.quantity)
    from public.order_units u
    left join public.exchanged_units(p_order) x on x.variant_id = u.variant_id
    left join lateral (
      select f.quantity from public.replacements r cross join lateral public.paid_units(r.replaces_order_id) f
      where r.order_id = p_order and f.variant_id = u.variant_id) first on true
    where u.order_id = p_order;
end
$$;
comment on function public.paid_units is
  'Units of each line that are still paid for: neither cancelled nor refunded, and paying for no exchange; of a '
  'replacement at most those of the order that it replaces.';

create function public.replaceable_units(p_order bigint) returns table (
  variant_id bigint, quantity integer, unreplaced integer
)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select u.variant_id, greatest(least(u.sent - u.returned, p.quantity) - again.units, 0),
           greatest(u.sent - again.units, 0)
    from public.order_units u
    join public.paid_units(p_order) p on p.variant_id = u.variant_id
    cross join lateral (
      select coalesce(sum(i.quantity - n.cancelled), 0)::integer as units
      from public.replacements r
      join public.order_items i on i.order_id = r.order_id
      join public.order_units n on n.order_id = i.order_id and n.variant_id = i.variant_id
      where r.replaces_order_id = p_order and i.variant_id = u.variant_id) again
    where u.order_id = p_order;
end
$$;
comment on function public.replaceable_units is
  'Units of each line that may be sent again: sent, not back, paid (paid_units) and not replaced yet. unreplaced: sent '
  'and not replaced yet.';

create function public.place_free_order(
  p_event uuid, p_like public.checkouts, p_option public.checkout_shipping_options, p_lines jsonb, p_why text,
  p_staff bigint
) returns bigint
language plpgsql set search_path = ''
as $$
declare
  v_short jsonb;
  v_checkout public.checkouts;
begin
  perform public.lock_pieces(p_lines);
  select jsonb_agg(entry) into v_short from (
    select f.variant_id, w.quantity, f.free as left
    from jsonb_to_recordset(p_lines) as w (variant_id bigint, quantity integer)
    join public.free_units(array(
      select (line ->> 'variant_id')::bigint from jsonb_array_elements(p_lines) line)) f on f.variant_id = w.variant_id
    where w.quantity > f.free) entry;
  if v_short is not null then
    raise sqlstate 'PT409' using hint = 'pieces_gone', detail = v_short::text;
  end if;

  -- No tax on what is given without a price.
  insert into public.checkouts (
    user_id, billing_info_id, country, subtotal_pence, tax_basis_points, tax_pence, terms_version, duties, delivery,
    status, stripe_session_id, session_expires_at, closed_at, order_seen_at)
  select p_like.user_id, p_like.billing_info_id, p_like.country, sum(w.unit_pence * w.quantity), 0, 0,
         coalesce(p_like.terms_version, public.current_terms_version()), p_like.duties, p_like.delivery, 'completed',
         p_why || '_' || p_event, now(), now(), now()
  from jsonb_to_recordset(p_lines) as w (unit_pence integer, quantity integer)
  returning * into v_checkout;
  insert into public.checkout_lines (
    checkout_id, variant_id, product_id, product_name, color_name, unit_pence, quantity)
  select v_checkout.id, line.*
  from jsonb_to_recordset(p_lines) as line (
    variant_id bigint, product_id bigint, product_name text, color_name text, unit_pence integer, quantity integer);
  insert into public.checkout_shipping_options (
    checkout_id, position, name, amount_pence, min_business_days, max_business_days, express)
  values (
    v_checkout.id, 1, p_option.name, 0, p_option.min_business_days, p_option.max_business_days, p_option.express);
  insert into public.payments (
    checkout_id, user_id, billing_info_id, method, amount_pence, charged_pence, shipping_pence, currency, status,
    stripe_session_id)
  values (
    v_checkout.id, v_checkout.user_id, v_checkout.billing_info_id, 'none', v_checkout.subtotal_pence, 0, 0,
    v_checkout.currency, 'paid', v_checkout.stripe_session_id);
  perform public.place_order(v_checkout.id, 1, now(), p_why, p_staff);
  return (select id from public.orders where checkout_id = v_checkout.id);
end
$$;
comment on function public.place_free_order is
  'An order that charges nothing: p_lines [{variant_id, product_id, product_name, color_name, unit_pence, quantity}], '
  'each variant once, to the shopper, address and terms of p_like, by p_option. Takes their stock for p_why (a '
  'stock_reason) and owes the confirmation. Returns the order. The caller has authorised the staff member and settles '
  'it. PT409 pieces_gone (detail: the pieces) without enough stock.';

create function public.like_order(p_order public.orders) returns public.checkouts
language plpgsql stable set search_path = ''
as $$
declare
  v_like public.checkouts;
begin
  select * into v_like from public.checkouts where id = p_order.checkout_id;
  v_like.user_id := p_order.user_id;
  v_like.billing_info_id := p_order.billing_info_id;
  v_like.delivery := coalesce(p_order.label, v_like.delivery);
  return v_like;
end
$$;
comment on function public.like_order is
  'The checkout of an order with its (corrected) address, for another order to it.';

create function public.chosen_option(p_order public.orders) returns public.checkout_shipping_options
language sql stable set search_path = ''
as $$
  select s from public.checkout_shipping_options s
  where s.checkout_id = p_order.checkout_id and s.name = p_order.shipping_name
  order by s.position limit 1
$$;
comment on function public.chosen_option is 'The delivery of an order.';

create function public.make_replacement(
  p_event uuid, p_order bigint, p_items jsonb, p_reason text, p_staff bigint
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.orders := public.lock_order(p_order);
  v_wrong jsonb;
  v_new bigint;
  v_checkout uuid;
begin
  if not public.add_order_event(p_event, v_order.checkout_id, 'replaced', 'staff', p_staff, jsonb_build_object(
    'reason', p_reason, 'items', p_items))
  then
    return (
      select to_jsonb(entry) from (
        select p_order as order, r.order_id as replacement, o.checkout_id as checkout
        from public.replacements r join public.orders o on o.id = r.order_id where r.event_id = p_event) entry);
  end if;
  if p_reason is null or p_reason <> all (enum_range(null::public.replacement_reason)::text[]) then
    raise sqlstate 'PT400' using hint = 'reason_unknown';
  end if;
  perform public.require_payment(p_order);
  if not exists (select from public.wanted_units(p_order, p_items)) then
    raise sqlstate 'PT400' using hint = 'items_malformed';
  end if;
  select jsonb_agg(entry) into v_wrong from (
    select w.variant_id, w.quantity, u.quantity as left
    from public.wanted_units(p_order, p_items) w
    join public.replaceable_units(p_order) u on u.variant_id = w.variant_id
    where w.quantity > u.quantity) entry;
  if v_wrong is not null then
    raise sqlstate 'PT409' using hint = 'not_replaceable', detail = v_wrong::text;
  end if;
  v_new := public.place_free_order(
    p_event, public.like_order(v_order), public.chosen_option(v_order), (
      select jsonb_agg(entry) from (
        select i.variant_id, i.product_id, i.product_name, i.color_name, i.product_price_pence as unit_pence,
          w.quantity
        from public.wanted_units(p_order, p_items) w
        join public.order_items i on i.order_id = p_order and i.variant_id = w.variant_id) entry),
    'replaced', p_staff);
  insert into public.replacements (order_id, replaces_order_id, event_id, reason)
  values (v_new, p_order, p_event, p_reason::public.replacement_reason);
  v_checkout := (select checkout_id from public.orders where id = v_new);
  perform public.add_order_event(
    md5('made by ' || p_event)::uuid, v_checkout, 'replacement_made', 'staff', p_staff,
    jsonb_build_object('reason', p_reason));
  perform public.settle_order(v_new);
  return jsonb_build_object('order', p_order, 'replacement', v_new, 'checkout', v_checkout);
end
$$;
comment on function public.make_replacement is
  'Sends pieces of an order again, [{variant_id, quantity}], free of charge, as an order of its own: takes their '
  'stock, goes to the same (corrected) address by the same delivery, and owes its confirmation. Returns {order, '
  'replacement, checkout: of the replacement}; the same event again changes nothing. The caller has been authorised. '
  'Errors: PT404 order_unknown; PT400 reason_unknown, items_malformed; PT409 item_unknown, payment_undone, '
  'not_replaceable (detail: the pieces), pieces_gone (detail: the pieces), action_used.';

create function public.staff_replace(
  p_event uuid, p_order bigint, p_items jsonb, p_reason text
) returns jsonb
language sql set search_path = ''
as $$
  select public.make_replacement(p_event, p_order, p_items, p_reason, public.require_staff('move_money', true))
$$;
comment on function public.staff_replace is
  'Sends pieces again, free of charge (make_replacement). Errors: those of require_staff and make_replacement.';

-- Invariants

create view invariants.replaced_within_sent (invariant, "row", found) as
select 'no more is replaced than was sent', 'orders ' || r.replaces_order_id,
  r.variant_id || ': ' || r.units || ' of ' || coalesce(u.sent, 0)
from (
  select r.replaces_order_id, u.variant_id, sum(u.ordered - u.cancelled) as units
  from public.replacements r join public.order_units u on u.order_id = r.order_id group by 1, 2) r
left join public.order_units u on u.order_id = r.replaces_order_id and u.variant_id = r.variant_id
where r.units > coalesce(u.sent, 0);
