-- Exchanges after delivery: a return and an order of other pieces, agreed together. The price of the first pieces stays
-- with the first order and pays for the others; the difference is paid by a link, or refunded with the return
-- (docs/decisions/0064-edits-and-exchanges.md).

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
  'Orders given in exchange for pieces of another. Like a replacement, each charges nothing, but one for dearer '
  'pieces, whose difference a payment link has paid.';
comment on column public.exchanges.return_id is
  'Brings the other pieces back, perhaps with some that are refunded; null if they never left (exchange_replaced).';
comment on column public.exchanges.event_id is 'The event exchanged of the order whose pieces come back.';
comment on column public.exchanges.at_once is 'Sent without waiting for the return.';
create index exchanges_by_order on public.exchanges (from_order_id);
alter table public.exchanges enable row level security;

create table public.exchanged_items (
  order_id bigint not null references public.exchanges (order_id) on delete restrict,
  from_variant_id bigint not null references public.color_variants (id) on delete restrict,
  to_variant_id bigint not null references public.color_variants (id) on delete restrict,
  quantity integer not null,
  surplus_pence integer not null default 0,
  settled_pence integer not null default 0,
  primary key (order_id, to_variant_id),
  constraint exchanged_items_quantity_positive check (quantity > 0),
  constraint exchanged_items_settled_in_range check (settled_pence between 0 and surplus_pence)
);
comment on table public.exchanged_items is 'Units of an exchange, with those of the first order that pay for them.';
comment on column public.exchanged_items.surplus_pence is
  'Price paid for the first units above that of cheaper ones, without tax, for all: refunded when the return is '
  'settled.';
comment on column public.exchanged_items.settled_pence is
  'The part of surplus_pence that was settled with the return. It counts as refunded of the first units for good, even '
  'if it was deducted or its refund given up (refundable_lines).';
create index exchanged_items_from on public.exchanged_items (from_variant_id);
create index exchanged_items_to on public.exchanged_items (to_variant_id);
alter table public.exchanged_items enable row level security;

create function public.exchange_pairs(p_order bigint) returns table (
  order_id bigint, return_id bigint, settled boolean, from_variant_id bigint, to_variant_id bigint, quantity integer,
  given_back integer, surplus_pence bigint, settled_pence bigint
)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select e.order_id, e.return_id, coalesce(r.state = 'settled', true), i.from_variant_id, i.to_variant_id, i.quantity,
           back.units, i.surplus_pence::bigint - i.surplus_pence::bigint * back.units / i.quantity,
           i.settled_pence::bigint
    from public.exchanges e
    left join public.returns r on r.id = e.return_id
    join public.exchanged_items i on i.order_id = e.order_id
    join public.order_units u on u.order_id = i.order_id and u.variant_id = i.to_variant_id
    cross join lateral (
      select least(u.cancelled + coalesce(sum(b.restocked + b.written_off), 0), i.quantity)::integer as units
      from public.returns again join public.return_items b on b.return_id = again.id
      where again.order_id = i.order_id and b.variant_id = i.to_variant_id and again.state = 'settled') back
    where e.from_order_id = p_order;
end
$$;
comment on function public.exchange_pairs is
  'Units of an order given for others. given_back: units of the others that were cancelled, or came back and were '
  'settled. surplus_pence: of the rest, refunded once the return is settled. settled_pence: of all, by then.';

create function public.exchanged_units(
  p_order bigint, p_return bigint default null
) returns table (variant_id bigint, quantity integer)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select from_variant_id, sum(quantity - given_back)::integer
    from public.exchange_pairs(p_order)
    where p_return is null or return_id = p_return
    group by 1 having sum(quantity - given_back) > 0;
end
$$;
comment on function public.exchanged_units is
  'Units of an order whose price pays for a unit of an exchange, which was neither cancelled nor came back and was '
  'settled; p_return: only of its exchange. They are not refunded meanwhile.';

create function public.return_balance(p_return bigint) returns table (variant_id bigint, units integer)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select i.variant_id, case when r.state = 'asked' then i.quantity else i.restocked + i.written_off end
           - coalesce(x.quantity, 0)
    from public.returns r
    join public.return_items i on i.return_id = r.id
    left join public.exchanged_units(r.order_id, r.id) x on x.variant_id = i.variant_id
    where r.id = p_return;
end
$$;
comment on function public.return_balance is
  'Units of each piece of a return that came (that are expected, while nothing has), less those that pay for an '
  'exchange. Below 0 if more was exchanged than came.';

create function public.unreturned_pieces(p_return bigint) returns table (
  order_id bigint, variant_id bigint, unsent integer, sent integer
)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select p.order_id, p.to_variant_id, (count(*) filter (where p.is_unsent))::integer,
           (count(*) filter (where not p.is_unsent))::integer
    from public.returns r
    join public.return_balance(r.id) b on b.units < 0
    cross join lateral (
      select x.order_id, x.from_variant_id, x.to_variant_id, unit <= u.to_send as is_unsent, row_number() over (
        partition by x.from_variant_id order by unit > u.to_send, x.to_variant_id desc) as place
      from public.exchange_pairs(r.order_id) x
      join public.order_units u on u.order_id = x.order_id and u.variant_id = x.to_variant_id
      cross join generate_series(1, x.quantity - x.given_back) unit
      where x.return_id = r.id) p
    where r.id = p_return and p.from_variant_id = b.variant_id and p.place <= -b.units
    group by 1, 2;
end
$$;
comment on function public.unreturned_pieces is
  'Units of an exchange in excess of those that its return brought, by the colour given: unsent ones, which must not '
  'leave, before those that were sent.';

create function public.surplus_by_piece(p_return bigint) returns table (
  order_id bigint, variant_id bigint, pence bigint
)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select i.order_id, i.to_variant_id, i.surplus_pence::bigint
           - i.surplus_pence::bigint * (p.given_back + coalesce(short.unsent + short.sent, 0)) / i.quantity
    from public.returns r
    cross join lateral public.exchange_pairs(r.order_id) p
    join public.exchanged_items i on i.order_id = p.order_id and i.to_variant_id = p.to_variant_id
    left join public.unreturned_pieces(r.id) short
      on short.order_id = p.order_id and short.variant_id = p.to_variant_id
    where r.id = p_return and p.return_id = r.id and not p.settled;
end
$$;
comment on function public.surplus_by_piece is
  'Pence, without tax, to refund for cheaper pieces given in exchange for those of a return that came (that are '
  'expected, while nothing has). No rows once it is settled.';

create function public.credited_lines(p_order bigint, p_lines jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_agg(line || jsonb_build_object(
      'unit_pence', worth.unit_pence,
      'discount_pence', coalesce(worth.pence + least(worth.difference, 0), 0),
      'surplus_pence', greatest(worth.difference, 0)))
    from jsonb_array_elements(p_lines) line
    left join public.order_items i
      on i.order_id = p_order and i.variant_id = (line ->> 'replaces_variant_id')::bigint
    cross join lateral (
      select case when i.product_id = (line ->> 'product_id')::bigint then i.product_price_pence
             else (line ->> 'unit_pence')::bigint end as unit_pence) price
    cross join lateral (
      select price.unit_pence,
             case when i.variant_id is not null then price.unit_pence * (line ->> 'quantity')::bigint end as pence,
             case when i.variant_id is not null then public.swap_difference(
               p_order, i.variant_id, (line ->> 'variant_id')::bigint, (line ->> 'quantity')::integer)
             end as difference) worth);
end
$$;
comment on function public.credited_lines is
  'Checkout lines less the price paid for the pieces of an order that they replace; what that was above theirs is '
  'their surplus_pence. A colour of the same product is worth what was paid. Errors: those of swap_difference.';

create function public.exchange_terms(
  p_order bigint, p_items jsonb
) returns table (lines jsonb, link_pence bigint, back_pence bigint)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
declare
  v_order public.orders;
  v_lines jsonb;
begin
  select * into v_order from public.orders where id = p_order;
  if not found then
    raise sqlstate 'PT404' using hint = 'order_unknown';
  end if;
  if p_items = '[]' or exists (
    select from jsonb_array_elements(p_items) item
    where num_nulls(item ->> 'from', item ->> 'to') > 0 or coalesce((item ->> 'quantity')::integer, 0) < 1)
  then
    raise sqlstate 'PT400' using hint = 'items_malformed';
  end if;
  if public.stands_for_others(v_order) then
    raise sqlstate 'PT409' using hint = 'not_exchangeable';
  end if;
  perform public.require_payment(p_order);
  if (select count(*) > count(distinct item ->> 'to') from jsonb_array_elements(p_items) item) then
    raise sqlstate 'PT409' using hint = 'swap_apart';
  end if;
  v_lines := public.credited_lines(p_order, public.priced_pieces(public.exchange_lines(p_items)));
  return query
    select v_lines, case when due.pence >= 30 then due.pence else 0 end, back.goods_pence + back.tax_pence
    from public.checkouts c
    cross join lateral (
      select sum(unit_pence * quantity - discount_pence) as dearer, sum(surplus_pence)::bigint as surplus
      from jsonb_to_recordset(v_lines) as l (
        unit_pence bigint, quantity bigint, discount_pence bigint, surplus_pence bigint)) sums
    -- An exchange adjusts the supply that was paid for, so it has that tax rate, whatever today's is: HMRC asks for a
    -- credit note or a supplementary invoice, and none at the same value (www.gov.uk/vat-businesses/returned-goods;
    -- a supply is not cancelled by a return: manual VATSC10130). Stripe charges no less than 30p, so that is waived.
    cross join lateral (
      select (sums.dearer + public.tax_on(sums.dearer::bigint, c.tax_basis_points))::bigint as pence) due
    cross join lateral public.refund_for_units(p_order, '[]', sums.surplus) back
    where c.id = v_order.checkout_id;
end
$$;
comment on function public.exchange_terms is
  'Cost of an exchange of pieces of an order, [{from, to, quantity}]: its checkout lines (credited_lines); '
  'link_pence, to be paid by a link, 0 below the 30p that a card can pay; back_pence, refunded when the return is '
  'settled. Locks nothing: an act locks the order, then the colours, before. Errors: PT404 order_unknown; PT400 '
  'items_malformed; PT409 not_exchangeable (an order given for another), payment_undone, swap_apart (two lines for one '
  'colour), item_unknown, tax_display_changed, pieces_gone (detail: the pieces).';

create function public.exchange_offers(
  p_order bigint, p_from bigint, p_quantity integer, p_words text
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_piece record;
  v_terms record;
  v_offers jsonb := '[]';
begin
  for v_piece in
    select v.id, p.name, v.color_name
    from public.colours_on_sale o
    join public.color_variants v on v.id = o.id and v.quantity >= p_quantity
    join public.products p on p.id = v.product_id
    where not exists (
      select from regexp_split_to_table(lower(btrim(p_words)), '\s+') as word
      where position(word in lower(p.name || ' ' || v.color_name)) = 0)
    order by p.name, v.color_name, v.id limit 12
  loop
    begin
      select * into v_terms from public.exchange_terms(p_order, jsonb_build_array(jsonb_build_object(
        'from', p_from, 'to', v_piece.id, 'quantity', p_quantity)));
      v_offers := v_offers || jsonb_build_object(
        'variant_id', v_piece.id, 'name', v_piece.name, 'colour', v_piece.color_name,
        'cost_pence', v_terms.link_pence - v_terms.back_pence);
    exception when sqlstate 'PT409' then
      -- Held by others, or taxed otherwise than the order.
      continue;
    end;
  end loop;
  return v_offers;
end
$$;
comment on function public.exchange_offers is
  'At most twelve pieces whose names have p_words, in stock, that can be given for units of an order: [{variant_id, '
  'name, colour, cost_pence}], the cost from exchange_terms, below 0 if it is refunded. The caller has checked that '
  'the order is theirs. PT404 order_unknown; PT400 items_malformed.';

create function public.shopper_exchange_offers(
  p_order bigint, p_from bigint, p_quantity integer, p_words text
) returns jsonb
language sql stable set search_path = ''
as $$
  select public.require_own_order(p_order);
  select public.exchange_offers(p_order, p_from, p_quantity, p_words)
$$;
comment on function public.shopper_exchange_offers is
  'exchange_offers for a logged-in shopper''s own order. Errors: those of require_own_order and exchange_offers.';

create function public.exchange_lines(p_items jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_agg(entry) from (
    select (item -> 'to') as variant_id, item -> 'quantity' as quantity, item -> 'from' as replaces
    from jsonb_array_elements(p_items) item) entry
$$;
comment on function public.exchange_lines is 'Pieces of an exchange, [{from, to, quantity}], as open_link takes them.';

create function public.record_exchange(
  p_event uuid, p_new bigint, p_order bigint, p_return bigint, p_at_once boolean, p_lines jsonb, p_actor public.actor,
  p_staff bigint
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_checkout uuid := (select checkout_id from public.orders where id = p_new);
begin
  perform public.add_order_event(
    p_event, (select checkout_id from public.orders where id = p_order), 'exchanged', p_actor, p_staff,
    jsonb_build_object('at_once', p_at_once, 'items', (
      select jsonb_agg(entry) from (
        select l -> 'replaces_variant_id' as from, l -> 'variant_id' as to, l -> 'quantity' as quantity
        from jsonb_array_elements(p_lines) l
        order by l -> 'variant_id') entry), 'reason', (
      select string_agg(concat_ws(', ', o.product_name, o.color_name) || ' → '
        || concat_ws(', ', l ->> 'product_name', l ->> 'color_name'), '; ' order by l -> 'variant_id')
      from jsonb_array_elements(p_lines) l
      join public.order_items o
        on o.order_id = p_order and o.variant_id = (l ->> 'replaces_variant_id')::bigint)));
  perform public.add_order_event(md5('made by ' || p_event)::uuid, v_checkout, 'exchange_made', p_actor, p_staff);
  insert into public.exchanges (order_id, from_order_id, return_id, event_id, at_once)
  values (p_new, p_order, p_return, p_event, p_at_once);
  insert into public.exchanged_items (order_id, from_variant_id, to_variant_id, quantity, surplus_pence)
  select p_new, replaces_variant_id, variant_id, quantity, surplus_pence
  from jsonb_to_recordset(p_lines) as l (
    replaces_variant_id bigint, variant_id bigint, quantity integer, surplus_pence integer);
  if not p_at_once and public.return_is_undecided(p_return) then
    update public.orders set waits_for = 'return' where id = p_new;
    -- The order's promise begins when the return is here (release_exchange). A payment is confirmed at once.
    perform public.drop_due_mail('order', v_checkout::text)
    where (select p.method from public.payments p where p.checkout_id = v_checkout) = 'none';
    perform public.drop_due_mail('staff_order', v_checkout::text);
  end if;
end
$$;
comment on function public.record_exchange is
  'Records that an order was made in exchange for pieces of another: p_lines as credited_lines returns them. Unless '
  'p_at_once, it waits until the return is here. The caller has locked both.';

create function public.return_is_undecided(p_return bigint) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.returns r join public.return_items i on i.return_id = r.id
    where r.id = p_return and r.state in ('asked', 'received') and (
      i.restocked + i.written_off < i.quantity
      or i.written_off > 0 and not (public.return_terms(r.kind)).needs_reason and exists (
        select from public.exchanges e join public.exchanged_items x on x.order_id = e.order_id
        where e.return_id = r.id and x.from_variant_id = i.variant_id)))
$$;
comment on function public.return_is_undecided is
  'Whether pieces of an open return are still to arrive, or one to be exchanged was written off although nobody said '
  'that it was faulty: staff decide, by settling or refusing it, whether the exchange is sent.';

create function public.link_of_return(p_return bigint) returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select c.id from public.payment_links l join public.checkouts c on c.id = l.checkout_id
    where l.return_id = p_return and c.status in ('open', 'awaiting_payment'));
end
$$;
comment on function public.link_of_return is
  'Checkout of the payment link for the exchange of a return, while it may be paid; null for none.';

create function public.make_exchange(
  p_event uuid, p_order bigint, p_items jsonb, p_return bigint, p_kind public.return_kind, p_reason text,
  p_at_once boolean, p_session_seconds integer, p_staff bigint, p_cost_pence bigint default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_order public.orders := public.lock_order(p_order);
  v_return bigint := p_return;
  v_terms record;
  v_back bigint;
  v_link jsonb;
begin
  if exists (select from public.payment_links where event_id = p_event) then
    v_link := public.open_link(p_event, public.exchange_lines(p_items), p_session_seconds, p_staff, p_order);
    v_return := (select return_id from public.payment_links where event_id = p_event);
  elsif exists (select from public.order_events where id = p_event) then
    -- Refuses one of another act.
    perform public.add_order_event(p_event, v_order.checkout_id, 'exchanged', 'staff', p_staff, jsonb_build_object(
      'items', (
        select jsonb_agg(entry) from (
          select i -> 'from' as from, i -> 'to' as to, i -> 'quantity' as quantity
          from jsonb_array_elements(p_items) i
          order by i -> 'to') entry)));
    v_return := (select return_id from public.exchanges where event_id = p_event);
  else
    perform public.lock_pieces(public.exchange_lines(p_items));
    select * into v_terms from public.exchange_terms(p_order, p_items);
    v_back := v_terms.back_pence;
    if v_terms.link_pence - v_back <> p_cost_pence then
      raise sqlstate 'PT409' using hint = 'cost_changed';
    end if;
    if p_return is null then
      v_return := (public.ask_return(md5('return of ' || p_event)::uuid, p_order, p_kind, (
        select jsonb_agg(entry) from (
          select (item ->> 'from')::bigint as variant_id, sum((item ->> 'quantity')::integer) as quantity
          from jsonb_array_elements(p_items) item group by 1) entry),
        p_reason, 'staff', p_staff) ->> 'id')::bigint;
    elsif public.link_of_return(p_return) is not null then
      raise sqlstate 'PT409' using hint = 'exchange_unpaid';
    end if;
    if public.replaced_and_gone(p_order, v_terms.lines, v_return) is not null then
      raise sqlstate 'PT409' using hint = 'not_in_return';
    end if;
    if not public.money_stands(p_order, v_terms.lines) then
      raise sqlstate 'PT409' using hint = 'money_gone';
    end if;
    if v_terms.link_pence > 0 then
      v_link := public.open_link(
        p_event, public.exchange_lines(p_items), p_session_seconds, p_staff, p_order, p_return => v_return,
        p_at_once => p_at_once);
    else
      perform public.record_exchange(
        p_event, n.id, p_order, v_return, p_at_once, v_terms.lines, 'staff', p_staff)
      from (
        select public.place_free_order(
          p_event, public.like_order(v_order), public.chosen_option(v_order), v_terms.lines, 'exchanged',
          p_staff) as id) n;
      perform public.close_return(v_return);
      perform public.settle_order(order_id) from public.exchanges where return_id = v_return;
      perform public.settle_order(p_order);
    end if;
  end if;
  return (
    select to_jsonb(entry) from (
      select p_order as order, e.order_id as exchange, r.id as return, r.code, v_back as back_pence,
        v_link as link,
        array(
          select checkout_id from public.orders where id in (p_order, e.order_id)) as checkouts
      from public.returns r left join public.exchanges e on e.return_id = r.id
      where r.id = v_return) entry);
end
$$;
comment on function public.make_exchange is
  'Exchanges pieces that were sent, [{from, to, quantity}], for any others (exchange_terms): with p_return, or a new '
  'one of p_kind (ask_return), and an order that takes its stock now and, unless p_at_once, waits for the return. '
  'What the others cost more is paid by a link first, which makes the order (exchange_replaced); if it lapses, the '
  'return is refunded as any. What they cost less is refunded when the return is settled. p_cost_pence: the '
  'difference shown before, below 0 if refunded. Returns {order, exchange: its order, null until a link is paid, '
  'return, code, back_pence, link: its checkout_summary or null, checkouts: whose e-mails may be due}; the same event '
  'again changes nothing. The caller has been authorised. Errors: those of exchange_terms, ask_return and open_link; '
  'PT409 cost_changed, exchange_unpaid, not_in_return (closed, refunded or exchanged already), money_gone, '
  'action_used.';

create function public.staff_exchange(
  p_event uuid, p_order bigint, p_items jsonb, p_kind public.return_kind, p_reason text, p_at_once boolean,
  p_session_seconds integer, p_return bigint default null, p_cost_pence bigint default null
) returns jsonb
language sql set search_path = ''
as $$
  select public.make_exchange(p_event, p_order, p_items, p_return, p_kind, p_reason, p_at_once, p_session_seconds,
         public.require_staff('move_money', true), p_cost_pence)
$$;
comment on function public.staff_exchange is
  'Exchanges pieces (make_exchange). Errors: those of require_staff and make_exchange.';

create function public.close_return(p_return bigint) returns void
language sql set search_path = ''
as $$
  update public.returns r set state = 'settled', closed_at = now()
  where r.id = p_return and r.state = 'received' and not public.return_is_undecided(r.id)
    and not public.return_refund_due(r.id) and public.return_delivery_refund(r.id) = 0
    and public.link_of_return(r.id) is null
$$;
comment on function public.close_return is
  'Settles a return of which nothing is to be refunded or decided (return_is_undecided). The caller has locked and '
  'settles its order.';

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
begin
  perform public.cancel_items(
    (public.acts_with_exchange(p_event))[2], short.order_id, jsonb_agg(jsonb_build_object(
      'variant_id', short.variant_id, 'quantity', short.unsent)), p_actor, p_staff,
    case p_actor when 'shopper' then 'shopper' else 'not_returned' end, true)
  from public.unreturned_pieces(p_return) short
  where short.unsent > 0 group by short.order_id;
end
$$;
comment on function public.end_exchange is
  'Cancels what has not left of the exchange of pieces that a return did not bring, restocks it and refunds what was '
  'paid for it. The caller has locked the first order.';

create function public.refund_exchanged(
  p_event uuid, p_order bigint, p_reason text, p_actor public.actor, p_staff bigint, p_back jsonb,
  p_deduction_pence bigint default 0, p_deduction_reason text default null
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_exchange public.exchanges;
  v_items jsonb;
  v_parts public.refund_parts;
  v_money record;
begin
  select e.* into v_exchange from public.exchanges e left join public.returns r on r.id = e.return_id
  where e.order_id = p_order and (e.return_id is null or r.state = 'settled');
  if not found then
    return;
  end if;
  select jsonb_agg(jsonb_build_object(
    'variant_id', back.variant_id, 'quantity', least(back.units, due.quantity), 'surplus_pence', back.surplus))
  into v_items
  from (
    select i.from_variant_id as variant_id, sum(b.quantity) as units,
           sum(i.surplus_pence::bigint * p.given_back / i.quantity
             - i.surplus_pence::bigint * greatest(p.given_back - b.quantity, 0) / i.quantity) as surplus
    from public.exchange_pairs(v_exchange.from_order_id) p
    join public.exchanged_items i on i.order_id = p.order_id and i.to_variant_id = p.to_variant_id
    join jsonb_to_recordset(p_back) as b (variant_id bigint, quantity integer) on b.variant_id = p.to_variant_id
    where p.order_id = p_order
    group by 1) back
  -- The first return may have brought fewer than were exchanged.
  left join public.return_units_due(v_exchange.return_id) due on due.variant_id = back.variant_id
  where v_exchange.return_id is null or due.quantity > 0;
  if v_items is null then
    return;
  end if;
  select goods_pence, tax_pence, 0, 0, 0, 0 into v_parts
  from public.refund_for_units(v_exchange.from_order_id, v_items);
  -- Delivery was paid with the first order, for all.
  if v_exchange.return_id is null and public.delivery_unused(v_exchange.from_order_id) then
    select * into v_money from public.order_money(v_exchange.from_order_id);
    v_parts.shipping_pence := v_money.shipping_left_pence;
    v_parts.goodwill_pence := greatest(
      v_money.left_pence - v_parts.goods_pence - v_parts.tax_pence - v_parts.shipping_pence, 0);
  end if;
  perform public.write_capped_refund(
    md5('exchange refunded by ' || p_event)::uuid, v_exchange.from_order_id, v_exchange.return_id, v_items,
    public.refund_less(v_parts, p_deduction_pence), p_reason, p_actor, p_staff, p_event, p_deduction_reason);
  perform public.settle_order(v_exchange.from_order_id);
end
$$;
comment on function public.refund_exchanged is
  'Refunds, from the first order, units whose exchange was cancelled or came back after the first return was settled, '
  'less p_deduction_pence; with its delivery once nothing was sent or will be. p_back: units of the exchange, '
  '[{variant_id, quantity}], for which they were given. Before that, the first return refunds them when it is '
  'settled. The caller has recorded the cancellation or return. PT409 too_much (detail: of, left_pence).';

-- Invariants

create view invariants.exchange_sends_what_came (invariant, "row", found) as
select 'an exchange that waited for its return sends no more pieces than that brought', 'exchanges ' || e.order_id,
  s.unsent + s.sent || ' of variant ' || s.variant_id
from public.exchanges e
join public.returns r on r.id = e.return_id and r.state = 'settled'
cross join lateral public.unreturned_pieces(r.id) s
where not e.at_once;

create view invariants.exchange_balances (invariant, "row", found) as
select 'an exchange gives the units of its order, for units that its return brings or that never left',
  'exchanges ' || order_id || ' ' || side,
  'variant ' || variant_id || ': ' || sum(units)
from (
  select order_id, 'given' as side, to_variant_id as variant_id, quantity as units from public.exchanged_items
  union all
  select i.order_id, 'given', i.variant_id, -i.quantity
  from public.exchanges e join public.order_items i on i.order_id = e.order_id
  union all
  select order_id, 'back', from_variant_id, quantity from public.exchanged_items
  union all
  select e.order_id, 'back', i.variant_id, -i.quantity
  from public.exchanges e join public.return_items i on i.return_id = e.return_id
  union all
  select e.order_id, 'back', c.variant_id, -c.restocked
  from public.exchanges e join public.cancelled_items c on c.event_id = e.event_id) x
group by order_id, side, variant_id
-- A return may bring more than is exchanged.
having sum(units) > 0 or side = 'given' and sum(units) < 0;

create view invariants.goods_refunded_at_their_price (invariant, "row", found) as
select 'a refund of goods is the price of its pieces, less what went back of it before', 'order_refunds ' || f.id,
  f.goods_pence || ' for ' || coalesce(i.pence, 0) + coalesce(s.refunded_pence, 0) + coalesce(x.pence, 0)
from public.order_refunds f
left join (
  select r.order_refund_id,
         sum(o.product_price_pence::bigint * r.quantity - r.discount_pence - r.surplus_pence) as pence
  from public.order_refund_items r
  join public.order_items o on o.order_id = r.order_id and o.variant_id = r.variant_id group by 1) i
  on i.order_refund_id = f.id
left join public.swapped_items s on s.event_id = f.id
left join (
  select e.return_id, sum(g.settled_pence) as pence
  from public.exchanges e join public.exchanged_items g on g.order_id = e.order_id group by 1) x
  on x.return_id = f.return_id and f.act_id = f.id
where f.goods_pence + f.deduction_pence - f.deduction_tax_pence
  > coalesce(i.pence, 0) + coalesce(s.refunded_pence, 0) + coalesce(x.pence, 0);

create view invariants.surplus_refunded_once (invariant, "row", found) as
select 'what went back for a cheaper piece is taken off the price of the first once that is refunded',
  'order_items ' || e.order_id || ' ' || l.variant_id,
  l.surplus_pence || ' to take off ' || l.quantity || ' units, ' || l.left_pence || ' left'
from (select distinct from_order_id as order_id from public.exchanges) e
cross join lateral public.refundable_lines(e.order_id) l
join public.order_items i on i.order_id = e.order_id and i.variant_id = l.variant_id
join public.orders o on o.id = e.order_id
where (l.left_pence < 0 or l.surplus_pence > i.product_price_pence::bigint * l.quantity)
  and not exists (
    select from public.order_events v where v.checkout_id = o.checkout_id and v.kind = 'refund_surplus');
