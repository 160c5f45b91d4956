-- Orders that staff make: pieces added to an order or ordered by phone, paid by a mailed link to a payment page, sales
-- paid in hand, and gifts (docs/decisions/0064-edits-and-exchanges.md).

create table public.payment_links (
  checkout_id uuid primary key references public.checkouts (id) on delete cascade,
  event_id uuid not null,
  staff_id bigint not null references public.staff (id) on delete restrict,
  order_id bigint references public.orders (id) on delete restrict,
  return_id bigint references public.returns (id) on delete restrict,
  at_once boolean not null default false,
  constraint payment_links_event_key unique (event_id),
  constraint payment_links_return_of_order check (return_id is null or order_id is not null)
);
comment on table public.payment_links is
  'Checkouts opened by staff (checkouts.by_link). Their shopper pays by a mailed link, without a login, or in hand.';
comment on column public.payment_links.event_id is 'Idempotency key made by the browser.';
comment on column public.payment_links.order_id is
  'Order to which the pieces are added or whose pieces they replace, which waits for the payment; null for an '
  'order by phone.';
comment on column public.payment_links.return_id is
  'Brings back the pieces, already sent, that these replace: an exchange, for which the order does not wait.';
comment on column public.payment_links.at_once is 'As in exchanges.';
create index payment_links_by_return on public.payment_links (return_id);
create index payment_links_by_order on public.payment_links (order_id);
create index payment_links_by_staff on public.payment_links (staff_id);
alter table public.payment_links enable row level security;

create table public.gifts (
  order_id bigint primary key references public.orders (id) on delete restrict,
  event_id uuid not null references public.order_events (id) on delete restrict,
  reason text not null,
  constraint gifts_event_key unique (event_id),
  constraint gifts_reason_length check (length(btrim(reason)) between 1 and 200)
);
comment on table public.gifts is
  'Orders given away, for example to the press. Like a replacement, each charges nothing.';
alter table public.gifts enable row level security;

create function public.priced_pieces(p_lines jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_lines jsonb;
  v_short jsonb;
begin
  if p_lines = '[]' or exists (
    select from jsonb_array_elements(p_lines) line
    where coalesce((line ->> 'quantity')::integer, 0) < 1 or line ->> 'variant_id' is null
      or (line ->> 'unit_pence')::integer < 1)
  then
    raise sqlstate 'PT400' using hint = 'items_malformed';
  end if;
  with asked as (
    select (line ->> 'variant_id')::bigint as variant_id, sum((line ->> 'quantity')::integer)::integer as quantity,
           min((line ->> 'replaces')::bigint) as replaces, min((line ->> 'unit_pence')::integer) as unit_pence
    from jsonb_array_elements(p_lines) line group by 1
  )
  select jsonb_agg(jsonb_build_object('variant_id', a.variant_id, 'quantity', a.quantity, 'left', coalesce(f.free, 0)))
         filter (where s.id is null or f.free < a.quantity),
         jsonb_agg(jsonb_build_object(
           'variant_id', v.id, 'product_id', p.id, 'product_name', p.name, 'color_name', v.color_name,
           'unit_pence', coalesce(a.unit_pence, r.price_pence, p.price_pence), 'quantity', a.quantity,
           'replaces_variant_id', a.replaces, 'discount_pence', 0, 'surplus_pence', 0) order by v.id)
  into v_short, v_lines
  from asked a
  left join public.free_units(array(select variant_id from asked)) f on f.variant_id = a.variant_id
  left join public.colours_on_sale s on s.id = a.variant_id
  left join public.color_variants v on v.id = a.variant_id
  left join public.products p on p.id = v.product_id
  left join public.running_sales r on r.product_id = p.id;
  if v_short is not null then
    raise sqlstate 'PT409' using hint = 'pieces_gone', detail = v_short::text;
  end if;
  return v_lines;
end
$$;
comment on function public.priced_pieces is
  '[{variant_id, quantity, replaces?, unit_pence?}] as checkout lines, at current prices unless unit_pence, an agreed '
  'price before added tax, is given. A caller that sells them locks them first '
  '(lock_pieces). Errors: PT400 items_malformed; PT409 pieces_gone (detail: the pieces), also for a colour that is not '
  'on sale.';

create function public.discounted_pieces(p_lines jsonb, p_discount_pence bigint) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  if p_discount_pence < 0 then
    raise sqlstate 'PT400' using hint = 'amount_negative';
  end if;
  if p_discount_pence >= (
    select sum((line ->> 'unit_pence')::bigint * (line ->> 'quantity')::bigint) from jsonb_array_elements(p_lines) line)
  then
    raise sqlstate 'PT409' using hint = 'discount_too_large';
  end if;
  return (
    select jsonb_agg(line || jsonb_build_object('discount_pence', s.pence) order by s.variant_id)
    from public.spread_discount(p_discount_pence, (
      select jsonb_agg(jsonb_build_object(
        'id', l -> 'variant_id', 'price', (l ->> 'unit_pence')::bigint * (l ->> 'quantity')::bigint))
      from jsonb_array_elements(p_lines) l)) s
    join jsonb_array_elements(p_lines) line on (line ->> 'variant_id')::bigint = s.variant_id);
end
$$;
comment on function public.discounted_pieces is
  'Checkout lines with their shares of a discount that staff agreed. Errors: PT400 amount_negative; PT409 '
  'discount_too_large, which leaves nothing to pay for the goods.';

create function public.credit_replaced(
  p_order public.orders, p_lines jsonb, p_return bigint default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_short jsonb;
begin
  if exists (select from jsonb_array_elements(p_lines) line where line ->> 'replaces_variant_id' is not null)
    and public.stands_for_others(p_order)
  then
    raise sqlstate 'PT409' using hint = 'not_swappable';
  end if;
  v_short := public.replaced_and_gone(p_order.id, p_lines, p_return);
  if v_short is not null then
    raise sqlstate 'PT409' using hint = 'already_left', detail = v_short::text;
  end if;
  if not public.money_stands(p_order.id, p_lines) then
    raise sqlstate 'PT409' using hint = 'money_gone';
  end if;
  return public.credited_lines(p_order.id, p_lines);
end
$$;
comment on function public.credit_replaced is
  'credited_lines, if the replaced pieces and the money paid for them are still there. The caller has locked the '
  'order. Errors: PT409 not_swappable, already_left (detail: the pieces), money_gone (money_stands), item_unknown.';

create function public.replaced_and_gone(
  p_order bigint, p_lines jsonb, p_return bigint default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_agg(to_jsonb(short))
    from (
      select w.replaces_variant_id as variant_id, sum(w.quantity) as quantity,
             case when p_return is null then public.swappable_units(p_order, w.replaces_variant_id)
             else coalesce((
               select least(i.quantity - public.refunded_for_return(r.id, i.variant_id), l.quantity)
               from public.returns r join public.return_items i on i.return_id = r.id
               join public.refundable_lines(p_order) l on l.variant_id = i.variant_id
               where r.id = p_return and r.order_id = p_order and i.variant_id = w.replaces_variant_id
                 and r.state in ('asked', 'received')
                 and not exists (select from public.exchanges where return_id = r.id)), 0) end as left
      from jsonb_to_recordset(p_lines) as w (replaces_variant_id bigint, quantity integer)
      where w.replaces_variant_id is not null
      group by 1) short
    where short.quantity > short.left);
end
$$;
comment on function public.replaced_and_gone is
  'Pieces of an order that checkout lines replace and that were sent, cancelled or refunded meanwhile; of an exchange '
  'pieces that p_return, which may be closed or exchanged, does not bring, or whose price went back. Null for none.';

create function public.is_same_sale(
  p_checkout uuid, p_lines jsonb, p_person jsonb, p_country text, p_discount_pence bigint default 0
) returns boolean
language sql stable set search_path = ''
as $$
  with asked as (
    select a.variant_id, a.replaces, sum(a.quantity) as units
    from jsonb_to_recordset(p_lines) as a (variant_id bigint, replaces bigint, quantity integer) group by 1, 2
  ), known as (
    select variant_id, replaces_variant_id, sum(quantity) as units
    from public.checkout_lines where checkout_id = p_checkout group by 1, 2
  )
  select not exists (table asked except table known) and not exists (table known except table asked)
    and not exists (
      select from jsonb_to_recordset(p_lines) as a (variant_id bigint, unit_pence integer)
      join public.checkout_lines l on l.checkout_id = p_checkout and l.variant_id = a.variant_id
      where l.unit_pence <> a.unit_pence)
    and (p_person is null or exists (
      select from public.checkouts c join public.billing_infos b on b.id = c.billing_info_id
      where c.id = p_checkout and c.country = p_country and c.discount_pence = p_discount_pence
        and jsonb_build_object('name', b.name, 'address', b.address, 'email', b.email, 'phone', b.phone) <@ p_person))
$$;
comment on function public.is_same_sale is
  'Whether a checkout has the lines [{variant_id, quantity, replaces?, unit_pence?}] and, if given, the person {name, '
  'address, email, phone} in p_country and the discount: a repeated press of a button.';

create function public.money_stands(p_order bigint, p_lines jsonb) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  v_units jsonb := (
    select jsonb_agg(used)
    from (
      select replaces_variant_id as variant_id, quantity, 0 as surplus_pence
      from jsonb_to_recordset(p_lines) as line (replaces_variant_id bigint, quantity integer)
      where replaces_variant_id is not null
      union all
      select from_variant_id, quantity - given_back, case when settled then surplus_pence else 0 end
      from public.exchange_pairs(p_order) where quantity > given_back) used);
begin
  return not exists (select from jsonb_array_elements(p_lines) line where line ->> 'replaces_variant_id' is not null)
    or (
      select m.left_pence >= r.goods_pence + r.tax_pence
      from public.order_money(p_order) m
      cross join lateral public.refund_for_units(p_order, v_units) r);
end
$$;
comment on function public.money_stands is
  'Whether the payment of an order still covers the pieces that checkout lines replace, with those that pay for other '
  'exchanges: goodwill, the dashboard or a dispute may have taken it.';

create function public.open_link(
  p_event uuid, p_lines jsonb, p_session_seconds integer, p_staff bigint, p_order bigint default null,
  p_person jsonb default null, p_country text default null, p_zone public.shipping_zone default null,
  p_return bigint default null, p_at_once boolean default false, p_discount_pence bigint default 0,
  p_handed_over boolean default false, p_least_pence bigint default 30
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_known uuid;
  v_order public.orders;
  v_like public.checkouts;
  v_lines jsonb;
  v_subtotal bigint;
  v_credit bigint;
  v_tax bigint;
  v_checkout uuid;
begin
  -- A double click waits here and then finds the first one's.
  perform pg_advisory_xact_lock(hashtextextended('payment link ' || p_event, 0));
  select checkout_id into v_known from public.payment_links where event_id = p_event;
  if found then
    if not public.is_same_sale(v_known, p_lines, p_person, p_country, p_discount_pence)
      or not exists (
        select from public.payment_links where event_id = p_event and order_id is not distinct from p_order)
    then
      raise sqlstate 'PT409' using hint = 'action_used';
    end if;
    return public.checkout_summary(v_known);
  end if;

  if p_order is not null then
    v_order := public.lock_order(p_order);
    if p_return is null and (
      v_order.units_to_send = 0 or public.dispatch_stopped_by(p_order) is not null
      or (select method from public.payments where id = v_order.payment_id) = 'none')
    then
      raise sqlstate 'PT409' using hint = 'order_stopped';
    end if;
    v_like := public.like_order(v_order);
    perform public.require_same_display(v_order.checkout_id);
    if (
      select count(*) > count(distinct line ->> 'variant_id') from jsonb_array_elements(p_lines) line
      where line ? 'replaces')
    then
      raise sqlstate 'PT409' using hint = 'swap_apart';
    end if;
    perform public.lock_pieces(p_lines);
    v_lines := public.credit_replaced(v_order, public.priced_pieces(p_lines), p_return);
  else
    perform public.lock_pieces(p_lines);
    v_lines := public.discounted_pieces(public.priced_pieces(p_lines), p_discount_pence);
    insert into public.billing_infos (name, address, email, phone)
    values (p_person ->> 'name', p_person ->> 'address', p_person ->> 'email', p_person ->> 'phone')
    returning id into v_like.billing_info_id;
    v_like.country := p_country;
    v_like.duties := public.duties_on(p_country, p_zone, v_lines);
    if v_like.duties ->> 'policy' = 'not_sold' then
      raise sqlstate 'PT400' using hint = 'not_sold_there', detail = jsonb_build_object('country', p_country)::text;
    end if;
    select display, tax_basis_points, included_basis_points
    into v_like.tax_display, v_like.tax_basis_points, v_like.included_basis_points
    from public.zone_taxes where zone = p_zone;
  end if;

  select sum((line ->> 'unit_pence')::bigint * (line ->> 'quantity')::bigint),
         sum((line ->> 'discount_pence')::bigint)
  into v_subtotal, v_credit
  from jsonb_array_elements(v_lines) line;
  v_tax := public.tax_on(v_subtotal - v_credit, v_like.tax_basis_points);
  -- Stripe's least charge: docs.stripe.com/currencies#minimum-and-maximum-charge-amounts.
  if v_subtotal - v_credit + v_tax < p_least_pence then
    if p_order is not null and v_credit > 0 then
      raise sqlstate 'PT409' using hint = 'difference_too_small';
    end if;
    raise sqlstate 'PT409' using hint = 'link_too_small';
  end if;
  -- Without its shopper until it is paid: they may have another checkout open.
  insert into public.checkouts (
    billing_info_id, country, subtotal_pence, discount_pence, tax_basis_points, tax_pence, tax_display,
    included_basis_points, duties, delivery, by_link, session_expires_at)
  values (
    v_like.billing_info_id, v_like.country, v_subtotal, v_credit, v_like.tax_basis_points, v_tax, v_like.tax_display,
    v_like.included_basis_points, v_like.duties, v_like.delivery, true,
    date_trunc('second', now()) + make_interval(secs => p_session_seconds))
  returning id into v_checkout;
  perform public.hold_lines(v_checkout, v_lines, p_session_seconds + 300);
  if p_handed_over then
    insert into public.checkout_shipping_options (
      checkout_id, position, name, amount_pence, min_business_days, max_business_days, express)
    values (v_checkout, 1, 'Handed over', 0, 1, 1, false);
  elsif p_order is null then
    perform public.offer_delivery(v_checkout, p_zone, false);
  else
    insert into public.checkout_shipping_options (
      checkout_id, position, name, amount_pence, min_business_days, max_business_days, express)
    select v_checkout, 1, s.name, 0, s.min_business_days, s.max_business_days, s.express
    from (select (public.chosen_option(v_order)).*) s;
  end if;
  insert into public.payment_links (checkout_id, event_id, staff_id, order_id, return_id, at_once)
  values (v_checkout, p_event, p_staff, p_order, p_return, p_at_once);
  if p_order is not null then
    perform public.add_order_event(p_event, v_order.checkout_id, 'link_made', 'staff', p_staff, jsonb_build_object(
      'amount_pence', v_subtotal - v_credit + v_tax));
    update public.orders set waits_for = 'payment' where id = p_order and p_return is null;
    perform public.settle_order(p_order);
  end if;
  return public.checkout_summary(v_checkout);
end
$$;
comment on function public.open_link is
  'Opens a checkout of [{variant_id, quantity, replaces?, unit_pence?}] (priced_pieces), to be paid by a link: pieces '
  'added to p_order, with its tax, address and delivery, without postage, while that waits; or an order by phone of '
  'p_person {name, address, email, phone} in p_country, less p_discount_pence. p_handed_over: without delivery. Pieces '
  'of p_order that others replace leave it when these are paid (exchange_replaced), and pay for them; of an exchange '
  '(make_exchange), those that p_return brings. Holds its stock. Returns checkout_summary; the same event again, the '
  'same. The caller has authorised p_staff. Errors: those of priced_pieces and credit_replaced; PT404 order_unknown; '
  'PT400 not_sold_there (detail: country); PT409 order_stopped (also fully sent, free or waiting), swap_apart (two '
  'lines for one colour), tax_display_changed, difference_too_small, link_too_small (below p_least_pence), '
  'discount_too_large, action_used.';

create function public.staff_open_link(
  p_event uuid, p_lines jsonb, p_session_seconds integer, p_order bigint default null, p_person jsonb default null,
  p_country text default null, p_zone public.shipping_zone default null, p_discount_pence bigint default 0
) returns jsonb
language sql set search_path = ''
as $$
  select public.open_link(p_event, (
      select coalesce(jsonb_agg(line - 'replaces'), '[]') from jsonb_array_elements(p_lines) line), p_session_seconds,
    public.require_staff('move_money', true), p_order, p_person, p_country, p_zone,
    p_discount_pence => p_discount_pence)
$$;
comment on function public.staff_open_link is
  'Opens a payment link (open_link) for added pieces or an order by phone. Errors: those of require_staff and '
  'open_link.';

create function public.sell_in_hand(
  p_event uuid, p_lines jsonb, p_discount_pence bigint, p_person jsonb, p_delivery jsonb, p_country text,
  p_zone public.shipping_zone, p_method public.payment_method, p_handed_over boolean, p_staff bigint,
  p_total_pence bigint default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_opened jsonb;
  v_checkout public.checkouts;
  v_option public.checkout_shipping_options;
  v_total bigint;
  v_order bigint;
  v_parcel bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('payment link ' || p_event, 0));
  if exists (select from public.payment_links where event_id = p_event) and not exists (
    select from public.order_events
    where id = p_event and kind = 'sold_in_hand' and detail ->> 'method' = p_method::text
      and (detail ->> 'handed_over')::boolean = p_handed_over)
  then
    raise sqlstate 'PT409' using hint = 'action_used';
  end if;
  v_opened := public.open_link(
    p_event, p_lines, 300, p_staff, null, p_person, p_country, p_zone, p_discount_pence => p_discount_pence,
    p_handed_over => p_handed_over, p_least_pence => 1);
  select * into v_checkout from public.checkouts where id = (v_opened ->> 'checkout_id')::uuid;
  if v_checkout.status = 'open' then
    select * into v_option from public.checkout_shipping_options
    where checkout_id = v_checkout.id order by amount_pence, position limit 1;
    v_total := v_checkout.subtotal_pence - v_checkout.discount_pence + v_checkout.tax_pence + v_option.amount_pence;
    if v_total <> p_total_pence then
      raise sqlstate 'PT409' using hint = 'cost_changed';
    end if;
    perform public.complete_checkout(
      v_checkout.id, 'sold_in_hand_' || p_event, v_total, v_checkout.currency, v_option.amount_pence,
      v_option.position, p_delivery => p_delivery, p_method => p_method);
    perform public.add_order_event(p_event, v_checkout.id, 'sold_in_hand', 'staff', p_staff, jsonb_build_object(
      'method', p_method, 'handed_over', p_handed_over, 'amount_pence', v_total));
    if p_handed_over then
      select id into v_order from public.orders where checkout_id = v_checkout.id;
      insert into public.parcels (order_id, event_id, carrier, delivered_at, confirmed_at)
      values (v_order, p_event, 'Handed over', now(), now()) returning id into v_parcel;
      insert into public.parcel_items (parcel_id, order_id, variant_id, quantity, batch)
      select v_parcel, order_id, variant_id, to_send, public.batch_of(variant_id)
      from public.order_units where order_id = v_order;
      perform public.drop_due_mail('staff_order', v_checkout.id::text);
      perform public.settle_order(v_order);
    end if;
  end if;
  return (
    select to_jsonb(entry) from (
      select o.id as order, o.checkout_id as checkout, p.charged_pence as total_pence, o.subtotal_pence,
        o.discount_pence, o.tax_pence, o.shipping_pence
      from public.orders o join public.payments p on p.id = o.payment_id
      where o.checkout_id = v_checkout.id) entry);
end
$$;
comment on function public.sell_in_hand is
  'Sells [{variant_id, quantity, unit_pence?}], less p_discount_pence, for cash or on a card reader of staff: takes '
  'stock and money at once. To p_delivery in p_country by the cheapest delivery, or p_handed_over there and then, '
  'without postage. p_person may then lack an e-mail address. p_total_pence: the total shown before. Owes the receipt. '
  'Returns {order, checkout, total_pence, subtotal_pence, discount_pence, tax_pence, shipping_pence}; the same event '
  'again changes nothing. The caller has authorised p_staff. Errors: those of open_link; PT409 cost_changed.';

create function public.staff_sell_in_hand(
  p_event uuid, p_lines jsonb, p_discount_pence bigint, p_person jsonb, p_delivery jsonb, p_country text,
  p_zone public.shipping_zone, p_method public.payment_method, p_handed_over boolean, p_total_pence bigint
) returns jsonb
language sql set search_path = ''
as $$
  select public.sell_in_hand(
    p_event, p_lines, p_discount_pence, p_person, p_delivery, p_country, p_zone, p_method, p_handed_over,
    public.require_staff('move_money', true), p_total_pence)
$$;
comment on function public.staff_sell_in_hand is
  'Sells pieces for money in hand (sell_in_hand). Errors: those of require_staff and sell_in_hand.';

create function public.lock_link(p_checkout uuid) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_link public.payment_links;
  v_lines jsonb;
begin
  select * into v_link from public.payment_links where checkout_id = p_checkout;
  if v_link.order_id is null then
    return true;
  end if;
  if (public.lock_order(v_link.order_id)).units_to_send = 0 and v_link.return_id is null
    or v_link.return_id is not null and public.payment_undone_by(v_link.order_id) is not null
  then
    return false;
  end if;
  v_lines := (select jsonb_agg(to_jsonb(l)) from public.checkout_lines l where l.checkout_id = p_checkout);
  return public.replaced_and_gone(v_link.order_id, v_lines, v_link.return_id) is null
    and public.money_stands(v_link.order_id, v_lines);
end
$$;
comment on function public.lock_link is
  'Locks the order of a payment link, before any colours. False if that was cancelled, or the pieces that its own '
  'replace, or the money paid for them, are gone: it makes no order then. The caller has locked the checkout.';

create function public.exchange_replaced(p_checkout uuid, p_new bigint) returns void
language plpgsql set search_path = ''
as $$
declare
  v_order bigint := public.paid_with(p_checkout);
  v_event uuid := md5('replaced by ' || p_checkout)::uuid;
  v_link public.payment_links;
begin
  if v_order is null then
    return;
  end if;
  select * into v_link from public.payment_links where checkout_id = p_checkout;
  perform public.record_exchange(
    v_event, p_new, v_order, v_link.return_id, v_link.return_id is null or v_link.at_once, (
      select jsonb_agg(to_jsonb(l) order by l.variant_id)
      from public.checkout_lines l where l.checkout_id = p_checkout), 'shop', null);
  if v_link.return_id is null then
    insert into public.cancelled_items (event_id, order_id, variant_id, quantity, restocked)
    select v_event, v_order, from_variant_id, sum(quantity), sum(quantity)
    from public.exchanged_items where order_id = p_new group by 3;
    perform public.moving_stock('swapped', v_order, null);
    update public.color_variants v set quantity = v.quantity + c.quantity
    from public.cancelled_items c where c.event_id = v_event and v.id = c.variant_id;
  else
    perform public.close_return(v_link.return_id);
  end if;
  perform public.settle_order(v_order);
end
$$;
comment on function public.exchange_replaced is
  'Takes the unsent pieces that a paid link replaces out of their order and restocks them; those of an exchange come '
  'back with its return. Their money stays there for those of the new order, as in any exchange. The caller has locked '
  'both orders and all colours.';

create function public.attach_link(p_checkout uuid, p_session text, p_url text) returns boolean
language plpgsql set search_path = ''
as $$
begin
  if not public.attach_stripe_session(p_checkout, p_session, p_url) then
    return false;
  end if;
  perform public.owe_mail('payment_link', p_checkout, p_checkout::text);
  return true;
end
$$;
comment on function public.attach_link is
  'attach_stripe_session for a payment link, which is thereby mailed, once. False when the checkout is closed.';

create function public.end_link_wait(p_checkout uuid, p_paid boolean) returns void
language plpgsql set search_path = ''
as $$
declare
  v_order public.orders;
begin
  v_order := public.lock_order(l.order_id) from public.payment_links l
  where l.checkout_id = p_checkout and l.order_id is not null;
  if v_order.id is null then
    return;
  end if;
  if exists (select from public.payment_links where checkout_id = p_checkout and return_id is not null) then
    -- The order did not wait, and the return may have.
    perform public.close_return(return_id) from public.payment_links where checkout_id = p_checkout;
  elsif v_order.waits_for is distinct from 'payment' then
    return;
  else
    update public.orders set waits_for = null where id = v_order.id;
    perform public.promise_from_now(v_order.id);
  end if;
  perform public.add_order_event(
    md5('link ended ' || p_checkout)::uuid, v_order.checkout_id,
    (case when p_paid then 'link_paid' else 'link_ended' end)::public.order_event_kind, 'shop', null);
  perform public.settle_order(v_order.id);
end
$$;
comment on function public.end_link_wait is
  'Lets the order of a payment link leave, once that is paid or has lapsed. The caller has locked the link''s '
  'checkout.';

create function public.link_shopper(p_checkout uuid) returns public.checkouts
language plpgsql set search_path = ''
as $$
declare
  v_checkout public.checkouts;
begin
  -- A claim or a correction of the order's address since may have changed both.
  update public.checkouts c
  -- The shopper's own basket is never mistaken for it.
  set order_seen_at = now(), user_id = o.user_id, billing_info_id = coalesce(o.billing_info_id, c.billing_info_id)
  from public.payment_links l left join public.orders o on o.id = l.order_id
  where c.id = p_checkout and l.checkout_id = c.id;
  select * into v_checkout from public.checkouts where id = p_checkout;
  return v_checkout;
end
$$;
comment on function public.link_shopper is
  'Gives the paid link of an order to the order''s shopper. Returns the checkout.';

create function public.link_to_end(p_checkout uuid) returns text
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('move_money', true);
begin
  if not exists (select from public.payment_links where checkout_id = p_checkout) then
    raise sqlstate 'PT404' using hint = 'link_unknown';
  end if;
  -- A double click, or a retry after Stripe could not be reached.
  if not exists (
    select from public.staff_log
    where staff_id = v_staff and area = 'orders' and what = 'link_cancelled' and about_id = p_checkout::text)
  then
    perform public.log_act(v_staff, 'orders', 'link_cancelled', 'checkout', p_checkout::text);
  end if;
  return (select stripe_session_id from public.checkouts where id = p_checkout);
end
$$;
comment on function public.link_to_end is
  'The payment page of a link that a member of staff cancels, which it records; null without one. Errors: those of '
  'require_staff; PT404 link_unknown.';

create function public.link_session(p_checkout uuid) returns text
language sql stable set search_path = ''
as $$
  select stripe_session_id from public.checkouts
  where id = p_checkout and by_link and status in ('open', 'awaiting_payment')
$$;
comment on function public.link_session is 'The payment page of a link that is not known to be paid; null otherwise.';

create function public.staff_gift(
  p_event uuid, p_lines jsonb, p_person jsonb, p_delivery jsonb, p_country text, p_zone public.shipping_zone,
  p_reason text
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('move_money', true);
  v_like public.checkouts;
  v_option public.checkout_shipping_options;
  v_lines jsonb;
  v_order bigint;
  v_checkout uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('gift ' || p_event, 0));
  select order_id into v_order from public.gifts where event_id = p_event;
  if not found then
    perform public.lock_pieces(p_lines);
    v_lines := public.priced_pieces(p_lines);
    insert into public.billing_infos (name, address, email, phone)
    values (p_person ->> 'name', p_person ->> 'address', p_person ->> 'email', p_person ->> 'phone')
    returning id into v_like.billing_info_id;
    v_like.country := p_country;
    v_like.delivery := p_delivery;
    v_like.duties := public.duties_on(p_country, p_zone, v_lines);
    select name, min_business_days, max_business_days, express
    into v_option.name, v_option.min_business_days, v_option.max_business_days, v_option.express
    from public.shipping_rates where zone = p_zone order by amount_pence, position, id limit 1;
    v_order := public.place_free_order(p_event, v_like, v_option, v_lines, 'given', v_staff);
    perform public.add_order_event(
      p_event, (select checkout_id from public.orders where id = v_order), 'gift_made', 'staff', v_staff,
      jsonb_build_object('reason', p_reason));
    insert into public.gifts (order_id, event_id, reason) values (v_order, p_event, p_reason);
    perform public.settle_order(v_order);
  end if;
  select checkout_id into v_checkout from public.orders where id = v_order;
  if not public.is_same_sale(v_checkout, p_lines, p_person, p_country)
    or not exists (select from public.gifts where event_id = p_event and reason = p_reason)
  then
    raise sqlstate 'PT409' using hint = 'action_used';
  end if;
  return jsonb_build_object('order', v_order, 'checkout', v_checkout);
end
$$;
comment on function public.staff_gift is
  'Gives pieces [{variant_id, quantity}] away, as an order to p_delivery by the cheapest delivery, for a reason. Takes '
  'their stock, charges nothing and owes the confirmation to p_person. Returns {order, checkout}; the same event again '
  'changes nothing. Errors: those of require_staff and priced_pieces; PT409 action_used.';

-- Invariants

create view invariants.free_orders_charge_nothing (invariant, "row", found) as
select 'replacements, exchanges and gifts charge nothing, and nothing else is free of Stripe', 'orders ' || o.id,
  p.method || ', ' || p.charged_pence || ' charged'
from public.orders o
join public.payments p on p.id = o.payment_id
left join public.replacements r on r.order_id = o.id
left join public.exchanges e on e.order_id = o.id
  and not exists (select from public.payment_links where checkout_id = o.checkout_id)
left join public.gifts g on g.order_id = o.id
where (num_nonnulls(r.order_id, e.order_id, g.order_id) = 1) <> (p.method = 'none')
  or p.method = 'none' and p.charged_pence > 0;

create view invariants.order_waits_for_something (invariant, "row", found) as
select 'an order waits only for what is still to come', 'orders ' || o.id, o.waits_for::text
from public.orders o
left join public.exchanges e on e.order_id = o.id
left join public.returns r on r.id = e.return_id
where o.waits_for = 'return' and o.units_to_send > 0 and r.state is distinct from 'asked'
    and r.state is distinct from 'received'
  or o.waits_for = 'payment' and not exists (
    select from public.payment_links l join public.checkouts c on c.id = l.checkout_id
    where l.order_id = o.id and c.status in ('open', 'awaiting_payment'));
