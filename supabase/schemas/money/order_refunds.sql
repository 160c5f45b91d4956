-- Refunds of an order: decided here, paid outside any transaction (refund-order.ts) or by staff, finished by the sweep.

create function public.order_money(p_order bigint) returns table (
  charged_pence bigint, gone_pence bigint, owed_pence bigint, left_pence bigint,
  shipping_left_pence bigint, goods_refunded_pence bigint, tax_refunded_pence bigint
)
language plpgsql stable set search_path = ''
as $$
begin
  return query
    select p.charged_pence, b.gone_pence, f.owed, p.charged_pence - b.gone_pence - f.owed,
           greatest(o.shipping_pence - f.shipping, 0), f.goods, f.tax
    from public.orders o
    join public.payments p on p.id = o.payment_id
    join public.payment_balances b on b.payment_id = p.id
    cross join lateral (
      select coalesce(sum(amount_pence - public.credit_of_refund(id)) filter (where taken_at is null), 0)::bigint
               as owed,
             coalesce(sum(shipping_pence), 0)::bigint as shipping,
             coalesce(sum(goods_pence), 0)::bigint as goods,
             coalesce(sum(tax_pence), 0)::bigint as tax
      from public.order_refunds where order_id = o.id and given_up_at is null) f
    where o.id = p_order;
end
$$;
comment on function public.order_money is
  'Money of an order: charged, whatever paid it; gone, refunded by any party or lost in a dispute; owed by refunds '
  'that Stripe has not taken; left to refund, below 0 if a dashboard refund overlaps an owed one; left of the '
  'delivery; goods and tax covered by refunds, owed ones included.';

create function public.next_refund_attempt(p_order_refund uuid) returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select case
      when p.method <> 'stripe' then null
      when s.failures < 3 then f.asked_at
      when exists (
        select from public.order_events e
        where e.checkout_id = o.checkout_id and e.kind = 'refund_retried'
          and e.detail ->> 'order_refund' = f.id::text and e.at >= s.last_failed_at) then s.last_failed_at
      else s.last_failed_at + least(interval '15 minutes' * power(2, least(s.failures, 12) - 3), interval '1 day')
    end
    from public.order_refunds f
    join public.orders o on o.id = f.order_id
    join public.payments p on p.id = o.payment_id
    join public.order_refund_states s on s.id = f.id
    where f.id = p_order_refund);
end
$$;
comment on function public.next_refund_attempt is
  'Next attempt at a refund that Stripe has not taken: immediate until it has failed three times, then at growing '
  'intervals of up to a day; immediate again when staff ask for it. Null for money taken in hand, which staff '
  'hand over (staff_hand_over_refund).';

create function public.give_up_refund(
  p_order_refund uuid, p_event uuid, p_actor public.actor, p_staff bigint, p_because public.give_up_reason
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_credit bigint := public.credit_of_refund(p_order_refund);
begin
  if v_credit > 0 then
    -- The gift card keeps its part.
    perform public.reduce_refund(p_order_refund, amount_pence - v_credit, p_event, p_actor, p_staff, p_because::text)
    from public.order_refunds where id = p_order_refund;
    return;
  end if;
  perform public.add_order_event(
    p_event, o.checkout_id, 'refund_given_up', p_actor, p_staff,
    jsonb_build_object('order_refund', f.id, 'amount_pence', f.amount_pence, 'because', p_because))
  from public.order_refunds f join public.orders o on o.id = f.order_id where f.id = p_order_refund;
  update public.order_refunds
  set given_up_at = coalesce(given_up_at, now()), given_up_because = coalesce(given_up_because, p_because),
      given_up_by = p_actor
  where id = p_order_refund;
end
$$;
comment on function public.give_up_refund is
  'Ends the attempts at a refund. If the shop does it, staff have to decide; if staff do it, that is the decision. '
  'The caller has locked the checkout.';

create function public.reduce_refund(
  p_order_refund uuid, p_pence bigint, p_event uuid default gen_random_uuid(), p_actor public.actor default 'shop',
  p_staff bigint default null, p_because text default 'reduced'
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_refund public.order_refunds;
  v_goodwill bigint;
  v_shipping bigint;
  v_goods bigint;
begin
  select * into v_refund from public.order_refunds where id = p_order_refund;
  v_goodwill := least(p_pence, v_refund.goodwill_pence);
  v_shipping := least(p_pence - v_goodwill, v_refund.shipping_pence);
  v_goods := round((p_pence - v_goodwill - v_shipping)::numeric * v_refund.goods_pence
    / greatest(v_refund.goods_pence + v_refund.tax_pence, 1));
  perform public.add_order_event(
    p_event, o.checkout_id, 'refund_given_up', p_actor, p_staff,
    jsonb_build_object('order_refund', p_order_refund, 'amount_pence', p_pence, 'because', p_because))
  from public.orders o where o.id = v_refund.order_id;
  update public.order_refunds
  set goodwill_pence = goodwill_pence - v_goodwill,
      shipping_pence = shipping_pence - v_shipping,
      goods_pence = goods_pence - v_goods,
      tax_pence = tax_pence - (p_pence - v_goodwill - v_shipping - v_goods)
  where id = p_order_refund;
  if public.credit_of_refund(p_order_refund) = v_refund.amount_pence - p_pence then
    update public.order_refunds set taken_at = now() where id = p_order_refund;
    perform public.owe_mail('order_refund', o.checkout_id, p_order_refund::text)
    from public.orders o where o.id = v_refund.order_id;
  end if;
end
$$;
comment on function public.reduce_refund is
  'Gives up part of a refund: goodwill first, then delivery, then goods and tax alike. p_pence: less than the whole. '
  'Only what a gift card got back is left: then that is all of it. The caller has locked the checkout.';

create function public.refunds_again(p_order_refund uuid, p_taken_only boolean) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select exists (
        select from public.order_refund_items mine
        join public.order_items i on i.order_id = mine.order_id and i.variant_id = mine.variant_id
        where mine.order_refund_id = f.id and i.quantity < (
          select sum(other.quantity)
          from public.order_refund_items other join public.order_refunds r on r.id = other.order_refund_id
          where other.order_id = mine.order_id and other.variant_id = mine.variant_id
            and r.given_up_at is null and (r.taken_at is not null or not p_taken_only)) + coalesce((
          select x.quantity from public.exchanged_units(f.order_id) x where x.variant_id = mine.variant_id), 0))
      or f.shipping_pence > 0 and o.shipping_pence < (
        select sum(r.shipping_pence) from public.order_refunds r
        where r.order_id = f.order_id and r.given_up_at is null and (r.taken_at is not null or not p_taken_only))
    from public.order_refunds f
    join public.orders o on o.id = f.order_id
    where f.id = p_order_refund);
end
$$;
comment on function public.refunds_again is
  'Whether pieces or delivery of a refund are refunded, or pay for an exchange, more often than bought, counting all '
  'refunds of the order that were not given up, or only those that Stripe has taken.';

create function public.refunds_the_same(p_order_refund uuid, p_others uuid[], p_since timestamptz) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select exists (
      select from public.order_refunds mine
      join public.order_refunds other on other.id = any (p_others)
      where mine.id = p_order_refund and mine.asked_at >= p_since
        and (
          least(mine.shipping_pence, other.shipping_pence) > 0
          or least(mine.goodwill_pence, other.goodwill_pence) > 0
          or exists (
            select from public.order_refund_items i
            join public.order_refund_items o on o.order_refund_id = other.id and o.variant_id = i.variant_id
            where i.order_refund_id = mine.id))));
end
$$;
comment on function public.refunds_the_same is
  'Whether a refund decided at p_since or later overlaps one of the others: pieces of a line, delivery or goodwill. '
  'It may have been decided in their place.';

create function public.settle_order_refunds(p_order bigint) returns void
language plpgsql set search_path = ''
as $$
declare
  v_changed record;
  v_revived uuid[] := '{}';
  v_given_up_at timestamptz;
  v_again uuid;
  v_uncovered public.order_refunds;
  v_missing bigint;
begin
  for v_changed in
    select f.id, o.checkout_id, f.amount_pence, f.given_up_by, f.given_up_at, a.taken
    from public.order_refunds f
    join public.orders o on o.id = f.order_id
    cross join lateral (
      select exists (
        select from public.refunds
        where order_refund_id = f.id and source <> 'credit' and state in ('pending', 'requires_action', 'succeeded'))
        or public.credit_of_refund(f.id) >= f.amount_pence as taken) a
    where f.order_id = p_order and a.taken <> (f.taken_at is not null)
  loop
    if v_changed.given_up_by = 'staff' then
      v_revived := v_revived || v_changed.id;
      v_given_up_at := least(v_given_up_at, v_changed.given_up_at);
      perform public.note_surplus(v_changed.checkout_id, v_changed.id, 'given_up', v_changed.amount_pence);
    end if;
    update public.order_refunds
    set taken_at = case when v_changed.taken then now() end,
        -- Stripe made it after all.
        given_up_at = case when not v_changed.taken then given_up_at end,
        given_up_because = case when not v_changed.taken then given_up_because end,
        given_up_by = case when not v_changed.taken then given_up_by end
    where id = v_changed.id;
    if not v_changed.taken then
      perform public.drop_due_mail('order_refund', v_changed.id::text);
    else
      perform public.drop_due_mail('refund_failed', v_changed.id::text);
      perform public.owe_mail('order_refund', v_changed.checkout_id, v_changed.id::text);
      if public.refunds_again(v_changed.id, true) then
        perform public.note_surplus(v_changed.checkout_id, v_changed.id, 'twice', v_changed.amount_pence);
      end if;
    end if;
  end loop;

  -- The shopper was told that it is on its way, or has waited for three attempts.
  perform public.owe_mail('refund_failed', o.checkout_id, f.id::text)
  from public.order_refunds f
  join public.orders o on o.id = f.order_id
  join public.order_refund_states s on s.id = f.id
  where f.order_id = p_order and f.taken_at is null and s.state = 'failed'
    and (s.failures >= 3
      or exists (select from public.mail_outbox where kind = 'order_refund' and subject = f.id::text));

  -- Stripe may make a refund that it had refused by its own fault: then its replacement is too much.
  for v_again in
    select id from public.order_refunds f
    where order_id = p_order and taken_at is null and given_up_at is null
      and not exists (select from public.refunds where order_refund_id = f.id and state = 'requested')
    order by asked_at desc, id desc
  loop
    if public.refunds_again(v_again, false) or public.refunds_the_same(v_again, v_revived, v_given_up_at) then
      perform public.give_up_refund(v_again, gen_random_uuid(), 'shop', null, 'refunded_before');
    end if;
  end loop;

  -- An attempt without a response is left alone: Stripe may have made it, and refuses an excess itself.
  loop
    select -left_pence into v_missing from public.order_money(p_order);
    exit when v_missing <= 0;
    select * into v_uncovered
    from public.order_refunds f
    where order_id = p_order and taken_at is null and given_up_at is null
      and not exists (select from public.refunds where order_refund_id = f.id and state = 'requested')
    order by asked_at desc, id desc limit 1;
    exit when not found;
    if v_uncovered.amount_pence - public.credit_of_refund(v_uncovered.id) > v_missing then
      perform public.reduce_refund(v_uncovered.id, v_missing);
    else
      perform public.give_up_refund(v_uncovered.id, gen_random_uuid(), 'shop', null, 'paid_back_elsewhere');
    end if;
  end loop;
end
$$;
comment on function public.settle_order_refunds is
  'Aligns the refunds of an order with the ledger. A refund that Stripe has taken owes one e-mail, unless it fails '
  'before that is sent; one that fails after it, or three times, another, once. Refunds that the rest of the payment '
  'no longer covers are given up, newest first, as are those whose pieces an earlier one has refunded after all. '
  'Records an excess at Stripe (note_surplus). Called by settle_money, which has locked the checkout.';

create function public.wanted_units(p_order bigint, p_items jsonb) returns table (variant_id bigint, quantity bigint)
language plpgsql stable set search_path = ''
as $$
begin
  if jsonb_typeof(p_items) is distinct from 'array'
    or exists (
      select from jsonb_array_elements(p_items) i
      where jsonb_typeof(i) <> 'object' or (i ->> 'variant_id') !~ '^[0-9]{1,15}$'
        or (i ->> 'quantity') !~ '^[1-9][0-9]{0,4}$'
        or i ->> 'variant_id' is null or i ->> 'quantity' is null)
  then
    raise sqlstate 'PT400' using hint = 'items_malformed';
  end if;
  if exists (
    select from jsonb_array_elements(p_items) i
    where not exists (
      select from public.order_items o where o.order_id = p_order and o.variant_id = (i ->> 'variant_id')::bigint))
  then
    raise sqlstate 'PT409' using hint = 'item_unknown';
  end if;
  return query
    select (i ->> 'variant_id')::bigint, sum((i ->> 'quantity')::bigint)::bigint
    from jsonb_array_elements(p_items) i group by 1 order by 1;
end
$$;
comment on function public.wanted_units is
  'Units of an order chosen by a person, [{variant_id, quantity}], each variant once. Errors: PT400 items_malformed; '
  'PT409 item_unknown.';

create function public.discount_of_units(
  p_order bigint, p_items jsonb
) returns table (variant_id bigint, quantity bigint, discount_pence bigint)
language plpgsql stable set search_path = ''
as $$
begin
  return query
    select w.variant_id, w.quantity,
           greatest(i.discount_pence - given.pence, 0) * w.quantity / greatest(u.ordered - u.refunded, w.quantity)
    from public.wanted_units(p_order, p_items) w
    join public.order_items i on i.order_id = p_order and i.variant_id = w.variant_id
    join public.order_units u on u.order_id = p_order and u.variant_id = w.variant_id
    cross join lateral (
      select coalesce(sum(r.discount_pence), 0)::bigint as pence
      from public.order_refund_items r join public.order_refunds f on f.id = r.order_refund_id
      where r.order_id = p_order and r.variant_id = w.variant_id and f.given_up_at is null) given;
end
$$;
comment on function public.discount_of_units is
  'Share of the discount on units whose price is neither refunded nor owed, rounded down: of what is left of their '
  'line''s discount, so that the last unit takes the rest and the parts of a line add up.';

create function public.refundable_lines(p_order bigint) returns table (
  variant_id bigint, quantity integer, left_pence bigint, surplus_pence bigint
)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select u.variant_id, u.ordered - u.refunded - coalesce(x.units, 0)::integer,
           i.product_price_pence::bigint * i.quantity - i.discount_pence - coalesce(x.settled, 0) - (
             i.product_price_pence::bigint * u.refunded - coalesce(f.off, 0)),
           greatest(coalesce(x.settled - x.surplus, 0) - coalesce(f.surplus, 0), 0)::bigint
    from public.order_units u
    join public.order_items i on i.order_id = u.order_id and i.variant_id = u.variant_id
    left join (
      select from_variant_id, sum(quantity - given_back) as units, sum(settled_pence)::bigint as settled,
             sum(surplus_pence) filter (where settled_pence > 0)::bigint as surplus
      from public.exchange_pairs(p_order) group by 1) x on x.from_variant_id = u.variant_id
    left join lateral (
      select sum(r.discount_pence + r.surplus_pence) as off, sum(r.surplus_pence) as surplus
      from public.order_refund_items r join public.order_refunds d on d.id = r.order_refund_id
      where r.order_id = p_order and r.variant_id = u.variant_id and d.given_up_at is null) f on true
    where u.order_id = p_order;
end
$$;
comment on function public.refundable_lines is
  'Each line of an order, and how much of it may still be refunded: quantity, units whose price is neither refunded, '
  'owed nor pays for others; left_pence of the price paid, without added tax, also for units that pay for others; '
  'surplus_pence: the part of the price of these units that went back when they were exchanged for cheaper ones.';

create function public.refund_lines(p_order bigint, p_items jsonb) returns table (
  variant_id bigint, quantity bigint, discount_pence bigint, surplus_pence bigint, pence bigint
)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    select d.variant_id, d.quantity, d.discount_pence, worth.pence - due.pence, due.pence
    from public.discount_of_units(p_order, p_items) d
    join public.order_items i on i.order_id = p_order and i.variant_id = d.variant_id
    join public.refundable_lines(p_order) l on l.variant_id = d.variant_id
    cross join lateral (select i.product_price_pence * d.quantity - d.discount_pence as pence) worth
    cross join lateral (
      select sum((item ->> 'surplus_pence')::bigint)::bigint as pence
      from jsonb_array_elements(p_items) item where (item ->> 'variant_id')::bigint = d.variant_id) known
    cross join lateral (
      select greatest(least(worth.pence - coalesce(known.pence, l.surplus_pence), l.left_pence), 0) as pence) due;
end
$$;
comment on function public.refund_lines is
  'Price to the shopper of units [{variant_id, quantity, surplus_pence?}], less their share of a discount and what '
  'went back of it before: surplus_pence, which a caller gives who knows these units, else all of their line. Never '
  'more than is left of their line.';

create function public.refund_for_units(
  p_order bigint, p_items jsonb, p_more_pence bigint default 0
) returns table (goods_pence bigint, tax_pence bigint)
language plpgsql stable set search_path = ''
as $$
begin
  return query
    select g.pence,
           greatest(public.tax_on(m.goods_refunded_pence + g.pence, c.tax_basis_points) - m.tax_refunded_pence, 0)
    from public.orders o
    join public.checkouts c on c.id = o.checkout_id
    cross join public.order_money(p_order) m
    cross join lateral (
      select greatest(least(
        coalesce(sum(pence), 0) + p_more_pence,
        o.subtotal_pence - o.discount_pence - m.goods_refunded_pence), 0)::bigint as pence
      from public.refund_lines(p_order, p_items)) g
    where o.id = p_order;
end
$$;
comment on function public.refund_for_units is
  'Price of goods to the shopper (refund_lines), and p_more_pence for what others cost more than those given for '
  'them; never more than is left of the order''s goods. Tax is computed on all goods refunded so far, less the tax '
  'already refunded, so that an order''s parts add up to its tax despite rounding.';

create function public.refund_of_acts(p_acts uuid[]) returns table (
  goods_pence bigint, tax_pence bigint, shipping_pence bigint, goodwill_pence bigint, deduction_pence bigint,
  amount_pence bigint, credit_pence bigint
)
language sql stable set search_path = ''
as $$
  select coalesce(sum(f.goods_pence + f.deduction_pence - f.deduction_tax_pence), 0)::bigint,
         coalesce(sum(f.tax_pence + f.deduction_tax_pence), 0)::bigint,
         coalesce(sum(f.shipping_pence), 0)::bigint, coalesce(sum(f.goodwill_pence), 0)::bigint,
         coalesce(sum(f.deduction_pence), 0)::bigint, coalesce(sum(f.amount_pence), 0)::bigint,
         coalesce(sum(public.credit_of_refund(f.id)), 0)::bigint
  from public.order_refunds f
  where f.act_id = any (p_acts) and f.given_up_at is null
$$;
comment on function public.refund_of_acts is
  'The refund of acts, from whatever orders: goods and tax before the deduction, delivery, goodwill, the deduction, '
  'the amount, and credit_pence, the part of it that goes to gift cards. The only source for questions (foresee), '
  'answers and e-mails. One row, of zeros without a refund.';

create function public.keep_promise(p_promised_pence bigint, p_acts uuid[]) returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_pence bigint := (select amount_pence from public.refund_of_acts(p_acts));
begin
  if v_pence <> p_promised_pence then
    raise sqlstate 'PT409' using hint = 'refund_changed', detail = jsonb_build_object('amount_pence', v_pence)::text;
  end if;
end
$$;
comment on function public.keep_promise is
  'Refuses acts that refund another amount than the question about them showed; null: none was shown. PT409 '
  'refund_changed (detail: amount_pence).';

create type public.refund_parts as (
  goods_pence bigint, tax_pence bigint, shipping_pence bigint, goodwill_pence bigint, deduction_pence bigint,
  deduction_tax_pence bigint
);
comment on type public.refund_parts is
  'Amounts that add up to a refund, and the deduction that its goods and tax are already less by, as in order_refunds.';

create function public.refund_total(p_parts public.refund_parts) returns bigint
language sql immutable set search_path = ''
as $$
  select p_parts.goods_pence + p_parts.tax_pence + p_parts.shipping_pence + p_parts.goodwill_pence
$$;
comment on function public.refund_total is 'The amount of a refund, in pence: order_refunds.amount_pence.';

create function public.refund_less(
  p_parts public.refund_parts, p_deduction_pence bigint
) returns public.refund_parts
language plpgsql immutable set search_path = ''
as $$
declare
  v_price constant bigint := p_parts.goods_pence + p_parts.tax_pence;
  v_goods constant bigint := round(p_deduction_pence::numeric * p_parts.goods_pence / greatest(v_price, 1));
begin
  if p_deduction_pence > v_price then
    raise sqlstate 'PT409' using hint = 'too_much',
      detail = jsonb_build_object('of', 'goods', 'left_pence', v_price)::text;
  end if;
  p_parts.deduction_pence := p_deduction_pence;
  p_parts.deduction_tax_pence := p_deduction_pence - v_goods;
  p_parts.goods_pence := p_parts.goods_pence - v_goods;
  p_parts.tax_pence := p_parts.tax_pence - p_parts.deduction_tax_pence;
  return p_parts;
end
$$;
comment on function public.refund_less is
  'A refund less a deduction from its goods, with their tax. PT409 too_much (detail: of, left_pence).';

create function public.ask_refund(
  p_event uuid, p_order bigint, p_return bigint, p_items jsonb, p_shipping_pence bigint, p_goodwill_pence bigint,
  p_reason text, p_actor public.actor, p_staff bigint, p_deduction_pence bigint default 0,
  p_deduction_reason text default null, p_more_pence bigint default 0, p_as_credit boolean default false
) returns bigint
language plpgsql set search_path = ''
as $$
declare
  v_order public.orders;
  v_money record;
  v_parts public.refund_parts;
  v_total bigint;
  v_again jsonb;
begin
  v_order := public.lock_order(p_order);
  if exists (select from public.order_refunds where id = p_event) then
    return (select amount_pence from public.order_refunds where id = p_event and order_id = p_order);
  end if;
  if p_reason is null or p_reason <> all (enum_range(null::public.refund_reason)::text[]) then
    raise sqlstate 'PT400' using hint = 'reason_unknown';
  end if;
  if least(p_shipping_pence, p_goodwill_pence, p_deduction_pence) < 0
    or num_nulls(p_shipping_pence, p_goodwill_pence, p_deduction_pence) > 0
  then
    raise sqlstate 'PT400' using hint = 'amount_negative';
  end if;
  if p_return is not null and not exists (select from public.returns where id = p_return and order_id = p_order) then
    raise sqlstate 'PT409' using hint = 'return_unknown';
  end if;
  if public.refunds_wait_for_dispute(v_order.payment_id) then
    raise sqlstate 'PT409' using hint = 'disputed';
  end if;

  select jsonb_agg(entry) into v_again from (
    select w.variant_id, w.quantity, l.quantity as left
    from public.wanted_units(p_order, p_items) w
    join public.refundable_lines(p_order) l on l.variant_id = w.variant_id
    where w.quantity > l.quantity) entry;
  if v_again is not null then
    raise sqlstate 'PT409' using hint = 'already_refunded', detail = v_again::text;
  end if;

  select goods_pence, tax_pence, p_shipping_pence, p_goodwill_pence, 0, 0 into v_parts
  from public.refund_for_units(p_order, p_items, p_more_pence);
  v_parts := public.refund_less(v_parts, p_deduction_pence);

  select * into v_money from public.order_money(p_order);
  v_total := public.refund_total(v_parts);
  if v_total <= 0 then
    raise sqlstate 'PT400' using hint = 'nothing_to_refund';
  end if;
  if p_shipping_pence > v_money.shipping_left_pence or v_total > v_money.left_pence then
    raise sqlstate 'PT409' using hint = 'too_much',
      detail = jsonb_build_object(
        'of', case when p_shipping_pence > v_money.shipping_left_pence then 'delivery' else 'payment' end,
        'left_pence', greatest(v_money.left_pence, 0), 'shipping_left_pence', v_money.shipping_left_pence)::text;
  end if;

  perform public.write_order_refund(
    p_event, p_order, p_return, p_items, v_parts, p_reason, p_actor, p_staff, p_event, p_deduction_reason,
    p_as_credit);
  return v_total;
end
$$;
comment on function public.ask_refund is
  'Decides a refund of an order: pieces [{variant_id, quantity}] and p_more_pence (as in refund_for_units), with tax, '
  'less p_deduction_pence, plus delivery and goodwill; paid later (begin_order_refund), or at once as store credit. '
  'Returns the pence; the same event again, the same refund. The caller has authorised the actor, settles the order, '
  'and passes its own event or a new one (refund_asked). Errors: PT400 reason_unknown, amount_negative, '
  'items_malformed, nothing_to_refund; PT404 order_unknown; PT409 item_unknown, return_unknown, disputed, '
  'already_refunded (detail: the pieces), too_much (detail: what is left, of goods, delivery or payment).';

create function public.write_order_refund(
  p_event uuid, p_order bigint, p_return bigint, p_items jsonb, p_parts public.refund_parts, p_reason text,
  p_actor public.actor, p_staff bigint, p_act uuid, p_deduction_reason text default null,
  p_as_credit boolean default false
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_total bigint := public.refund_total(p_parts);
  v_payment public.payments;
  v_credit bigint;
begin
  if not exists (select from public.order_events where id = p_event) then
    perform public.add_order_event(
      p_event, (select checkout_id from public.orders where id = p_order), 'refund_asked', p_actor, p_staff,
      jsonb_build_object('reason', p_reason, 'amount_pence', v_total));
  end if;
  insert into public.order_refunds (
    id, order_id, act_id, return_id, reason, goods_pence, tax_pence, shipping_pence, goodwill_pence, deduction_pence,
    deduction_tax_pence, deduction_reason)
  values (
    p_event, p_order, p_act, p_return, p_reason::public.refund_reason, (p_parts).*,
    case when p_parts.deduction_pence > 0 then p_deduction_reason end);
  insert into public.order_refund_items (
    order_refund_id, order_id, variant_id, quantity, discount_pence, surplus_pence)
  select p_event, p_order, variant_id, quantity, discount_pence, surplus_pence
  from public.refund_lines(p_order, p_items);
  select p.* into v_payment from public.orders o join public.payments p on p.id = o.payment_id where o.id = p_order;
  v_credit := public.refund_to_card(v_payment.id, p_event, v_total, p_reason);
  if p_as_credit and v_credit < v_total then
    perform public.refund_as_credit(v_payment, p_event, v_total - v_credit, p_reason, p_staff);
    v_credit := v_total;
  end if;
  if v_credit > 0 then
    perform public.settle_money(v_payment.checkout_id);
  end if;
  if p_actor <> 'staff' and v_credit < v_total and v_payment.method <> 'stripe' then
    perform public.owe_mail('staff_decision', v_payment.checkout_id, 'refund_in_hand ' || p_event);
  end if;
end
$$;
comment on function public.write_order_refund is
  'Writes a refund, as part of p_act (order_refunds.act_id), returns to the gift card what that paid first, gives the '
  'rest as store credit if p_as_credit, and notifies managers of one that they have to hand '
  'over without having decided it. The caller has checked its parts against what is left.';

create function public.write_capped_refund(
  p_event uuid, p_order bigint, p_return bigint, p_items jsonb, p_parts public.refund_parts, p_reason text,
  p_actor public.actor, p_staff bigint, p_act uuid, p_deduction_reason text default null
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_left bigint := greatest((select left_pence from public.order_money(p_order)), 0);
  v_price bigint := p_parts.goods_pence + p_parts.tax_pence;
begin
  -- Goods and tax alike, or what is left would be tax alone.
  p_parts.goods_pence := round(least(v_price, v_left)::numeric * p_parts.goods_pence / greatest(v_price, 1));
  p_parts.tax_pence := least(v_price, v_left) - p_parts.goods_pence;
  p_parts.shipping_pence := least(p_parts.shipping_pence, v_left - least(v_price, v_left));
  if public.refund_total(p_parts) > 0 then
    perform public.write_order_refund(
      p_event, p_order, p_return, p_items, p_parts, p_reason, p_actor, p_staff, p_act, p_deduction_reason);
  end if;
end
$$;
comment on function public.write_capped_refund is
  'Writes a refund of at most what is left of the payment: the charge may have been below the price, or part of it '
  'went back as goodwill or through the dashboard. None if nothing is left.';

create function public.refunds_wait_for_dispute(p_payment bigint) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select exists (
      select from public.disputes
      where payment_id = p_payment and closed_at is null and status not like 'warning%'));
end
$$;
comment on function public.refunds_wait_for_dispute is
  'Whether the bank holds the money until a dispute is decided: Stripe refuses refunds then. An inquiry (warning_…) '
  'does not block refunds, which are its best answer.';

create function public.begin_order_refund(
  p_order bigint
) returns table (refund_id uuid, amount_pence bigint, more boolean)
language plpgsql set search_path = ''
as $$
declare
  v_order public.orders;
  v_debt public.order_refunds;
  v_attempt public.refunds;
begin
  v_order := public.lock_order(p_order);
  select * into v_attempt from public.refunds where payment_id = v_order.payment_id and state = 'requested';
  if not found then
    if public.refunds_wait_for_dispute(v_order.payment_id) then
      return;
    end if;
    select * into v_debt
    from public.order_refunds
    where order_id = p_order and taken_at is null and given_up_at is null
      and public.next_refund_attempt(id) <= now()
    order by asked_at, id limit 1;
    if not found then
      return;
    end if;
    insert into public.refunds (payment_id, order_refund_id, amount_pence, reason, source)
    values (
      v_order.payment_id, v_debt.id, v_debt.amount_pence - public.credit_of_refund(v_debt.id), v_debt.reason, 'shop')
    returning * into v_attempt;
  end if;
  return query
  select v_attempt.id, v_attempt.amount_pence, exists (
    select from public.order_refunds
    where order_id = p_order and id is distinct from v_attempt.order_refund_id
      and taken_at is null and given_up_at is null and public.next_refund_attempt(id) <= now());
end
$$;
comment on function public.begin_order_refund is
  'The attempt for an order''s oldest owed refund; refund_id is its idempotency key. All callers get the same one '
  'until Stripe has responded, then a new one. No row when nothing is to be done now. more: further refunds of '
  'the order wait. Record Stripe''s refunds first. PT404 order_unknown.';

create function public.order_refund_progress(p_order bigint, p_acts uuid[] default '{}') returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select to_jsonb(entry) from (
      select o.id as order, o.checkout_id as checkout, o.status,
        (
          select jsonb_build_object(
            'order_refund', (array_agg(f.id order by f.order_id = p_order desc, f.id))[1],
            'amount_pence', sum(f.amount_pence),
            'state', (array_agg(s.state order by array_position(
              array['failed', 'due', 'requires_action', 'pending', 'succeeded'], s.state)))[1],
            'failure', max(s.last_failure), 'because', max(f.given_up_because),
            'in_hand', bool_or(p.method <> 'stripe'),
            'acts', p_acts,
            'payments', jsonb_agg(distinct jsonb_build_object(
              'order', r.id, 'checkout', r.checkout_id, 'payment_intent', p.stripe_payment_intent_id)))
          from public.order_refunds f
          join public.order_refund_states s on s.id = f.id
          join public.orders r on r.id = f.order_id
          join public.payments p on p.id = r.payment_id
          where f.act_id = any (p_acts) or f.id = any (p_acts)
          having count(*) > 0) as refund
      from public.orders o
      where o.id = p_order) entry);
end
$$;
comment on function public.order_refund_progress is
  'Response to an action that may refund: the order''s status and the progress of what p_acts (or a single refund) '
  'refund, of whatever orders: the sum, the state (order_refund_states) of the least advanced, and the payments that '
  'it comes from. refund is null without one.';

create function public.staff_refund(
  p_event uuid, p_order bigint, p_items jsonb, p_shipping_pence bigint,
  p_goodwill_pence bigint, p_reason text, p_return bigint default null, p_refund_pence bigint default null,
  p_as_credit boolean default false
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('move_money', true);
  v_order public.orders;
begin
  v_order := public.lock_order(p_order);
  -- The event holds the amount, which ask_refund computes.
  if exists (select from public.order_events where id = p_event) then
    perform public.add_order_event(p_event, v_order.checkout_id, 'refund_asked', 'staff', v_staff);
  else
    perform public.ask_refund(
      p_event, p_order, p_return, p_items, p_shipping_pence, p_goodwill_pence, p_reason, 'staff', v_staff,
      p_as_credit => p_as_credit);
    perform public.keep_promise(p_refund_pence, array[p_event]);
    perform public.settle_order(p_order);
  end if;
  return public.order_refund_progress(p_order, array[p_event]);
end
$$;
comment on function public.staff_refund is
  'Refunds pieces, delivery or a goodwill amount of an order (ask_refund), without moving goods. p_refund_pence: the '
  'amount shown before (keep_promise). The same event again changes nothing. Errors: those of require_staff, '
  'ask_refund and keep_promise; PT409 action_used.';

create function public.open_order_refund(p_order_refund uuid) returns public.order_refunds
language plpgsql set search_path = ''
as $$
declare
  v_refund public.order_refunds;
begin
  perform public.lock_order((select order_id from public.order_refunds where id = p_order_refund))
  where exists (select from public.order_refunds where id = p_order_refund);
  select * into v_refund from public.order_refunds where id = p_order_refund;
  if not found then
    raise sqlstate 'PT404' using hint = 'refund_unknown';
  end if;
  return v_refund;
end
$$;
comment on function public.open_order_refund is
  'Locks the order of a refund, and returns the refund. PT404 refund_unknown.';

create function public.staff_retry_refund(p_event uuid, p_order_refund uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('move_money', true);
  v_refund public.order_refunds;
  v_checkout uuid;
begin
  v_refund := public.open_order_refund(p_order_refund);
  select checkout_id into v_checkout from public.orders where id = v_refund.order_id;
  if public.add_order_event(
    p_event, v_checkout, 'refund_retried', 'staff', v_staff, jsonb_build_object('order_refund', p_order_refund))
  then
    if v_refund.taken_at is not null then
      raise sqlstate 'PT409' using hint = 'at_stripe';
    end if;
    if v_refund.given_up_at is not null then
      raise sqlstate 'PT409' using hint = 'given_up';
    end if;
  end if;
  return public.order_refund_progress(v_refund.order_id, array[p_order_refund]);
end
$$;
comment on function public.staff_retry_refund is
  'Retries a refund now, regardless of earlier failures. Errors: those of require_staff; PT404 refund_unknown; PT409 '
  'at_stripe, given_up, action_used.';

create function public.staff_give_up_refund(p_event uuid, p_order_refund uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('move_money', true);
  v_refund public.order_refunds;
  v_checkout uuid;
begin
  v_refund := public.open_order_refund(p_order_refund);
  select checkout_id into v_checkout from public.orders where id = v_refund.order_id;
  if exists (select from public.order_events where id = p_event) then
    perform public.add_order_event(p_event, v_checkout, 'refund_given_up', 'staff', v_staff);
  else
    if v_refund.taken_at is not null then
      raise sqlstate 'PT409' using hint = 'at_stripe';
    end if;
    if v_refund.given_up_by = 'staff' then
      raise sqlstate 'PT409' using hint = 'given_up';
    end if;
    if exists (select from public.refunds where order_refund_id = p_order_refund and state = 'requested') then
      raise sqlstate 'PT409' using hint = 'under_way';
    end if;
    perform public.give_up_refund(p_order_refund, p_event, 'staff', v_staff, 'decided');
    perform public.settle_money(v_checkout);
  end if;
  return public.order_refund_progress(v_refund.order_id, array[p_order_refund]);
end
$$;
comment on function public.staff_give_up_refund is
  'Decides not to make a refund; acknowledges one that the shop gave up. Errors: those of require_staff; PT404 '
  'refund_unknown; PT409 at_stripe, given_up, under_way, action_used.';

create function public.staff_hand_over_refund(
  p_event uuid, p_order_refund uuid, p_method public.payment_method, p_note text
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('move_money', true);
  v_refund public.order_refunds := public.open_order_refund(p_order_refund);
  v_order public.orders;
begin
  select * into v_order from public.orders where id = v_refund.order_id;
  if public.add_order_event(p_event, v_order.checkout_id, 'refund_settled_outside', 'staff', v_staff,
    jsonb_build_object('order_refund', p_order_refund, 'method', p_method,
      'amount_pence', v_refund.amount_pence - public.credit_of_refund(p_order_refund),
      'text', nullif(left(btrim(p_note), 1000), '')))
  then
    if v_refund.taken_at is not null then
      raise sqlstate 'PT409' using hint = 'at_stripe';
    end if;
    if v_refund.given_up_at is not null then
      raise sqlstate 'PT409' using hint = 'given_up';
    end if;
    -- The shop tries its refunds at Stripe itself, until that has refused one.
    if (select method from public.payments where id = v_order.payment_id) = 'stripe' and (
      exists (select from public.refunds where payment_id = v_order.payment_id and state = 'requested')
      or (select state from public.order_refund_states where id = p_order_refund) <> 'failed')
    then
      raise sqlstate 'PT409' using hint = 'under_way';
    end if;
    insert into public.refunds (
      id, payment_id, order_refund_id, amount_pence, reason, state, source, method, settled_at)
    values (
      p_event, v_order.payment_id, p_order_refund, v_refund.amount_pence - public.credit_of_refund(p_order_refund),
      v_refund.reason, 'succeeded', 'outside',
      p_method, now());
    perform public.settle_money(v_order.checkout_id);
  end if;
  return public.order_refund_progress(v_order.id, array[p_order_refund]);
end
$$;
comment on function public.staff_hand_over_refund is
  'Records that staff paid a refund of an order themselves, in cash, on their card reader or another way: of money '
  'taken in hand, or one that Stripe keeps refusing. Owes its e-mail. The same event again changes nothing. Errors: '
  'those of require_staff; PT404 refund_unknown; PT409 at_stripe (paid already), given_up, under_way, action_used.';

create function public.take_due_order_refunds(
  p_run timestamptz, p_limit integer
) returns table ("order" bigint, checkout uuid, payment_intent text)
language sql set search_path = ''
as $$
  with due as (
    select distinct o.checkout_id
    from public.order_refunds f join public.orders o on o.id = f.order_id
    where f.taken_at is null and f.given_up_at is null
      and public.next_refund_attempt(f.id) <= now()
      and not public.refunds_wait_for_dispute(o.payment_id)
  ), next as (
    select c.id, coalesce(c.swept_at, c.created_at) as since
    from public.checkouts c join due on due.checkout_id = c.id
    where coalesce(c.swept_at, c.created_at) < p_run
    order by coalesce(c.swept_at, c.created_at), c.id
    limit p_limit
    -- A locked row is being processed elsewhere.
    for update of c skip locked
  ), taken as (
    update public.checkouts c set swept_at = p_run from next where c.id = next.id returning c.id, next.since
  )
  select o.id, o.checkout_id, p.stripe_payment_intent_id
  from taken
  join public.orders o on o.checkout_id = taken.id
  join public.payments p on p.id = o.payment_id
  order by taken.since, taken.id
$$;
comment on function public.take_due_order_refunds is
  'Next orders with a refund due now, for the sweep that began at p_run, longest since the last sweep first; each at '
  'most once per run.';

-- Invariants

create view invariants.order_refund_at_stripe (invariant, "row", found) as
select 'a refund of an order is at Stripe within a day, or fails, waits for a dispute or is given up',
       'order_refunds ' || f.id,
  'due since ' || f.asked_at
from public.order_refunds f
join public.order_refund_states s on s.id = f.id
join public.orders o on o.id = f.order_id
where s.state = 'due' and f.asked_at < now() - interval '1 day' and not public.refunds_wait_for_dispute(o.payment_id)
  and public.next_refund_attempt(f.id) is not null;
