-- Decisions on payments under review.

create function public.resolve_review(p_checkout uuid, p_decision text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_checkout public.checkouts;
  v_payment public.payments;
  v_shipping public.checkout_shipping_options;
  v_short jsonb;
  v_rest bigint;
begin
  if p_decision not in ('accept', 'refund') then
    raise sqlstate 'PT400' using hint = 'decision_unknown';
  end if;
  select * into v_checkout from public.checkouts where id = p_checkout for update;
  if not found then
    raise sqlstate 'PT404' using hint = 'checkout_unknown';
  end if;
  if v_checkout.status <> 'review' then
    raise sqlstate 'PT409' using hint = 'not_in_review';
  end if;
  select * into v_payment from public.payments where checkout_id = p_checkout;

  if p_decision = 'refund' then
    update public.checkouts set status = 'refund_due', closed_at = now() where id = p_checkout;
    delete from public.stock_holds where checkout_id = p_checkout;
    perform public.refund_to_card(v_payment.id, null, v_payment.credit_pence, 'review');
    select v_payment.charged_pence - gone_pence into v_rest
    from public.payment_balances where payment_id = v_payment.id;
    if v_rest > 0 then
      insert into public.refunds (payment_id, amount_pence, reason, source)
      values (v_payment.id, v_rest, 'review', 'shop');
    end if;
    return jsonb_build_object('outcome', public.settle_money(p_checkout), 'order_id', null);
  end if;

  if v_payment.currency <> v_checkout.currency then
    raise sqlstate 'PT409' using hint = 'other_currency';
  end if;
  if v_checkout.delivery ->> 'country' <> v_checkout.country then
    raise sqlstate 'PT409' using hint = 'other_country';
  end if;
  if not public.lock_link(p_checkout) then
    raise sqlstate 'PT409' using hint = 'replaced_gone';
  end if;
  perform 1 from public.color_variants
  where id in (
    select unnest(array[variant_id, replaces_variant_id]) from public.checkout_lines where checkout_id = p_checkout)
  order by id for update;
  if not public.reclaim_discount(p_checkout) then
    raise sqlstate 'PT409' using hint = 'code_gone';
  end if;
  v_short := public.lines_short_of_stock(p_checkout);
  if v_short is not null then
    raise sqlstate 'PT409' using hint = 'out_of_stock', detail = v_short::text;
  end if;

  -- The delivery paid for, or the first one offered if none matches.
  select * into v_shipping from public.checkout_shipping_options
  where checkout_id = p_checkout
  order by (amount_pence = v_payment.shipping_pence) desc, position limit 1;
  update public.checkouts set status = 'completed', closed_at = now(), order_seen_at = null where id = p_checkout;
  delete from public.stock_holds where checkout_id = p_checkout;
  perform public.place_order(p_checkout, v_shipping.position, now());
  return jsonb_build_object(
    'outcome', public.settle_money(p_checkout),
    'order_id', (select id from public.orders where checkout_id = p_checkout));
end
$$;
comment on function public.resolve_review is
  'Ends the review of a payment. accept: takes the stock and makes the order at the amount charged; the difference '
  'from the frozen amounts is its adjustment. refund: the sweep refunds the rest of it. Errors: PT400 '
  'decision_unknown; PT404 checkout_unknown; PT409 not_in_review, other_currency, other_country, code_gone, '
  'replaced_gone (a link''s pieces to replace), out_of_stock (detail: the short lines).';

create function public.staff_resolve_review(
  p_event uuid, p_checkout uuid, p_decision text
) returns table (checkout uuid, outcome public.checkout_status, "order" bigint, payment_intent text)
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('move_money', true);
  v_kind public.order_event_kind := case p_decision when 'accept' then 'review_accepted' else 'review_refunded' end;
begin
  perform 1 from public.checkouts where id = p_checkout for update;
  if not found then
    raise sqlstate 'PT404' using hint = 'checkout_unknown';
  end if;
  if public.add_order_event(p_event, p_checkout, v_kind, 'staff', v_staff) then
    perform public.resolve_review(p_checkout, p_decision);
  end if;
  return query select * from public.payment_progress(p_checkout);
end
$$;
comment on function public.staff_resolve_review is
  'Ends a review (resolve_review) in the caller''s name. Returns payment_progress; the same event again '
  'changes nothing. Errors: those of require_staff and resolve_review; PT404 checkout_unknown; PT409 action_used.';
