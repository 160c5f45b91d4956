-- Exchanges after delivery: a return and an order of other pieces at the same price, agreed together. The money stays
-- with the first order (docs/decisions/0064-edits-and-exchanges.md).

create table public.exchanges (
  order_id bigint primary key references public.orders (id) on delete restrict,
  from_order_id bigint not null references public.orders (id) on delete restrict,
  return_id bigint references public.returns (id) on delete restrict,
  event_id uuid not null references public.order_events (id) on delete restrict,
  at_once boolean not null,
  constraint exchanges_return_key unique (return_id),
  constraint exchanges_event_key unique (event_id),
  constraint exchanges_with_another check (order_id <> from_order_id)
);
comment on table public.exchanges is
  'Orders given in exchange for pieces of another. Like a replacement, each charges nothing, but a dearer one that a '
  'payment link has paid the difference of.';
comment on column public.exchanges.return_id is
  'Brings the other pieces back; null if they never left, and the difference was paid (exchange_replaced).';
comment on column public.exchanges.event_id is 'The event exchanged of the order whose pieces come back.';
comment on column public.exchanges.at_once is 'Sent without waiting for the return.';
create index exchanges_by_order on public.exchanges (from_order_id);
alter table public.exchanges enable row level security;

create table public.exchanged_items (
  order_id bigint not null references public.exchanges (order_id) on delete restrict,
  from_variant_id bigint not null references public.color_variants (id) on delete restrict,
  to_variant_id bigint not null references public.color_variants (id) on delete restrict,
  quantity integer not null,
  primary key (order_id, from_variant_id, to_variant_id),
  constraint exchanged_items_quantity_positive check (quantity > 0)
);
comment on table public.exchanged_items is 'Units of an exchange, with those of the first order that pay for them.';
create index exchanged_items_from on public.exchanged_items (from_variant_id);
create index exchanged_items_to on public.exchanged_items (to_variant_id);
alter table public.exchanged_items enable row level security;

create function public.exchanged_units(
  p_order bigint, p_return bigint default null
) returns table (variant_id bigint, quantity integer)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select pair.from_variant_id, sum(pair.quantity - pair.given_back)::integer
    from (
      select i.from_variant_id, i.quantity, greatest(least(i.quantity, back.units - (
        sum(i.quantity) over (partition by i.order_id, i.to_variant_id order by i.from_variant_id) - i.quantity
      )), 0) as given_back
      from public.exchanges e
      join public.exchanged_items i on i.order_id = e.order_id
      join public.order_units u on u.order_id = i.order_id and u.variant_id = i.to_variant_id
      cross join lateral (
        select u.cancelled + coalesce(sum(b.restocked + b.written_off), 0) as units
        from public.returns r join public.return_items b on b.return_id = r.id
        where r.order_id = i.order_id and b.variant_id = i.to_variant_id and r.state = 'settled') back
      where e.from_order_id = p_order and (p_return is null or e.return_id = p_return)) pair
    group by 1 having sum(pair.quantity - pair.given_back) > 0;
end
$$;
comment on function public.exchanged_units is
  'Units of an order whose price pays for a unit of an exchange, which was neither cancelled nor came back and was '
  'settled; p_return: only of its exchange. They are not refunded meanwhile.';

create function public.make_exchange(
  p_event uuid, p_order bigint, p_items jsonb, p_kind public.return_kind, p_reason text, p_at_once boolean,
  p_staff bigint
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.orders := public.lock_order(p_order);
  v_from jsonb;
  v_return bigint;
  v_new bigint;
  v_checkout uuid;
begin
  if not public.add_order_event(p_event, v_order.checkout_id, 'exchanged', 'staff', p_staff, jsonb_build_object(
    'items', p_items, 'at_once', p_at_once, 'reason', (
      select string_agg(coalesce(o.color_name, '?') || ' → ' || coalesce(n.color_name, '?'), ', ' order by o.id, n.id)
      from jsonb_array_elements(p_items) item
      left join public.color_variants o on o.id = (item ->> 'from')::bigint
      left join public.color_variants n on n.id = (item ->> 'to')::bigint)))
  then
    return public.exchange_state(p_event);
  end if;
  if public.stands_for_others(v_order) then
    raise sqlstate 'PT409' using hint = 'not_exchangeable';
  end if;
  perform public.require_payment(p_order);
  select jsonb_agg(jsonb_build_object('variant_id', f.from_id, 'quantity', f.units)) into v_from
  from (
    select (item ->> 'from')::bigint as from_id, sum((item ->> 'quantity')::integer) as units
    from jsonb_array_elements(p_items) item group by 1) f;
  if v_from is null or exists (
    select from jsonb_array_elements(p_items) item where coalesce((item ->> 'quantity')::integer, 0) < 1)
  then
    raise sqlstate 'PT400' using hint = 'items_malformed';
  end if;
  if exists (
    select from jsonb_array_elements(p_items) item
    left join public.order_items i on i.order_id = p_order and i.variant_id = (item ->> 'from')::bigint
    left join public.color_variants v on v.id = (item ->> 'to')::bigint and v.product_id = i.product_id
      and v.id in (select id from public.colours_on_sale)
    where v.id is null)
  then
    raise sqlstate 'PT409' using hint = 'not_swappable';
  end if;
  v_return := (public.ask_return(
    md5('return of ' || p_event)::uuid, p_order, p_kind, v_from, p_reason, 'staff', p_staff) ->> 'id')::bigint;

  v_new := public.place_free_order(
    p_event, public.like_order(v_order), public.chosen_option(v_order), (
      select jsonb_agg(to_jsonb(line))
      from (
        select v.id as variant_id, i.product_id, min(i.product_name) as product_name, v.color_name,
               -- Two lines of a product may have had two prices.
               max(i.product_price_pence) as unit_pence, sum((item ->> 'quantity')::integer) as quantity
        from jsonb_array_elements(p_items) item
        join public.order_items i on i.order_id = p_order and i.variant_id = (item ->> 'from')::bigint
        join public.color_variants v on v.id = (item ->> 'to')::bigint
        group by v.id, i.product_id, v.color_name) line),
    'exchanged', p_staff);
  v_checkout := (select checkout_id from public.orders where id = v_new);
  insert into public.exchanges (order_id, from_order_id, return_id, event_id, at_once)
  values (v_new, p_order, v_return, p_event, p_at_once);
  insert into public.exchanged_items (order_id, from_variant_id, to_variant_id, quantity)
  select v_new, (item ->> 'from')::bigint, (item ->> 'to')::bigint, sum((item ->> 'quantity')::integer)
  from jsonb_array_elements(p_items) item group by 2, 3;
  perform public.add_order_event(md5('made by ' || p_event)::uuid, v_checkout, 'exchange_made', 'staff', p_staff);
  if not p_at_once then
    update public.orders set waits_for = 'return' where id = v_new;
    -- Its promise begins when the return is here (release_exchange).
    perform public.drop_due_mail('order', v_checkout::text);
    perform public.drop_due_mail('staff_order', v_checkout::text);
  end if;
  perform public.settle_order(v_new);
  perform public.settle_order(p_order);
  return public.exchange_state(p_event);
end
$$;
comment on function public.make_exchange is
  'Exchanges pieces that were sent, [{from, to, quantity}], for colours of the same product: a return of p_kind '
  '(ask_return) and an order that charges nothing and takes its stock now. Unless p_at_once, it waits for the return. '
  'The same event again changes nothing. Returns exchange_state. The caller has been authorised. Errors: those of '
  'ask_return; PT400 items_malformed; PT409 not_exchangeable (an order given for another), payment_undone, '
  'not_swappable, pieces_gone (detail: the pieces), action_used.';

create function public.exchange_state(p_event uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'order', e.from_order_id, 'exchange', e.order_id, 'code', r.code, 'checkouts', array(
      select checkout_id from public.orders where id in (e.order_id, e.from_order_id)))
  from public.exchanges e join public.returns r on r.id = e.return_id
  where e.event_id = p_event
$$;
comment on function public.exchange_state is
  'An exchange: both orders, the code of its return, and the checkouts whose e-mails may be due.';

create function public.staff_exchange(
  p_event uuid, p_order bigint, p_items jsonb, p_kind public.return_kind, p_reason text, p_at_once boolean
) returns jsonb
language sql set search_path = ''
as $$
  select public.make_exchange(p_event, p_order, p_items, p_kind, p_reason, p_at_once,
         public.require_staff('move_money', true))
$$;
comment on function public.staff_exchange is
  'Exchanges pieces (make_exchange). Errors: those of require_staff and make_exchange.';

create function public.promise_from_now(p_order bigint) returns void
language sql set search_path = ''
as $$
  update public.orders o
  set counts_from = now(), leaves_by = p.leaves_by, arrives_from = p.arrives_from, arrives_by = p.arrives_by
  from public.orders n
  cross join lateral (select (public.chosen_option(n)).*) s
  cross join public.order_promise(now(), s.express, s.min_business_days, s.max_business_days) p
  where n.id = p_order and o.id = n.id
$$;
comment on function public.promise_from_now is 'Counts the promise of an order from now, when it no longer waits.';

create function public.release_exchange(p_return bigint) returns void
language plpgsql set search_path = ''
as $$
declare
  v_order bigint;
  v_checkout uuid;
begin
  update public.orders o set waits_for = null
  from public.exchanges e
  where e.return_id = p_return and o.id = e.order_id and o.waits_for = 'return' and o.units_to_send > 0
  returning o.id, o.checkout_id into v_order, v_checkout;
  if found then
    perform public.promise_from_now(v_order);
    perform public.owe_mail('order', v_checkout, v_checkout::text);
    perform public.owe_mail('staff_order', v_checkout, v_checkout::text);
  end if;
end
$$;
comment on function public.release_exchange is
  'Lets the exchange of a return leave, with a promise counted from now, and owes its confirmation. The caller has '
  'locked the order.';

create function public.end_exchange(
  p_event uuid, p_return bigint, p_actor public.actor, p_staff bigint
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_exchange public.exchanges;
begin
  select * into v_exchange from public.exchanges where return_id = p_return;
  if not found or not exists (select from public.orders where id = v_exchange.order_id and units_to_send > 0) then
    return;
  end if;
  perform public.cancel_items(
    p_event => md5('exchange ended by ' || p_event)::uuid, p_order => v_exchange.order_id, p_items => null,
    p_actor => p_actor, p_staff => p_staff, p_reason => case p_actor when 'shopper' then 'shopper' else 'other' end,
    p_restock => true, p_refund => false);
end
$$;
comment on function public.end_exchange is
  'Cancels what has not left of the exchange of a return that does not come, and restocks it.';

create function public.refund_exchanged(
  p_event uuid, p_order bigint, p_reason text, p_actor public.actor, p_staff bigint, p_back jsonb,
  p_deduction_pence bigint default 0, p_deduction_reason text default null
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_exchange public.exchanges;
  v_items jsonb;
  v_goods bigint;
  v_tax bigint;
  v_cut bigint;
  v_money record;
  v_whole boolean;
begin
  select e.* into v_exchange from public.exchanges e left join public.returns r on r.id = e.return_id
  where e.order_id = p_order and (e.return_id is null or r.state = 'settled');
  if not found then
    return;
  end if;
  if v_exchange.return_id is null then
    select jsonb_agg(to_jsonb(due) order by due.variant_id) into v_items
    from (
      select i.from_variant_id as variant_id, sum(w.quantity) as quantity
      from jsonb_to_recordset(p_back) as w (variant_id bigint, quantity integer)
      join public.exchanged_items i on i.order_id = p_order and i.to_variant_id = w.variant_id
      group by 1) due;
  else
    select jsonb_agg(to_jsonb(due) order by due.variant_id) into v_items
    from public.return_units_due(v_exchange.return_id) due;
  end if;
  if v_items is null then
    return;
  end if;
  select goods_pence, tax_pence into v_goods, v_tax from public.refund_for_units(v_exchange.from_order_id, v_items);
  if p_deduction_pence > v_goods + v_tax then
    raise sqlstate 'PT409' using hint = 'too_much',
      detail = jsonb_build_object('of', 'goods', 'left_pence', v_goods + v_tax)::text;
  end if;
  v_cut := round(p_deduction_pence::numeric * v_goods / greatest(v_goods + v_tax, 1));
  select * into v_money from public.order_money(v_exchange.from_order_id);
  -- Delivery was paid with the first order, for all.
  v_whole := v_exchange.return_id is null and public.delivery_unused(v_exchange.from_order_id);
  perform public.write_capped_refund(
    md5('exchange refunded by ' || p_event)::uuid, v_exchange.from_order_id, v_exchange.return_id, v_items,
    v_goods - v_cut, v_tax - (p_deduction_pence - v_cut),
    case when v_whole then v_money.shipping_left_pence else 0 end,
    case when v_whole
      then greatest(v_money.left_pence - v_goods - v_tax - v_money.shipping_left_pence, 0) else 0 end,
    p_reason, p_actor, p_staff, p_event, p_deduction_pence, p_deduction_pence - v_cut, p_deduction_reason);
  perform public.settle_order(v_exchange.from_order_id);
end
$$;
comment on function public.refund_exchanged is
  'Refunds, from the first order, units whose exchange was cancelled or came back after the first return was settled, '
  'less p_deduction_pence; with its delivery once nothing was sent or will be. p_back: units of the exchange, '
  '[{variant_id, quantity}], for which they were given. Before that, the first return refunds them when it is settled. '
  'The caller has recorded the '
  'cancellation or return. PT409 too_much (detail: of, left_pence).';
