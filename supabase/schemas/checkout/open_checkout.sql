-- Stock holds of a basket: opening and releasing a checkout.

create function public.checkout_summary(p_checkout uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(entry) from (
    select c.id as checkout_id, c.status, c.stripe_session_id, c.stripe_session_url,
      extract(epoch from c.session_expires_at)::bigint as session_expires_at, c.discount_pence,
      (select code from public.checkout_discounts where checkout_id = c.id) as code,
      (
        select to_jsonb(entry) from (
          select g.code_end, h.goods_pence
          from public.checkout_credits h join public.gift_cards g on g.id = h.gift_card_id
          where h.checkout_id = c.id) entry) as credit,
      public.paid_with(c.id) as paid_with, c.tax_basis_points, c.tax_pence, c.included_basis_points,
      c.country, c.duties,
      (
        select to_jsonb(entry) from (
          select b.name, b.address, b.email, b.phone
          from public.billing_infos b where b.id = c.billing_info_id) entry) as billing,
      (
        select jsonb_agg(entry) from (
          select l.variant_id, l.product_id, l.product_name, l.color_name, l.unit_pence, l.quantity,
            public.main_picture(l.variant_id) as image
          from public.checkout_lines l where l.checkout_id = c.id
          order by l.variant_id) entry) as lines,
      coalesce((
        select jsonb_agg(entry) from (
          select o.name, o.amount_pence, o.credit_pence, o.min_business_days, o.max_business_days
          from public.checkout_shipping_options o where o.checkout_id = c.id
          order by o.position) entry), '[]'::jsonb) as shipping_options
    from public.checkouts c where c.id = p_checkout) entry
$$;
comment on function public.checkout_summary is 'Data for the checkout''s payment page.';

create function public.paid_checkout_of(p_user uuid, p_lines jsonb) returns uuid
language sql stable set search_path = ''
as $$
  select c.id
  from public.checkouts c
  where c.user_id = p_user
    and (c.status = 'awaiting_payment'
      or (c.status in ('completed', 'review') and c.order_seen_at is null and c.closed_at > now() - interval '1 day'))
    and (select jsonb_object_agg(l.variant_id, l.quantity) from public.checkout_lines l where l.checkout_id = c.id)
      = (select jsonb_object_agg(variant_id, quantity)
         from (select line ->> 'variant_id' as variant_id, sum((line ->> 'quantity')::bigint) as quantity
               from jsonb_array_elements(p_lines) line group by 1) asked)
  order by c.created_at desc
  limit 1
$$;
comment on function public.paid_checkout_of is
  'The shopper''s paid or pending checkout of exactly these variants and quantities that they may not know of: '
  'awaited, or completed or put under review within a day without their browser learning of it. Null when there is '
  'none.';

create function public.release_checkout(p_checkout uuid, p_without_session boolean default false) returns boolean
language plpgsql set search_path = ''
as $$
begin
  update public.checkouts set status = 'released', closed_at = now()
  where id = p_checkout
    and status in ('open', 'awaiting_payment')
    and (not p_without_session or stripe_session_id is null);
  if not found then
    return false;
  end if;
  delete from public.stock_holds where checkout_id = p_checkout;
  perform public.end_link_wait(p_checkout, false);
  return true;
end
$$;
comment on function public.release_checkout is
  'Gives up an unpaid checkout and frees its stock, once; false when it was already closed, so that a late expiry '
  'event undoes nothing. p_without_session: only if it lacks a payment page that could still be paid.';

create function public.chosen_billing(p_user uuid, p_billing_info bigint) returns bigint
language plpgsql stable set search_path = ''
as $$
declare
  v_found bigint;
begin
  select id into v_found
  from public.billing_infos
  where user_id = p_user and erased_at is null and (p_billing_info is null or id = p_billing_info)
  order by saved_at desc, id desc limit 1;
  if not found and p_billing_info is null then
    raise sqlstate 'PT400' using hint = 'billing_missing';
  elsif not found then
    raise sqlstate 'PT404' using hint = 'billing_unknown';
  end if;
  return v_found;
end
$$;
comment on function public.chosen_billing is
  'A shopper''s billing form with this id, or their newest without one. PT400 billing_missing; PT404 billing_unknown.';

create function public.refuse_unsettled(p_user uuid) returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_awaited public.checkouts;
  v_review public.checkouts;
begin
  select * into v_awaited from public.checkouts where user_id = p_user and status = 'awaiting_payment';
  if found then
    raise sqlstate 'PT409' using hint = 'payment_awaited',
      detail = jsonb_build_object(
        'checkout_id', v_awaited.id, 'stripe_session_id', v_awaited.stripe_session_id)::text;
  end if;

  select * into v_review
  from public.checkouts
  where user_id = p_user and status = 'review' and order_seen_at is null and closed_at > now() - interval '1 day'
  limit 1;
  if found then
    raise sqlstate 'PT409' using hint = 'payment_review',
      detail = jsonb_build_object('stripe_session_id', v_review.stripe_session_id)::text;
  end if;
end
$$;
comment on function public.refuse_unsettled is
  'Refuses a shopper another checkout while a payment is pending, PT409 payment_awaited, or is being reviewed, '
  'payment_review (detail: that checkout), which they have not seen yet.';

create function public.refuse_short(p_user uuid, p_lines jsonb, p_previous uuid) returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_short jsonb;
begin
  with asked as (
    select (line ->> 'product_id')::bigint as product_id,
           (line ->> 'variant_id')::bigint as variant_id,
           sum((line ->> 'quantity')::bigint) as quantity
    from jsonb_array_elements(p_lines) line
    group by 1, 2
  )
  select jsonb_agg(jsonb_build_object(
           'productId', asked.product_id, 'selectedColorId', asked.variant_id, 'currentStock', coalesce(f.free, 0))
         order by asked.variant_id)
  into v_short
  from asked
  left join public.color_variants v on v.id = asked.variant_id and v.product_id = asked.product_id
    -- Products that are not open yet reveal neither stock nor price. An open checkout keeps its holds.
    and (exists (select from public.colours_on_sale c where c.id = v.id)
      or exists (select from public.checkout_lines l where l.checkout_id = p_previous and l.variant_id = v.id))
  left join public.free_units(array(select variant_id from asked), p_user) f on f.variant_id = v.id
  where coalesce(f.free, 0) < asked.quantity;
  if v_short is not null then
    raise sqlstate 'PT409' using hint = 'out_of_stock', detail = v_short::text;
  end if;
end
$$;
comment on function public.refuse_short is
  'Raises PT409 out_of_stock (detail: the short lines) unless the lines of a basket are on sale, or in the shopper''s '
  'open checkout p_previous, and free.';

create function public.hold_lines(p_checkout uuid, p_lines jsonb, p_seconds integer) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into public.checkout_lines (
    checkout_id, variant_id, product_id, product_name, color_name, unit_pence, quantity, discount_pence,
    replaces_variant_id, surplus_pence)
  select p_checkout, variant_id, product_id, product_name, color_name, unit_pence, quantity, discount_pence,
         replaces_variant_id, coalesce(surplus_pence, 0)
  from jsonb_populate_recordset(null::public.checkout_lines, p_lines);

  insert into public.stock_holds (checkout_id, variant_id, quantity, expires_at)
  select checkout_id, variant_id, quantity, now() + make_interval(secs => p_seconds)
  from public.checkout_lines where checkout_id = p_checkout;
end
$$;
comment on function public.hold_lines is
  'Writes the lines of a new checkout, and holds their stock for so many seconds. The caller has checked it.';

create function public.offer_delivery(p_checkout uuid, p_zone public.shipping_zone, p_free boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into public.checkout_shipping_options (
    checkout_id, position, name, amount_pence, waived_pence, min_business_days, max_business_days, express)
  select p_checkout, row_number() over (order by position, id), name, amount_pence - waived, waived,
         min_business_days, max_business_days, express
  from public.shipping_rates
  cross join lateral (select case when p_free and not express then amount_pence else 0 end as waived) w
  where zone = p_zone;
end
$$;
comment on function public.offer_delivery is
  'Offers the delivery options of a zone in a new checkout; p_free: the standard ones without postage.';

create function public.refuse_archived(p_lines jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_gone jsonb;
begin
  select jsonb_agg(jsonb_build_object(
           'productId', line -> 'product_id', 'selectedColorId', line -> 'variant_id', 'currentStock', 0))
  into v_gone
  from jsonb_array_elements(p_lines) line
  where not exists (select from public.colours_on_sale c where c.id = (line ->> 'variant_id')::bigint);
  if v_gone is not null then
    raise sqlstate 'PT409' using hint = 'out_of_stock', detail = v_gone::text;
  end if;
end
$$;
comment on function public.refuse_archived is
  'Refuses a new checkout of colours that are no longer on sale; an older one keeps those that it holds. PT409 '
  'out_of_stock (detail: the lines).';

create function public.frozen_lines(p_checkout uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_agg(entry) from (
    select variant_id, product_id, product_name, color_name, unit_pence, quantity, discount_pence
    from public.checkout_lines where checkout_id = p_checkout order by variant_id) entry
$$;
comment on function public.frozen_lines is 'The lines of a checkout, as open_checkout makes them.';

create function public.open_checkout(
  p_country text,
  p_zone public.shipping_zone,
  p_lines jsonb,
  p_expected_total_pence bigint,
  p_session_seconds integer,
  p_hold_seconds integer,
  p_replaces uuid default null,
  p_billing_info bigint default null,
  p_network text default null,
  p_code text default null,
  p_express boolean default false
) returns jsonb
language plpgsql set search_path = ''
-- Waiting for a popular colour keeps a connection from other shoppers.
set lock_timeout = '2s'
as $$
declare
  v_user uuid := public.require_session(p_guests => true);
  v_billing_info bigint;
  v_paid uuid;
  v_previous public.checkouts;
  v_checkout public.checkouts;
  v_subtotal bigint;
  v_taxes public.zone_taxes;
  v_tax bigint;
  v_shown bigint;
  v_duties jsonb;
  v_lines jsonb;
  v_found jsonb;
  v_card public.gift_cards;
  v_discount bigint := 0;
begin
  -- One checkout at a time per shopper: a double click waits here and then finds the first one's.
  perform pg_advisory_xact_lock(hashtextextended('open_checkout ' || v_user::text, 0));
  -- One checkout at a time per network (unless null), or the network's holds would be counted before they are made.
  perform pg_advisory_xact_lock(hashtextextended('open_checkout from ' || p_network, 0));

  if not p_express then
    v_billing_info := public.chosen_billing(v_user, p_billing_info);
  end if;
  -- Lock order: the checkout, then its variants by id.
  select * into v_previous
  from public.checkouts where user_id = v_user and status = 'open' for update;

  -- Under the lock, so that a payment being completed counts; before stock and price, which it may have changed.
  v_paid := public.paid_checkout_of(v_user, p_lines);
  if v_paid is not null then
    return public.checkout_summary(v_paid);
  end if;

  perform public.refuse_unsettled(v_user);
  perform public.require_fair_basket(v_user, p_lines);
  perform public.lock_discount(p_code, (select email from public.billing_infos where id = v_billing_info));
  v_card := public.lock_gift_card(p_code);

  perform public.lock_pieces(p_lines);

  perform public.refuse_short(v_user, p_lines, v_previous.id);

  with asked as (
    select (line ->> 'variant_id')::bigint as variant_id, sum((line ->> 'quantity')::bigint) as quantity
    from jsonb_array_elements(p_lines) line
    group by 1
  )
  select jsonb_agg(jsonb_build_object(
           'variant_id', v.id, 'product_id', p.id, 'product_name', p.name, 'color_name', v.color_name,
           'unit_pence', coalesce(s.price_pence, p.price_pence), 'quantity', asked.quantity) order by v.id),
         sum(coalesce(s.price_pence, p.price_pence)::bigint * asked.quantity)
  into v_lines, v_subtotal
  from asked
  join public.color_variants v on v.id = asked.variant_id
  join public.products p on p.id = v.product_id
  left join public.running_sales s on s.product_id = p.id;

  select * into v_taxes from public.zone_taxes where zone = p_zone;
  if v_card.id is not null then
    v_found := jsonb_build_object('refused', jsonb_build_object(
      'because', public.gift_card_refused(v_card, v_previous.id), 'code', v_card.code_end));
    if v_found -> 'refused' ->> 'because' is null then
      v_found := null;
    end if;
  elsif p_code is not null then
    v_found := public.find_discount(
      p_code, v_lines, v_user, (select email from public.billing_infos where id = v_billing_info), v_previous.id);
    if p_express and exists (
      select from public.discounts where id = (v_found ->> 'discount_id')::bigint and once_per_person)
    then
      -- The person is known only after the payment.
      v_found := jsonb_build_object('refused', jsonb_build_object('because', 'person', 'code', v_found -> 'code'));
    end if;
    v_discount := (v_found ->> 'pence')::bigint;
  end if;
  if v_found ? 'refused' then
    raise sqlstate 'PT409' using hint = 'code_refused', detail = (v_found -> 'refused' || jsonb_build_object(
      'total_pence', v_subtotal + public.tax_on(v_subtotal, v_taxes.tax_basis_points)))::text;
  end if;
  v_lines := (
    select jsonb_agg(line || jsonb_build_object(
      'discount_pence', coalesce((v_found -> 'lines' ->> (line ->> 'variant_id'))::bigint, 0))
      order by (line ->> 'variant_id')::bigint)
    from jsonb_array_elements(v_lines) line);

  v_duties := public.duties_on(p_country, p_zone, v_lines);
  if v_duties ->> 'policy' = 'not_sold' then
    raise sqlstate 'PT400' using hint = 'not_sold_there', detail = jsonb_build_object('country', p_country)::text;
  end if;

  v_tax := public.tax_on(v_subtotal - v_discount, v_taxes.tax_basis_points);
  v_shown := v_subtotal - v_discount + case
    when p_express then public.tax_on(
      v_subtotal - v_discount, (select tax_basis_points from public.current_tax))
    else v_tax end;
  if v_shown <> p_expected_total_pence then
    raise sqlstate 'PT409' using hint = 'amount_changed',
      detail = jsonb_build_object('total_pence', v_shown, 'discount_pence', v_discount)::text;
  end if;

  if v_previous.id is not null
    and v_previous.billing_info_id is not distinct from v_billing_info
    and v_previous.country = p_country
    and (select code from public.checkout_discounts where checkout_id = v_previous.id)
      is not distinct from v_found ->> 'code'
    and (select gift_card_id from public.checkout_credits where checkout_id = v_previous.id)
      is not distinct from v_card.id
    and v_previous.duties is not distinct from v_duties
    and (v_previous.tax_display, v_previous.tax_pence, v_previous.included_basis_points)
      = (v_taxes.display, v_tax, v_taxes.included_basis_points)
    -- Without a payment page, one must still be created: Stripe requires half an hour left, and may be slow.
    and v_previous.session_expires_at > now() + (case
      when v_previous.stripe_session_id is null then interval '30 minutes 30 seconds'
      else make_interval(secs => p_session_seconds / 2.0) end)
    and v_lines = public.frozen_lines(v_previous.id)
  then
    return public.checkout_summary(v_previous.id);
  end if;

  if p_network is not null then
    perform public.require_fair_network(
      v_user, p_network,
      (select sum((line ->> 'quantity')::integer) from jsonb_array_elements(v_lines) line));
  end if;

  if v_previous.id is not null
    and (v_previous.id is distinct from p_replaces or v_previous.stripe_session_id is not null)
  then
    -- The payment page may be open: the caller makes Stripe close it, which settles the checkout. p_replaces releases
    -- only a checkout without a page, because it may have got one since the caller looked.
    raise sqlstate 'PT409' using hint = 'checkout_open',
      detail = jsonb_build_object(
        'checkout_id', v_previous.id, 'stripe_session_id', v_previous.stripe_session_id)::text;
  elsif v_previous.id is not null then
    perform public.release_checkout(v_previous.id);
  end if;

  perform public.refuse_archived(v_lines);

  insert into public.checkouts (
    user_id, billing_info_id, country, subtotal_pence, discount_pence, tax_basis_points, tax_pence, tax_display,
    included_basis_points, duties, network_hash, session_expires_at)
  values (
    v_user, v_billing_info, p_country, v_subtotal, v_discount, v_taxes.tax_basis_points, v_tax, v_taxes.display,
    v_taxes.included_basis_points, v_duties, p_network,
    date_trunc('second', now()) + make_interval(secs => p_session_seconds))
  returning * into v_checkout;

  perform public.hold_lines(v_checkout.id, v_lines, p_hold_seconds);
  perform public.offer_delivery(v_checkout.id, p_zone, v_found ->> 'kind' = 'free_delivery');

  -- A code that takes nothing off, such as free delivery where it is free anyway, stays unused.
  if v_discount > 0 or exists (
    select from public.checkout_shipping_options where checkout_id = v_checkout.id and waived_pence > 0)
  then
    insert into public.checkout_discounts (checkout_id, discount_id, code)
    values (v_checkout.id, (v_found ->> 'discount_id')::bigint, v_found ->> 'code');
  end if;

  if v_card.id is not null then
    perform public.hold_credit(v_checkout.id, v_card.id);
  end if;
  return public.checkout_summary(v_checkout.id);
end
$$;
comment on function public.open_checkout is
  'Prices a basket with p_zone''s tax, freezes it and holds its stock, all or nothing. p_lines: [{product_id, '
  'variant_id, quantity}]. p_hold_seconds exceeds p_session_seconds. p_network: keyed hash, or null. p_code: a '
  'discount code or that of a gift card, which pays and is held (hold_credit), or null. p_express: without a billing '
  'form; p_expected_total_pence is then with the tax of the United Kingdom, as the cart shows it. A repeat returns the '
  'same checkout, or paid_checkout_of. Errors: PT401 '
  'session_ended; PT400 billing_missing, not_sold_there (detail: country); PT404 billing_unknown; PT409 out_of_stock '
  '(detail: short lines), too_many, payment_awaited, payment_review, checkout_open (detail: that checkout), '
  'amount_changed (detail: total_pence, discount_pence), code_refused (detail: as in find_discount, or because person, '
  'card_expired or card_empty, and the total_pence without it); 55P03 after 2 s of waiting.';

create table public.failed_payment_pages (
  id uuid primary key default gen_random_uuid(),
  failed_at timestamptz not null default now()
);
comment on table public.failed_payment_pages is
  'Payment pages that Stripe did not open, since the last that it did; the first five (health). '
  'id: of refused data, a hash of its visitor.';
alter table public.failed_payment_pages enable row level security;

create function public.note_failed_page(p_refused text default null) returns void
language sql set search_path = ''
as $$
  insert into public.failed_payment_pages (id)
  select coalesce(md5(p_refused)::uuid, gen_random_uuid())
  where (select count(*) from public.failed_payment_pages) < 5
  on conflict do nothing
$$;
comment on function public.note_failed_page is
  'Records that Stripe did not open a payment page: it refused, failed or did not answer. p_refused: the visitor whose '
  'data it refused, who counts once, since the next visitor may well be able to pay.';

create function public.attach_stripe_session(p_checkout uuid, p_session text, p_url text) returns boolean
language sql set search_path = ''
as $$
  delete from public.failed_payment_pages where failed_at <= now();
  with attached as (
    update public.checkouts
    set stripe_session_id = p_session, stripe_session_url = p_url
    where id = p_checkout and status = 'open' and (stripe_session_id is null or stripe_session_id = p_session)
    returning 1
  )
  select exists (select from attached)
$$;
comment on function public.attach_stripe_session is
  'Records the payment session of a checkout, and so that Stripe opens payment pages. False when the checkout is no '
  'longer open: then the session must be expired, because it has no holds.';

create function public.take_form(p_checkout uuid, p_form jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  v_user uuid;
  v_form bigint;
begin
  select user_id into v_user from public.checkouts where id = p_checkout and billing_info_id is null for update;
  if not found then
    return;
  end if;
  insert into public.billing_infos (user_id, name, address, email, phone)
  values (v_user, p_form ->> 'name', p_form ->> 'address', p_form ->> 'email', p_form ->> 'phone')
  on conflict (user_id, content_hash) do update set saved_at = clock_timestamp()
  returning id into v_form;
  update public.checkouts set billing_info_id = v_form where id = p_checkout;
end
$$;
comment on function public.take_form is
  'Stores the entries on the payment page of an express checkout, {name, address, email, phone}, as its billing form. '
  'Does nothing for a checkout that has one.';

create function public.await_payment(
  p_checkout uuid, p_session text, p_hold_seconds integer, p_form jsonb default null
) returns boolean
language plpgsql set search_path = ''
as $$
begin
  perform 1 from public.checkouts where id = p_checkout and status = 'open' for update;
  if found and p_form is not null then
    perform public.take_form(p_checkout, p_form);
  end if;
  update public.checkouts set status = 'awaiting_payment', stripe_session_id = p_session
  where id = p_checkout and status = 'open' and (stripe_session_id is null or stripe_session_id = p_session);
  if not found then
    return false;
  end if;
  perform public.keep_holds(p_checkout, now() + make_interval(secs => p_hold_seconds));
  return true;
end
$$;
comment on function public.await_payment is
  'Records that the payment page is finished but the payment pending, and holds the stock for another p_hold_seconds. '
  'p_form: as in take_form.';
