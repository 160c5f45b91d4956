-- Shoppers see a colour's swatch, so listings tell it.

create or replace view public.listed_products with (security_invoker = true) as
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
        select jsonb_agg(jsonb_build_object('image', i.path) order by i.position, i.id)
        from public.variant_images i where i.variant_id = v.id), '[]'::jsonb)
    ) order by v.position, v.id)
    from public.color_variants v where v.product_id = p.id and v.archived_at is null), '[]'::jsonb) as color_variants,
  p.material
from public.products p
join public.categories c on c.id = p.category_id
where p.archived_at is null;
comment on view public.listed_products is
  'The products on sale, each with its colours and their pictures in order: [{id, color_name, hex, quantity, images: [{image}]}], quantity being the count in the stockroom. '
  'last_change: when anything shown on the product''s page last changed, including selling out. '
  'The single shape of a product: the build reads it page by page, the API through product_listing.';
