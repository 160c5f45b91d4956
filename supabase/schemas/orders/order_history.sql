-- An order as shown to the shopper, on the account page and in the confirmation e-mail.

create function public.order_receipt(p_order bigint, p_as_bought boolean default false) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
      select to_jsonb(entry) from (
        select o.id, o.status, o.created_at, o.leaves_by, o.arrives_from, o.arrives_by, o.country,
          lines.pence as subtotal_pence, o.subtotal_pence - lines.pence as changed_pence, o.discount_pence,
          (select code from public.checkout_discounts where checkout_id = o.checkout_id) as code, o.tax_pence,
          c.tax_basis_points, o.tax_inside_pence, o.included_basis_points, c.duties, c.terms_version,
          v.published_at as terms_published_at, o.shipping_pence, o.shipping_name, o.adjustment_pence,
          o.order_amount_pence, m.refunded_pence, m.disputed,
          (select replaces_order_id from public.replacements where order_id = o.id) as replaces,
          public.paid_with(o.checkout_id) as paid_with,
          exists (select from public.gifts where order_id = o.id) as is_gift,
          (select from_order_id from public.exchanges where order_id = o.id) as exchange_of, o.total_items,
          b.email, c.delivery, lines.items, (select method from public.payments where id = o.payment_id) as method,
          public.gift_card_of(o.payment_id) as gift_card,
          public.is_handed_over(o.id) as handed_over
        from public.orders o
        join public.billing_infos b on b.id = o.billing_info_id
        join public.payment_balances m on m.payment_id = o.payment_id
        join public.checkouts c on c.id = o.checkout_id
        join public.terms_versions v on v.id = c.terms_version
        cross join lateral (
          select sum(i.unit_pence * i.quantity) as pence, jsonb_agg(to_jsonb(i) || jsonb_build_object(
            'image', public.main_picture(i.variant_id))
            order by i.product_name, i.color_name, i.variant_id) as items
          from (
            select product_id, variant_id, product_name, color_name, product_price_pence as unit_pence, quantity
            from public.order_items where order_id = o.id and quantity > 0 and not p_as_bought
            union all
            select product_id, variant_id, product_name, color_name, unit_pence, quantity
            from public.checkout_lines where checkout_id = o.checkout_id and p_as_bought) i) lines
        where o.id = p_order) entry);
end
$$;
comment on function public.order_receipt is
  'An order with its items, amounts in pence and address; image is the colour''s current main picture, or null. '
  'changed_pence: paid beyond the items'' prices for pieces that became cheaper ones. p_as_bought: before such '
  'changes. Null when the order does not exist. The caller checks the owner.';

create function public.account_orders(
  p_limit integer, p_before bigint default null, p_order bigint default null
) returns jsonb
language sql stable set search_path = ''
as $$
  select public.require_session();

  with newest as (
    select o.id, row_number() over (order by o.created_at desc, o.id desc) as place
    from public.orders o
    where o.user_id = public.caller_user() and (p_order is null or o.id = p_order)
      and (p_before is null or (o.created_at, o.id) < (
      select created_at, id from public.orders where id = p_before))
    order by place limit p_limit + 1
  )
  select jsonb_build_object(
    'orders', coalesce(
      jsonb_agg(public.shopper_order(id) order by place) filter (where place <= p_limit), '[]'::jsonb),
    'older', count(*) > p_limit)
  from newest
$$;
comment on function public.account_orders is
  'A page of the shopper''s own orders (shopper_order), newest first, and whether there are older ones. p_before: id '
  'of the oldest order already loaded. p_order: only that one. PT401 when the session has ended.';

create function public.reorder_lines(p_order bigint) returns table (
  product_name text, color_name text, variant_id bigint, quantity integer, stock integer, product jsonb
)
language sql stable set search_path = ''
as $$
  select public.require_session();

  with wanted as (
    select i.*
    from public.orders o
    join public.order_items i on i.order_id = o.id
    where o.id = p_order and o.user_id = public.caller_user() and i.quantity > 0
  ), listed as (
    select product
    from jsonb_array_elements(public.product_listing(
      p_products => array(select product_id from wanted))) product
  )
  select w.product_name, w.color_name, w.variant_id, w.quantity, f.free, l.product
  from wanted w
  join public.free_units(array(select variant_id from wanted), public.caller_user()) f on f.variant_id = w.variant_id
  left join listed l on (l.product ->> 'id')::bigint = w.product_id
  order by w.product_name, w.color_name, w.variant_id
$$;
comment on function public.reorder_lines is
  'The lines of the shopper''s order, each with the product in product_listing''s current form (null when no longer '
  'sold) and the units free for this shopper. No rows when the order is not theirs. PT401 when the session has ended.';
