-- The answer of the listing calls in one round trip.

create function public.product_listing(p_category bigint default null) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', p.id,
    'name', p.name,
    'description', p.description,
    'price', p.price_pence / 100.0,
    'category_name', c.name,
    'created_at', p.created_at,
    'color_variants', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', v.id,
        'color_name', v.color_name,
        'quantity', v.quantity,
        'images', coalesce((
          select jsonb_agg(jsonb_build_object('image', i.path) order by i.position, i.id)
          from public.variant_images i where i.variant_id = v.id), '[]'::jsonb)
      ) order by v.position, v.id)
      from public.color_variants v where v.product_id = p.id), '[]'::jsonb)
  ) order by p.created_at desc, p.id desc), '[]'::jsonb)
  from public.products p
  join public.categories c on c.id = p.category_id
  where p_category is null or p.category_id = p_category
$$;
comment on function public.product_listing is
  'Products of a category, or all, newest first, in the shape of /api/listing/productListing/ (price in pounds). Null for a category is all of them.';
