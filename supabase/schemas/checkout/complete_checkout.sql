-- The only path from payment to order, the return page's query, and the sweep of unfinished checkouts.

create function public.lines_short_of_stock(p_checkout uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_agg(entry) from (
    select l.variant_id, l.quantity, f.free
    from public.checkout_lines l
    join public.free_units(
      array(select variant_id from public.checkout_lines where checkout_id = p_checkout),
      p_except_checkout => p_checkout) f on f.variant_id = l.variant_id
    where l.checkout_id = p_checkout and f.free < l.quantity
    order by l.variant_id) entry
$$;
comment on function public.lines_short_of_stock is
  'Checkout lines that stock no longer covers, ignoring its own hold; null when all are covered. The caller has '
  'locked its variants.';

create function public.place_order(
  p_checkout uuid, p_shipping_position integer, p_counts_from timestamptz, p_why text default 'sold',
  p_staff bigint default null
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_order bigint;
begin
  insert into public.orders (
    checkout_id, payment_id, user_id, billing_info_id, country, subtotal_pence, discount_pence, tax_pence,
    shipping_pence, shipping_name, adjustment_pence, order_amount_pence, included_basis_points, total_items,
    units_to_send,
    counts_from, leaves_by, arrives_from, arrives_by)
  select c.id, p.id, c.user_id, c.billing_info_id, c.country, c.subtotal_pence, c.discount_pence, c.tax_pence,
         s.amount_pence, s.name,
         p.charged_pence - c.subtotal_pence + c.discount_pence - c.tax_pence - s.amount_pence, p.charged_pence,
         c.included_basis_points,
         units.total, units.total,
         p_counts_from, promise.leaves_by, promise.arrives_from, promise.arrives_by
  from public.checkouts c
  join public.payments p on p.checkout_id = c.id
  left join public.checkout_shipping_options s on s.checkout_id = c.id and s.position = p_shipping_position
  cross join lateral (
    select sum(quantity) as total from public.checkout_lines where checkout_id = p_checkout) units
  cross join public.order_promise(p_counts_from, s.express, s.min_business_days, s.max_business_days) promise
  where c.id = p_checkout
  returning id into v_order;

  insert into public.order_items (
    order_id, variant_id, product_id, product_name, color_name, product_price_pence, quantity, discount_pence)
  select v_order, l.variant_id, l.product_id, l.product_name, l.color_name, l.unit_pence, l.quantity, l.discount_pence
  from public.checkout_lines l where l.checkout_id = p_checkout;

  perform public.moving_stock(p_why::public.stock_reason, v_order, p_staff);
  update public.color_variants v
  set quantity = v.quantity - l.quantity
  from public.checkout_lines l
  where l.checkout_id = p_checkout and v.id = l.variant_id;

  perform public.exchange_replaced(p_checkout, v_order);
  perform public.settle_order(v_order);
end
$$;
comment on function public.place_order is
  'Takes the stock of a paid checkout and writes its order, with delivery promises counted from p_counts_from. '
  'p_shipping_position: the chosen delivery. p_why (a stock_reason), p_staff: the stock movement''s. The caller has '
  'locked the checkout and its variants.';

create function public.complete_checkout(
  p_checkout uuid,
  p_session text,
  p_charged_pence bigint,
  p_currency text,
  p_shipping_pence bigint,
  p_shipping_position integer default null,
  p_payment_intent text default null,
  p_refunds jsonb default '[]',
  p_disputed boolean default false,
  p_delivery jsonb default null,
  p_paid_at timestamptz default null,
  p_method public.payment_method default 'stripe',
  p_form jsonb default null,
  p_doubtful boolean default false,
  p_card text default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_checkout public.checkouts;
  v_shipping public.checkout_shipping_options;
  v_former public.checkout_status;
  v_outcome public.checkout_status;
  v_credit bigint;
begin
  select * into v_checkout from public.checkouts where id = p_checkout for update;
  if not found then
    raise sqlstate 'PT404' using hint = 'checkout_unknown';
  end if;
  if v_checkout.stripe_session_id is not null and v_checkout.stripe_session_id <> p_session then
    raise sqlstate 'PT409' using hint = 'foreign_session';
  end if;

  v_former := v_checkout.status;
  if v_former in ('open', 'awaiting_payment', 'released') then
    if p_form is not null then
      perform public.take_form(p_checkout, p_form);
      select * into v_checkout from public.checkouts where id = p_checkout;
    end if;
    select * into v_shipping
    from public.checkout_shipping_options
    where checkout_id = p_checkout and amount_pence - credit_pence = p_shipping_pence
    order by (position = p_shipping_position) desc, position limit 1;

    v_credit := public.spend_credit(p_checkout, v_shipping.position);

    if v_checkout.currency is distinct from lower(p_currency)
      or v_shipping.checkout_id is null
      or p_charged_pence + v_credit is distinct from
         v_checkout.subtotal_pence::bigint - v_checkout.discount_pence + v_checkout.tax_pence + v_shipping.amount_pence
      or p_disputed or p_refunds <> '[]'
      or p_delivery ->> 'country' <> v_checkout.country
      or p_doubtful
      or not public.reclaim_discount(p_checkout)
    then
      v_outcome := 'review';
    elsif v_checkout.by_link and (v_checkout.status = 'released' or not public.lock_link(p_checkout)) then
      -- The order that it was to join may have left, or lost the pieces that it replaces.
      v_outcome := 'refund_due';
    else
      perform 1 from public.color_variants
      where id in (
        select unnest(array[variant_id, replaces_variant_id]) from public.checkout_lines
        where checkout_id = p_checkout)
      order by id for update;

      if public.lines_short_of_stock(p_checkout) is not null
        or public.is_drawn_twice(p_checkout, p_card, coalesce(p_delivery, (
          select jsonb_build_object('line1', b.address, 'country', v_checkout.country)
          from public.billing_infos b where b.id = v_checkout.billing_info_id)))
      then
        v_outcome := 'refund_due';
      else
        v_outcome := 'completed';
      end if;
    end if;

    update public.checkouts
    set status = v_outcome, stripe_session_id = p_session, closed_at = now(),
        delivery = coalesce(case when by_link then delivery end, p_delivery, (
          select to_jsonb(entry) from (
            select b.name, b.address as line1, v_checkout.country, b.phone
            from public.billing_infos b where b.id = v_checkout.billing_info_id) entry))
    where id = p_checkout;
    -- Under review the goods stay reserved until staff decide, however long that takes.
    if v_outcome = 'review' then
      perform public.keep_holds(p_checkout, 'infinity');
    else
      delete from public.stock_holds where checkout_id = p_checkout;
    end if;

    if v_checkout.by_link then
      v_checkout := public.link_shopper(p_checkout);
      perform public.end_link_wait(p_checkout, v_outcome = 'completed');
    end if;

    insert into public.payments (
      checkout_id, user_id, billing_info_id, method, amount_pence, charged_pence, credit_pence, shipping_pence,
      currency, status, stripe_session_id, stripe_payment_intent_id)
    values (
      v_checkout.id, v_checkout.user_id, v_checkout.billing_info_id, p_method, v_checkout.subtotal_pence,
      p_charged_pence + v_credit, v_credit,
      p_shipping_pence + case when v_credit > 0 then coalesce(v_shipping.credit_pence, 0) else 0 end,
      lower(p_currency),
      (case v_outcome when 'completed' then 'paid' else v_outcome::text end)::public.payment_status,
      p_session, p_payment_intent);

    if v_outcome = 'completed' then
      -- A slow payment is confirmed when it arrives, not when the shopper made it.
      perform public.place_order(p_checkout, v_shipping.position, case
        when v_former = 'awaiting_payment' then now()
        else least(greatest(coalesce(p_paid_at, now()), v_checkout.created_at), now()) end);
    elsif p_refunds <> '[]' then
      -- Fully refunded before the shop learned of the payment: there is nothing to review.
      perform public.record_refunds(p_payment_intent, p_refunds);
    elsif v_outcome = 'refund_due' and v_credit > 0 then
      perform public.refund_to_card(id, null, v_credit, public.unsupplied_reason(p_checkout))
      from public.payments where checkout_id = p_checkout;
      perform public.settle_money(p_checkout);
    end if;
  end if;

  return (
    select to_jsonb(entry) from (
      select c.status as outcome, p.id as payment_id, o.id as order_id,
        case
          when exists (
              select from public.refunds r where r.payment_id = p.id and r.reason in ('sold_out', 'drawn_twice'))
            or (c.status = 'refund_due' and not public.is_declined(p.checkout_id))
          then public.unsupplied_reason(c.id) end as unsupplied
      from public.checkouts c
      join public.payments p on p.checkout_id = c.id
      left join public.orders o on o.checkout_id = c.id
      where c.id = p_checkout) entry);
end
$$;
comment on function public.complete_checkout is
  'Turns a paid session, fetched from Stripe or made up for money in hand (p_method), into one stock movement, payment '
  'and order; repeats return the same ids. p_shipping_position: the delivery chosen among equal prices. p_delivery: '
  'Stripe''s address, else the billing form''s. Other amounts or another country lead to review, missing goods, a link '
  'that has lapsed or whose replaced pieces are gone to refund_due. p_paid_at starts the promise; now if null. '
  'p_form: as in take_form. p_doubtful: the address is missing or in another country than it says, so staff decide. '
  'p_refunds (as in record_refunds) or p_disputed: no order. unsupplied: unsupplied_reason, if missing '
  'goods are refunded, else null. A code that was '
  'given back and is used up meanwhile leads to review as well. p_card: Stripe''s fingerprint of the card; a card that '
  'has bought a piece of the same draw leads to refund_due (is_drawn_twice). p_charged_pence and '
  'p_shipping_pence: at Stripe, without what a gift card pays (spend_credit). Errors: PT404 checkout_unknown; PT409 '
  'foreign_session.';

create function public.find_purchase(
  p_session text default null,
  p_billing_info bigint default null,
  p_payment bigint default null,
  p_shopper uuid default null
) returns table (
  stripe_session_id text, reference text, billing_info_id bigint, subtotal_pence integer, discount_pence integer,
  tax_pence integer, payment_id bigint, "order" jsonb, lines jsonb
)
language sql stable set search_path = ''
as $$
  select public.require_session(p_guests => true) where p_shopper is null;

  select c.stripe_session_id, public.payment_reference(c.id), c.billing_info_id, c.subtotal_pence, c.discount_pence,
         c.tax_pence, p.id,
         -- The response describes the order as it began, whatever has happened since.
         to_jsonb(o) || jsonb_build_object('status', 'processing', 'gift_card', public.gift_card_of(p.id)),
         (select jsonb_agg(to_jsonb(l) order by l.variant_id) from public.checkout_lines l where l.checkout_id = c.id)
  from public.checkouts c
  left join public.payments p on p.checkout_id = c.id
  left join public.orders o on o.checkout_id = c.id
  where c.user_id = coalesce(p_shopper, public.caller_user())
    and c.stripe_session_id is not null
    and (p_session is null or c.stripe_session_id = p_session)
    and (p_billing_info is null or c.billing_info_id = p_billing_info)
    and (p_payment is null or p.id = p_payment)
  order by c.created_at desc
  limit 1
$$;
comment on function public.find_purchase is
  'The shopper''s checkout by payment session, billing form or payment, else the latest, with frozen figures and '
  'outcome; no row when there is none. p_shopper: passed by save-payment, which has no access token; null for the '
  'caller, PT401 when their session has ended.';

create function public.mark_order_seen(p_session text) returns void
language sql set search_path = ''
as $$
  update public.checkouts set order_seen_at = now()
  where stripe_session_id = p_session and status in ('completed', 'review') and order_seen_at is null
$$;
comment on function public.mark_order_seen is
  'Records that the shopper''s browser knows of the order or the review: from now on the same basket is a new '
  'purchase.';

create function public.take_unfinished_checkouts(
  p_run timestamptz, p_grace_seconds integer, p_limit integer
) returns table (id uuid, status public.checkout_status, stripe_session_id text)
language sql set search_path = ''
as $$
  with next as (
    select id, coalesce(swept_at, created_at) as since from public.checkouts
    where status in ('open', 'awaiting_payment', 'refund_due')
      and created_at < p_run - make_interval(secs => p_grace_seconds)
      and coalesce(swept_at, created_at) < p_run
    order by coalesce(swept_at, created_at), id
    limit p_limit
    -- A locked row is being finished by another process.
    for update skip locked
  ), taken as (
    update public.checkouts c set swept_at = p_run from next where c.id = next.id
    returning next.since, c.id, c.status, c.stripe_session_id
  )
  select id, status, stripe_session_id from taken order by since, id
$$;
comment on function public.take_unfinished_checkouts is
  'Next checkouts for the sweep that began at p_run, longest since creation or last sweep first, each at most once '
  'per run. A checkout that cannot be finished has moved to the back of the queue before it is tried. '
  'p_grace_seconds: newer ones are left to the shopper and the webhook.';
