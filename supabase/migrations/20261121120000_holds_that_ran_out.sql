-- A hold that ran out may be someone else's by now: keeping it longer must not take their units.

create function public.keep_holds(p_checkout uuid, p_until timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
  -- The caller has locked the checkout; variants by id, as everywhere.
  perform 1 from public.color_variants
  where id in (select variant_id from public.stock_holds where checkout_id = p_checkout)
  order by id for update;

  delete from public.stock_holds h using public.color_variants v
  where h.checkout_id = p_checkout and v.id = h.variant_id and h.expires_at <= now()
    and v.quantity - public.held_units(v.id, null, p_checkout) < h.quantity;

  update public.stock_holds set expires_at = p_until where checkout_id = p_checkout;
end
$$;
comment on function public.keep_holds is
  'Keeps the stock of a checkout until p_until. A hold that has run out is renewed only if its units are still free. For other functions, which lock the checkout first.';

create or replace function public.await_payment(p_checkout uuid, p_session text, p_hold_seconds integer) returns boolean
language plpgsql set search_path = ''
as $$
begin
  update public.checkouts set status = 'awaiting_payment', stripe_session_id = p_session
  where id = p_checkout and status = 'open' and (stripe_session_id is null or stripe_session_id = p_session);
  if not found then
    return false;
  end if;
  perform public.keep_holds(p_checkout, now() + make_interval(secs => p_hold_seconds));
  return true;
end
$$;

create or replace function public.complete_checkout(
  p_checkout uuid,
  p_session text,
  p_charged_pence bigint,
  p_currency text,
  p_shipping_pence bigint,
  p_shipping_name text default null,
  p_payment_intent text default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_checkout public.checkouts;
  v_shipping public.checkout_shipping_options;
  v_outcome public.checkout_status;
  v_payment bigint;
begin
  select * into v_checkout from public.checkouts where id = p_checkout for update;
  if not found then
    raise sqlstate 'PT404' using message = 'No such checkout';
  end if;
  if v_checkout.stripe_session_id is not null and v_checkout.stripe_session_id <> p_session then
    raise sqlstate 'PT409' using message = 'The session belongs to another checkout', hint = 'foreign_session';
  end if;

  if v_checkout.status in ('open', 'awaiting_payment', 'released') then
    select * into v_shipping
    from public.checkout_shipping_options
    where checkout_id = p_checkout and amount_pence = p_shipping_pence
    order by (name = p_shipping_name) desc, position limit 1;

    if v_checkout.currency is distinct from lower(p_currency)
      or v_shipping.checkout_id is null
      or p_charged_pence is distinct from
         v_checkout.subtotal_pence::bigint + v_checkout.tax_pence + v_shipping.amount_pence
    then
      v_outcome := 'review';
    else
      perform 1 from public.color_variants
      where id in (select variant_id from public.checkout_lines where checkout_id = p_checkout)
      order by id for update;

      if exists (
        select from public.checkout_lines l
        join public.color_variants v on v.id = l.variant_id
        where l.checkout_id = p_checkout
          and v.quantity - public.held_units(v.id, null, p_checkout) < l.quantity
      ) then
        v_outcome := 'refund_due';
      else
        v_outcome := 'completed';
      end if;
    end if;

    update public.checkouts
    set status = v_outcome, stripe_session_id = p_session, closed_at = now()
    where id = p_checkout;
    -- Under review the goods stay set aside until a person decides, however long that takes.
    if v_outcome = 'review' then
      perform public.keep_holds(p_checkout, 'infinity');
    else
      delete from public.stock_holds where checkout_id = p_checkout;
    end if;

    insert into public.payments (
      checkout_id, user_id, billing_info_id, amount_pence, charged_pence, currency, status,
      stripe_session_id, stripe_payment_intent_id)
    values (
      v_checkout.id, v_checkout.user_id, v_checkout.billing_info_id, v_checkout.subtotal_pence,
      p_charged_pence, lower(p_currency),
      (case v_outcome when 'completed' then 'paid' else v_outcome::text end)::public.payment_status,
      p_session, p_payment_intent)
    returning id into v_payment;

    if v_outcome = 'completed' then
      update public.color_variants v
      set quantity = v.quantity - l.quantity
      from public.checkout_lines l
      where l.checkout_id = p_checkout and v.id = l.variant_id;

      with placed as (
        insert into public.orders (
          checkout_id, payment_id, user_id, billing_info_id, country, subtotal_pence, tax_pence,
          shipping_pence, shipping_name, order_amount_pence, total_items)
        select v_checkout.id, v_payment, v_checkout.user_id, v_checkout.billing_info_id, v_checkout.country,
               v_checkout.subtotal_pence, v_checkout.tax_pence, v_shipping.amount_pence, v_shipping.name,
               p_charged_pence,
               (select sum(quantity) from public.checkout_lines where checkout_id = p_checkout)
        returning id
      )
      insert into public.order_items (
        order_id, variant_id, product_id, product_name, color_name, product_price_pence, quantity)
      select placed.id, l.variant_id, l.product_id, l.product_name, l.color_name, l.unit_pence, l.quantity
      from placed, public.checkout_lines l where l.checkout_id = p_checkout;
    end if;
  end if;

  return (
    select jsonb_build_object('outcome', c.status, 'payment_id', p.id, 'order_id', o.id)
    from public.checkouts c
    join public.payments p on p.checkout_id = c.id
    left join public.orders o on o.checkout_id = c.id
    where c.id = p_checkout);
end
$$;

revoke execute on function public.keep_holds from public, anon, authenticated;
grant execute on function public.keep_holds to service_role;
