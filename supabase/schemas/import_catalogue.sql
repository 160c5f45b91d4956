-- Bulk import of products, all or nothing; and export of the whole catalogue in the same format.

create function public.import_categories(p_categories jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_changed jsonb;
  v_added jsonb;
begin
  with renamed as (
    update public.categories c
    set name = g.name
    from jsonb_to_recordset(p_categories) as g (slug text, name text)
    where c.slug = g.slug and c.name <> g.name
    returning c.slug, c.name
  )
  select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'name', name) order by slug), '[]'::jsonb)
  into v_changed from renamed;

  with added as (
    insert into public.categories (slug, name, position)
    select g.item ->> 'slug', g.item ->> 'name',
           g.place + (select coalesce(max(position), 0) from public.categories)
    from jsonb_array_elements(p_categories) with ordinality as g (item, place)
    where not exists (select from public.categories c where c.slug = g.item ->> 'slug')
    order by g.place
    returning slug
  )
  select coalesce(jsonb_agg(slug), '[]'::jsonb) into v_added from added;

  return jsonb_build_object('added', v_added, 'changed', v_changed);
end
$$;
comment on function public.import_categories is
  'Adds and renames categories by slug, [{slug, name}]; new ones are appended to the menu. Part of import_catalogue.';

create function public.import_products(p_products jsonb) returns jsonb
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
           (g.item ->> 'weight_grams')::integer as weight_grams,
           g.item ->> 'hs_code' as hs_code,
           g.item ->> 'origin_country' as origin_country,
           (g.item ->> 'price_pence')::integer as price_pence,
           c.id as category_id,
           (g.item ->> 'created_at')::timestamptz as created_at
    from jsonb_array_elements(p_products) as g (item)
    join public.categories c on c.slug = g.item ->> 'category'
  ), different as (
    select p.id, p.slug, g.name, coalesce(g.description, p.description) as description,
           coalesce(g.material, p.material) as material, coalesce(g.weight_grams, p.weight_grams) as weight_grams,
           coalesce(g.hs_code, p.hs_code) as hs_code, coalesce(g.origin_country, p.origin_country) as origin_country,
           g.price_pence, g.category_id, coalesce(g.created_at, p.created_at) as created_at,
           array_remove(array[
             case when p.name <> g.name then 'name' end,
             case when p.description <> g.description then 'description' end,
             case when p.material is distinct from coalesce(g.material, p.material) then 'material' end,
             case when p.weight_grams is distinct from coalesce(g.weight_grams, p.weight_grams) then 'weight_grams' end,
             case when p.hs_code is distinct from coalesce(g.hs_code, p.hs_code) then 'hs_code' end,
             case when p.origin_country is distinct from coalesce(g.origin_country, p.origin_country) then 'origin_country' end,
             case when p.price_pence <> g.price_pence then 'price' end,
             case when p.category_id <> g.category_id then 'category' end,
             case when p.created_at <> g.created_at then 'added' end,
             case when p.archived_at is not null then 'back in the shop' end], null) as fields,
           p.price_pence as was_pence
    from given g
    join public.products p on p.slug = g.slug
  ), updated as (
    update public.products p
    set name = d.name, description = d.description, material = d.material, weight_grams = d.weight_grams,
        hs_code = d.hs_code, origin_country = d.origin_country, price_pence = d.price_pence,
        category_id = d.category_id, created_at = d.created_at, archived_at = null
    from different d
    where p.id = d.id and d.fields <> '{}'
    returning d.slug, d.fields, d.was_pence, d.price_pence
  )
  select coalesce(jsonb_agg(jsonb_build_object(
           'slug', slug, 'fields', fields, 'was_pence', was_pence, 'price_pence', price_pence) order by slug), '[]'::jsonb)
  into v_changes from updated;

  with added as (
    insert into public.products (
      slug, name, description, material, weight_grams, hs_code, origin_country, price_pence, category_id, created_at)
    select g.item ->> 'slug', g.item ->> 'name', coalesce(g.item ->> 'description', ''), g.item ->> 'material',
           (g.item ->> 'weight_grams')::integer, g.item ->> 'hs_code', g.item ->> 'origin_country',
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
  'Adds and changes products by slug, [{slug, name, description, material, weight_grams, hs_code, origin_country, price_pence, category, created_at}]; what is left out stays, except slug, name, price_pence and category, which are always given. '
  'An archived product is put back on sale. Part of import_catalogue.';

create function public.import_colours(p_colours jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_partial bigint[];
  v_changes jsonb;
  v_added jsonb;
begin
  -- An incomplete list of a product's colours does not define their order.
  select array_agg(distinct p.id) into v_partial
  from public.products p
  join public.color_variants v on v.product_id = p.id and v.archived_at is null
  where p.slug in (select g ->> 'slug' from jsonb_array_elements(p_colours) g)
    and (p.slug, lower(v.color_name)) not in (
      select g ->> 'slug', lower(g ->> 'color_name') from jsonb_array_elements(p_colours) g);
  v_partial := coalesce(v_partial, '{}');

  with given as (
    select p.id as product_id, p.slug, g.color_name, g.hex, g.quantity, g.position
    from jsonb_to_recordset(p_colours) as g (
      slug text, color_name text, hex text, quantity integer, position integer)
    join public.products p on p.slug = g.slug
  ), different as (
    select v.id, g.slug, g.color_name,
           coalesce(g.hex, v.hex) as hex,
           coalesce(g.quantity, v.quantity) as quantity,
           case when g.product_id = any (v_partial) then v.position else g.position end as position,
           array_remove(array[
             case when v.color_name <> g.color_name then 'colour' end,
             case when v.hex is distinct from coalesce(g.hex, v.hex) then 'swatch' end,
             case when v.quantity <> g.quantity then 'stock' end,
             case when v.position <> g.position and g.product_id <> all (v_partial) then 'order' end,
             case when v.archived_at is not null then 'back in the shop' end], null) as fields,
           v.quantity as was_quantity
    from given g
    join public.color_variants v on v.product_id = g.product_id and lower(v.color_name) = lower(g.color_name)
  ), updated as (
    update public.color_variants v
    set color_name = d.color_name, hex = d.hex, quantity = d.quantity, position = d.position, archived_at = null
    from different d
    where v.id = d.id and d.fields <> '{}'
    returning d.slug, d.color_name, d.fields, d.was_quantity, d.quantity
  )
  select coalesce(jsonb_agg(jsonb_build_object(
           'slug', slug, 'colour', color_name, 'fields', fields,
           'was_quantity', was_quantity, 'quantity', quantity) order by slug, color_name), '[]'::jsonb)
  into v_changes from updated;

  with added as (
    insert into public.color_variants (product_id, color_name, hex, quantity, position)
    select p.id, g.color_name, g.hex, coalesce(g.quantity, 0),
           g.position + case when p.id = any (v_partial) then (
             select max(v.position) from public.color_variants v where v.product_id = p.id) else 0 end
    from jsonb_to_recordset(p_colours) as g (
      slug text, color_name text, hex text, quantity integer, position integer)
    join public.products p on p.slug = g.slug
    where not exists (
      select from public.color_variants v where v.product_id = p.id and lower(v.color_name) = lower(g.color_name))
    order by p.id, g.position
    returning product_id, color_name
  )
  select coalesce(jsonb_agg(jsonb_build_object('slug', p.slug, 'colour', a.color_name) order by p.id), '[]'::jsonb)
  into v_added from added a join public.products p on p.id = a.product_id;

  return jsonb_build_object('added', v_added, 'changed', v_changes);
end
$$;
comment on function public.import_colours is
  'Adds and changes colours by product and name, whatever its case, [{slug, color_name, hex, quantity, position}]; without hex or quantity '
  'those stay. Where all colours of a product are listed, position is their order. quantity is the count in the stockroom, as the column is: units held for open checkouts are part of it. Part of import_catalogue.';

create function public.import_pictures(p_colours jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_changed bigint[];
begin
  -- Collected before anything changes, because the existing pictures decide which colours are affected.
  select array_agg(v.id) into v_changed
  from jsonb_array_elements(p_colours) as g (item)
  join public.products p on p.slug = g.item ->> 'slug'
  join public.color_variants v on v.product_id = p.id and lower(v.color_name) = lower(g.item ->> 'color_name')
  where g.item ? 'images'
    and g.item -> 'images' is distinct from (
      select coalesce(jsonb_agg(i.path order by i.position, i.id), '[]'::jsonb)
      from public.variant_images i where i.variant_id = v.id);
  if v_changed is null then
    return '[]'::jsonb;
  end if;

  delete from public.variant_images where variant_id = any (v_changed);
  insert into public.variant_images (variant_id, path, position)
  select v.id, i.path, i.place
  from jsonb_array_elements(p_colours) as g (item)
  join public.products p on p.slug = g.item ->> 'slug'
  join public.color_variants v on v.product_id = p.id and lower(v.color_name) = lower(g.item ->> 'color_name')
  cross join lateral jsonb_array_elements_text(g.item -> 'images') with ordinality as i (path, place)
  where v.id = any (v_changed);

  return (
    select jsonb_agg(jsonb_build_object('slug', p.slug, 'colour', v.color_name) order by p.slug, v.color_name)
    from public.color_variants v
    join public.products p on p.id = v.product_id
    where v.id = any (v_changed));
end
$$;
comment on function public.import_pictures is
  'Replaces the pictures of colours, [{slug, color_name, images}]; without images they keep theirs. '
  'Returns the colours whose pictures changed. Part of import_catalogue.';

create function public.archive_missing(p_products jsonb, p_colours jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_products jsonb;
  v_colours jsonb;
begin
  with gone as (
    update public.products p set archived_at = now()
    where p.archived_at is null
      and p.slug not in (select g ->> 'slug' from jsonb_array_elements(p_products) g)
    returning p.slug
  )
  select coalesce(jsonb_agg(slug order by slug), '[]'::jsonb) into v_products from gone;

  with kept as (
    select distinct g.slug, lower(g.color_name) as colour
    from jsonb_to_recordset(p_colours) as g (slug text, color_name text)
  ), gone as (
    update public.color_variants v set archived_at = now()
    from public.products p
    where p.id = v.product_id and p.archived_at is null and v.archived_at is null
      and (p.slug, lower(v.color_name)) not in (select slug, colour from kept)
    returning p.slug, v.color_name
  )
  select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'colour', color_name) order by slug, color_name), '[]'::jsonb)
  into v_colours from gone;

  return jsonb_build_object('products', v_products, 'colours', v_colours);
end
$$;
comment on function public.archive_missing is
  'Archives the products that are not listed, and of those listed the colours that are not. Part of import_catalogue.';

create function public.import_catalogue(p_catalogue jsonb, p_archive_missing boolean default false) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '5min'
as $$
declare
  v_unknown text;
  v_summary jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended('import_catalogue', 0));
  -- Colours first and in id order, as checkouts lock them, to avoid deadlocks.
  perform 1 from public.color_variants
  where p_archive_missing
    or product_id in (
      select p.id from public.products p
      join jsonb_array_elements(p_catalogue -> 'products') g on p.slug = g ->> 'slug')
  order by id for update;

  v_summary := jsonb_build_object('categories', public.import_categories(p_catalogue -> 'categories'));

  select g ->> 'category' into v_unknown
  from jsonb_array_elements(p_catalogue -> 'products') g
  where not exists (select from public.categories c where c.slug = g ->> 'category')
  limit 1;
  if v_unknown is not null then
    raise sqlstate 'PT409' using
      message = format('There is no category %L', v_unknown), hint = 'category_unknown';
  end if;

  v_summary := v_summary
    || jsonb_build_object('archived', case when p_archive_missing
         then public.archive_missing(p_catalogue -> 'products', p_catalogue -> 'colours')
         else '{"products": [], "colours": []}'::jsonb end);
  v_summary := v_summary || jsonb_build_object('products', public.import_products(p_catalogue -> 'products'));
  v_summary := v_summary || jsonb_build_object('colours', public.import_colours(p_catalogue -> 'colours'));
  v_summary := v_summary || jsonb_build_object('pictures', public.import_pictures(p_catalogue -> 'colours'));

  -- Whoever imports waits for the pages, even if only stock has changed.
  update public.catalogue_changes set urgent = true where transaction_id = pg_current_xact_id() and not urgent;

  return v_summary || jsonb_build_object('oversold', coalesce((
    with counted as (
      select v.id, p.slug, v.color_name, v.quantity
      from jsonb_to_recordset(p_catalogue -> 'colours') as g (slug text, color_name text, quantity integer)
      join public.products p on p.slug = g.slug
      join public.color_variants v on v.product_id = p.id and lower(v.color_name) = lower(g.color_name)
      where g.quantity is not null
    )
    select jsonb_agg(jsonb_build_object(
             'slug', c.slug, 'colour', c.color_name, 'quantity', c.quantity, 'held', f.held)
           order by c.slug, c.color_name)
    from counted c
    join public.free_units(array(select id from counted)) f on f.variant_id = c.id
    where f.held > c.quantity), '[]'::jsonb));
end
$$;
comment on function public.import_catalogue is
  'Adds and changes what is listed and, with p_archive_missing, archives the rest, all or nothing; nothing is ever deleted. '
  'p_catalogue: {categories, products, colours} as the functions for each of them describe. Returns what was added, changed and archived, '
  'and as oversold the colours whose new stock is below what open checkouts hold: shoppers who pay for missing units are refunded. '
  'Errors: PT409 category_unknown. The time limit is its own, because a whole catalogue takes longer than a shopper''s call.';

create function public.export_catalogue(p_offset integer, p_limit integer) returns jsonb
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
        'weight_grams', p.weight_grams,
        'hs_code', p.hs_code,
        'origin_country', p.origin_country,
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
comment on function public.export_catalogue is
  'The categories, and so many of the products that are in the shop with their colours, stock and pictures, in the form that import_catalogue was given.';
