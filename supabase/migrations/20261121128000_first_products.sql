-- A listing's page shows its first cards; what it fetches must not grow with the catalogue.

drop function public.product_listing(bigint, bigint[]);
create function public.product_listing(
  p_category bigint default null, p_products bigint[] default null, p_first bigint default null) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', p.id,
    'name', p.name,
    'description', p.description,
    'price', p.price_pence / 100.0,
    'category_name', p.category_name,
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
      from public.color_variants v where v.product_id = p.id and v.archived_at is null), '[]'::jsonb)
  ) order by p.created_at desc, p.id desc), '[]'::jsonb)
  from (
    select p.*, c.name as category_name
    from public.products p
    join public.categories c on c.id = p.category_id
    where p.archived_at is null
      and (p_category is null or p.category_id = p_category)
      and (p_products is null or p.id = any (p_products))
    order by p.created_at desc, p.id desc
    limit p_first
  ) p
$$;
comment on function public.product_listing is
  'Products of a category, or those with the ids given, or all, newest first, in the shape of /api/listing/productListing/ (price in pounds); of p_first the newest so many. Archived ones are left out.';

drop function public.category_listing(bigint);
create function public.category_listing(p_category bigint, p_first bigint default null) returns jsonb
language sql stable set search_path = ''
as $$
  select public.product_listing(c.id, p_first => p_first) from public.categories c where c.id = p_category
$$;
comment on function public.category_listing is
  'The products of a category as product_listing tells them; null when there is no such category.';

revoke execute on function public.product_listing, public.category_listing from public, anon, authenticated;
grant execute on function public.product_listing, public.category_listing to service_role;
