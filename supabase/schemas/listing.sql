-- What is on sale, as read by listings, product pages and the site's build.

create view public.colours_on_sale with (security_invoker = true) as
select v.id, v.product_id, v.quantity
from public.color_variants v
join public.products p on p.id = v.product_id
where v.archived_at is null and p.archived_at is null;
comment on view public.colours_on_sale is 'The colours on sale, sold out or not: neither they nor their product are archived.';

create view public.listed_products with (security_invoker = true) as
select
  p.id,
  p.name,
  p.description,
  p.price_pence,
  p.category_id,
  c.name as category_name,
  p.created_at,
  greatest(p.updated_at, (
    select max(v.updated_at) from public.color_variants v where v.product_id = p.id and v.archived_at is null
  )) as last_change,
  coalesce((
    select jsonb_agg(jsonb_build_object(
      'id', v.id,
      'color_name', v.color_name,
      'hex', v.hex,
      'quantity', v.quantity,
      'images', coalesce((
        select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('image', i.path, 'alt', i.alt)) order by i.position, i.id)
        from public.variant_images i where i.variant_id = v.id), '[]'::jsonb)
    ) order by v.position, v.id)
    from public.color_variants v where v.product_id = p.id and v.archived_at is null), '[]'::jsonb) as color_variants,
  p.material
from public.products p
join public.categories c on c.id = p.category_id
where p.archived_at is null;
comment on view public.listed_products is
  'The products on sale, each with its colours and their pictures in order: [{id, color_name, hex, quantity, images: [{image, alt?}]}], quantity being the count in the stockroom. '
  'last_change: when anything shown on the product''s page last changed, including selling out. '
  'The single shape of a product: the build reads it page by page, the API through product_listing.';
grant select on public.listed_products to anon, authenticated;

create function public.product_listing(
  p_category bigint default null, p_products bigint[] default null, p_first bigint default null) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(listed) order by listed.created_at desc, listed.id desc), '[]'::jsonb)
  from (
    select *
    from public.listed_products l
    where (p_category is null or l.category_id = p_category)
      and (p_products is null or l.id = any (p_products))
    order by l.created_at desc, l.id desc
    limit p_first
  ) listed
$$;
comment on function public.product_listing is
  'Rows of listed_products, newest first: of a category, or with the given ids, or all; with p_first, only that many. '
  'A single JSON value, so that the API''s max_rows does not truncate it.';

create function public.category_listing(p_category bigint, p_first bigint default null) returns jsonb
language sql stable set search_path = ''
as $$
  select public.product_listing(c.id, p_first => p_first) from public.categories c where c.id = p_category
$$;
comment on function public.category_listing is
  'The products of a category in the format of product_listing; null when there is no such category.';
