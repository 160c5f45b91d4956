-- What leaves the shop stays in the database, because past orders point to it.

alter table public.products add column archived_at timestamptz;
alter table public.color_variants add column archived_at timestamptz;
comment on column public.products.archived_at is
  'Since when it is not in the shop any more; null while it is. Its orders keep it.';
comment on column public.color_variants.archived_at is
  'Since when this colour is not in the shop any more; null while it is. A colour of an archived product is gone with it.';

create view public.colours_on_sale with (security_invoker = true) as
select v.id, v.product_id, v.quantity
from public.color_variants v
join public.products p on p.id = v.product_id
where v.archived_at is null and p.archived_at is null;
comment on view public.colours_on_sale is 'The colours that are in the shop, sold out or not: neither they nor their product are archived.';
revoke all on public.colours_on_sale from anon, authenticated;
grant select on public.colours_on_sale to service_role;

drop policy "everyone reads the products" on public.products;
drop policy "everyone reads the colours" on public.color_variants;
drop policy "everyone reads the pictures" on public.variant_images;
create policy "everyone reads the products of the shop" on public.products
  for select to anon, authenticated using (archived_at is null);
-- The policies of the tables asked apply here too, so that each says only what is its own.
create policy "everyone reads the colours of the shop" on public.color_variants
  for select to anon, authenticated using (
    archived_at is null and exists (select from public.products p where p.id = product_id));
create policy "everyone reads the pictures of the shop" on public.variant_images
  for select to anon, authenticated using (
    exists (select from public.color_variants v where v.id = variant_id));

create or replace function public.current_stock(p_items jsonb, p_user uuid default null) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'productId', (item ->> 'productId')::bigint,
      'selectedColorId', (item ->> 'selectedColorId')::bigint,
      'currentStock', coalesce(greatest(v.quantity - public.held_units(v.id, p_user, null), 0), 0)
    ) order by place), '[]'::jsonb)
  from jsonb_array_elements(p_items) with ordinality as asked (item, place)
  left join public.colours_on_sale v
    on v.id = (item ->> 'selectedColorId')::bigint
   and v.product_id = (item ->> 'productId')::bigint
$$;
comment on function public.current_stock is
  'For [{productId, selectedColorId}] the same list, in the same order, with currentStock: units free for this shopper, whose own hold does not count; 0 for what does not exist or is archived.';

create function public.refuse_archived_lines() returns trigger
language plpgsql set search_path = ''
as $$
declare
  v_gone jsonb;
begin
  select jsonb_agg(jsonb_build_object(
           'productId', l.product_id, 'selectedColorId', l.variant_id, 'currentStock', 0) order by l.variant_id)
  into v_gone
  from taken l
  where not exists (select from public.colours_on_sale c where c.id = l.variant_id);
  if v_gone is not null then
    raise sqlstate 'PT409' using
      message = 'Stock has changed', detail = v_gone::text, hint = 'out_of_stock';
  end if;
  return null;
end
$$;
comment on function public.refuse_archived_lines is
  'No new checkout takes a colour that is archived: to a shopper it is out of stock. One that was opened before keeps what it holds.';
create trigger refuse_archived_lines
  after insert on public.checkout_lines
  referencing new table as taken
  for each statement execute function public.refuse_archived_lines();

drop function public.product_listing(bigint);
create function public.product_listing(p_category bigint default null, p_products bigint[] default null) returns jsonb
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
      from public.color_variants v where v.product_id = p.id and v.archived_at is null), '[]'::jsonb)
  ) order by p.created_at desc, p.id desc), '[]'::jsonb)
  from public.products p
  join public.categories c on c.id = p.category_id
  where p.archived_at is null
    and (p_category is null or p.category_id = p_category)
    and (p_products is null or p.id = any (p_products))
$$;
comment on function public.product_listing is
  'Products of a category, or those with the ids given, or all, newest first, in the shape of /api/listing/productListing/ (price in pounds). Archived ones are left out.';

revoke execute on function public.refuse_archived_lines, public.product_listing from public, anon, authenticated;
grant execute on function public.refuse_archived_lines, public.product_listing to service_role;
