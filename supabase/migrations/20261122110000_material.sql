-- What a product is made of.

alter table public.products
  add column material text,
  add constraint products_material_form check (
    btrim(material) <> '' and char_length(material) <= 200 and material !~ '[\u0001-\u001F\u007F]');
comment on column public.products.material is 'What it is made of, such as "100% merino wool"; null if unknown.';

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

create or replace function public.import_products(p_products jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_changes jsonb;
  v_added jsonb;
begin
  with given as (
    select g.item ->> 'slug' as slug,
           g.item ->> 'name' as name,
           g.item ->> 'description' as description,
           g.item ->> 'material' as material,
           (g.item ->> 'price_pence')::integer as price_pence,
           c.id as category_id,
           (g.item ->> 'created_at')::timestamptz as created_at
    from jsonb_array_elements(p_products) as g (item)
    join public.categories c on c.slug = g.item ->> 'category'
  ), different as (
    select p.id, p.slug, g.name, coalesce(g.description, p.description) as description,
           coalesce(g.material, p.material) as material, g.price_pence, g.category_id, coalesce(g.created_at, p.created_at) as created_at,
           array_remove(array[
             case when p.name <> g.name then 'name' end,
             case when p.description <> g.description then 'description' end,
             case when p.material is distinct from coalesce(g.material, p.material) then 'material' end,
             case when p.price_pence <> g.price_pence then 'price' end,
             case when p.category_id <> g.category_id then 'category' end,
             case when p.created_at <> g.created_at then 'added' end,
             case when p.archived_at is not null then 'back in the shop' end], null) as fields,
           p.price_pence as was_pence
    from given g
    join public.products p on p.slug = g.slug
  ), updated as (
    update public.products p
    set name = d.name, description = d.description, material = d.material, price_pence = d.price_pence,
        category_id = d.category_id, created_at = d.created_at, archived_at = null
    from different d
    where p.id = d.id and d.fields <> '{}'
    returning d.slug, d.fields, d.was_pence, d.price_pence
  )
  select coalesce(jsonb_agg(jsonb_build_object(
           'slug', slug, 'fields', fields, 'was_pence', was_pence, 'price_pence', price_pence) order by slug), '[]'::jsonb)
  into v_changes from updated;

  with added as (
    insert into public.products (slug, name, description, material, price_pence, category_id, created_at)
    select g.item ->> 'slug', g.item ->> 'name', coalesce(g.item ->> 'description', ''), g.item ->> 'material',
           (g.item ->> 'price_pence')::integer, c.id, coalesce((g.item ->> 'created_at')::timestamptz, now())
    from jsonb_array_elements(p_products) with ordinality as g (item, place)
    join public.categories c on c.slug = g.item ->> 'category'
    where not exists (select from public.products p where p.slug = g.item ->> 'slug')
    order by g.place
    returning slug
  )
  select coalesce(jsonb_agg(slug), '[]'::jsonb) into v_added from added;

  return jsonb_build_object('added', v_added, 'changed', v_changes);
end
$$;
comment on function public.import_products is
  'Adds and changes products by slug, [{slug, name, description, material, price_pence, category, created_at}]; without description, material or created_at those stay. '
  'An archived product is put back on sale. Part of import_catalogue.';

create or replace function public.export_catalogue(p_offset integer, p_limit integer) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'categories', (
      select coalesce(jsonb_agg(jsonb_build_object('id', slug, 'name', name) order by position, id), '[]'::jsonb)
      from public.categories),
    'products', coalesce((
      select jsonb_agg(jsonb_build_object(
        'slug', p.slug,
        'name', p.name,
        'description', p.description,
        'material', p.material,
        'price_pence', p.price_pence,
        'category', p.category,
        'created_at', p.created_at,
        'color_variants', coalesce((
          select jsonb_agg(jsonb_build_object(
            'color_name', v.color_name,
            'hex', v.hex,
            'quantity', v.quantity,
            'images', coalesce((
              select jsonb_agg(i.path order by i.position, i.id)
              from public.variant_images i where i.variant_id = v.id), '[]'::jsonb)
          ) order by v.position, v.id)
          from public.color_variants v where v.product_id = p.id and v.archived_at is null), '[]'::jsonb)
      ) order by p.id)
      from (
        select product.*, c.slug as category
        from public.products product
        join public.categories c on c.id = product.category_id
        where product.archived_at is null
        order by product.id
        limit p_limit offset p_offset
      ) p), '[]'::jsonb))
$$;
