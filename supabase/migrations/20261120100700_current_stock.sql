-- How many units a shopper could still buy.

create function public.held_units(p_variant bigint, p_except_user uuid, p_except_checkout uuid) returns integer
language sql stable set search_path = ''
as $$
  select coalesce(sum(h.quantity), 0)::integer
  from public.stock_holds h
  join public.checkouts c on c.id = h.checkout_id
  where h.variant_id = p_variant
    and h.expires_at > now()
    and (p_except_user is null or c.user_id <> p_except_user)
    and (p_except_checkout is null or c.id <> p_except_checkout)
$$;
comment on function public.held_units is
  'Units of a variant that live holds keep from being sold, leaving out one shopper''s own or one checkout''s own.';

create function public.current_stock(p_items jsonb, p_user uuid default null) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'productId', (item ->> 'productId')::bigint,
      'selectedColorId', (item ->> 'selectedColorId')::bigint,
      'currentStock', coalesce(greatest(v.quantity - public.held_units(v.id, p_user, null), 0), 0)
    ) order by place), '[]'::jsonb)
  from jsonb_array_elements(p_items) with ordinality as asked (item, place)
  left join public.color_variants v
    on v.id = (item ->> 'selectedColorId')::bigint
   and v.product_id = (item ->> 'productId')::bigint
$$;
comment on function public.current_stock is
  'For [{productId, selectedColorId}] the same list, in the same order, with currentStock: units free for this shopper, whose own hold does not count; 0 for what does not exist.';
