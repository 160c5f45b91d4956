-- What the return page asks about.

create function public.find_purchase(
  p_shopper uuid,
  p_session text default null,
  p_billing_info bigint default null,
  p_payment bigint default null
) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'stripe_session_id', c.stripe_session_id,
    'status', c.status,
    'billing_info_id', c.billing_info_id,
    'subtotal_pence', c.subtotal_pence,
    'tax_pence', c.tax_pence,
    'payment_id', p.id,
    'order', case when o.id is not null then jsonb_build_object(
      'id', o.id,
      'status', o.status,
      'shipping_pence', o.shipping_pence,
      'order_amount_pence', o.order_amount_pence,
      'total_items', o.total_items) end,
    'lines', (
      select jsonb_agg(jsonb_build_object(
               'product_id', l.product_id, 'variant_id', l.variant_id, 'product_name', l.product_name,
               'unit_pence', l.unit_pence, 'quantity', l.quantity) order by l.variant_id)
      from public.checkout_lines l where l.checkout_id = c.id))
  from public.checkouts c
  left join public.payments p on p.checkout_id = c.id
  left join public.orders o on o.checkout_id = c.id
  where c.user_id = p_shopper
    and c.stripe_session_id is not null
    and (p_session is null or c.stripe_session_id = p_session)
    and (p_billing_info is null or c.billing_info_id = p_billing_info)
    and (p_payment is null or p.id = p_payment)
  order by c.created_at desc
  limit 1
$$;
comment on function public.find_purchase is
  'The shopper''s checkout of a payment session, else of a billing form or payment, else the latest, with its frozen figures and what became of it; null when there is none.';
