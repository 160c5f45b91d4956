-- ----------------------------------------------------------------------------------------------------
-- import_catalogue
-- ----------------------------------------------------------------------------------------------------

-- Bulk import of products, all or nothing (preview_changes says what it would do); and export of the whole catalogue in the same format.

create table public.stock_moved_by_exports (
  export_id uuid not null,
  variant_id bigint not null references public.color_variants (id) on delete cascade,
  moved integer not null,
  primary key (export_id, variant_id)
);
comment on table public.stock_moved_by_exports is
  'By how many units files of one export have moved a colour''s stock so far, so that a file which is imported again, after an interruption or with more changes, moves it by what is new in it.';
comment on column public.stock_moved_by_exports.export_id is 'Made by the export; travels in the file.';
create index stock_moved_by_colour on public.stock_moved_by_exports (variant_id);
alter table public.stock_moved_by_exports enable row level security;

create function public.import_categories(p_categories jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_changed jsonb;
  v_conflicts jsonb;
  v_added jsonb;
begin
  with renamed as (
    update public.categories c
    set name = g.name
    from jsonb_to_recordset(p_categories) as g (slug text, name text, seen text)
    join public.categories before on before.slug = g.slug
    where c.id = before.id and c.name <> g.name and c.name = coalesce(g.seen, c.name)
    returning c.slug, before.name as was, c.name
  )
  select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'was', was, 'name', name) order by slug), '[]'::jsonb)
  into v_changed from renamed;

  select coalesce(jsonb_agg(
    jsonb_build_object('slug', c.slug, 'seen', g.seen, 'shop', c.name, 'file', g.name) order by c.slug), '[]'::jsonb)
  into v_conflicts
  from jsonb_to_recordset(p_categories) as g (slug text, name text, seen text)
  join public.categories c on c.slug = g.slug
  where g.seen is not null and c.name not in (g.seen, g.name);

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

  return jsonb_build_object('added', v_added, 'changed', v_changed, 'conflicts', v_conflicts);
end
$$;
comment on function public.import_categories is
  'Adds and renames categories by slug, [{slug, name, seen}]; new ones are appended to the menu. With seen, one that has been renamed from that since is a conflict and stays. Part of import_catalogue.';

create function public.drop_categories(p_slugs jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_dropped jsonb;
begin
  with dropped as (
    delete from public.categories c
    where p_slugs ? c.slug and not exists (select from public.products p where p.category_id = c.id)
    returning slug, name
  )
  select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'name', name) order by slug), '[]'::jsonb)
  into v_dropped from dropped;
  return jsonb_build_object('dropped', v_dropped, 'kept', (
    select coalesce(jsonb_agg(slug order by slug), '[]'::jsonb) from public.categories where p_slugs ? slug));
end
$$;
comment on function public.drop_categories is
  'Removes categories without a product, archived ones counting; the others are kept. For undoing what added them. Part of import_catalogue.';

create function public.picture_alts(p_variant bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(coalesce(alt, '') order by place), '[]'::jsonb)
  from (
    select i.alt, i.place, max(i.place) filter (where i.alt is not null) over () as last
    from (
      select alt, row_number() over (order by position, id) as place
      from public.variant_images where variant_id = p_variant) i
  ) pictures
  where place <= last
$$;
comment on function public.picture_alts is
  'The alt texts of a colour''s pictures in their order, up to the last that has one; those without are empty. Part of import_catalogue.';

create function public.sale_fields(p_product bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(
    (select jsonb_build_object('sale_price_pence', s.price_pence, 'sale_from', s.starts_at, 'sale_until', s.ends_at)
     from public.sale_prices s where s.product_id = p_product),
    '{"sale_price_pence": 0, "sale_from": "-infinity", "sale_until": "infinity"}')
$$;
comment on function public.sale_fields is
  'A product''s sale as imports and exports have it: without one the price is 0, without a start or an end that is infinitely far. Part of import_catalogue.';

create function public.merged_changes(p_given jsonb, p_seen jsonb, p_shop jsonb, p_overwrite boolean) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'changes', coalesce(jsonb_agg(jsonb_build_object('field', key, 'was', shop, 'now', file) order by place)
      filter (where p_overwrite or not conflict), '[]'::jsonb),
    'conflicts', coalesce(jsonb_agg(jsonb_build_object('field', key, 'seen', seen, 'shop', shop, 'file', file) order by place)
      filter (where conflict and not p_overwrite), '[]'::jsonb))
  from (
    select g.key, g.file, g.place, shop.value as shop, p_seen -> g.key as seen,
           -- Both sides have changed it since the file was exported.
           coalesce(p_seen ? g.key, false) and coalesce(p_seen -> g.key, 'null') <> shop.value as conflict
    from (
      select key, place, case when key in ('created_at', 'visible_from', 'sale_from', 'sale_until') then coalesce(to_jsonb((value #>> '{}')::timestamptz), 'null') else value end as file
      from unnest(array['name', 'description', 'material', 'weight_grams', 'hs_code', 'origin_country',
                        'size', 'measurements', 'care', 'safety', 'price_pence',
                        'sale_price_pence', 'sale_from', 'sale_until', 'category', 'created_at', 'visible_from', 'color_name', 'hex', 'images', 'alts', 'position', 'archived']) with ordinality as k (key, place)
      cross join lateral (select case
        when p_given -> 'clears' ? k.key
          and k.key <> all (array['name', 'description', 'price_pence', 'sale_price_pence', 'sale_from', 'sale_until', 'category', 'created_at', 'color_name', 'images', 'alts', 'position', 'archived'])
          then 'null'::jsonb
        else nullif(p_given -> k.key, 'null') end) as v (value)
      where v.value is not null
    ) g
    cross join lateral (select coalesce(p_shop -> g.key, 'null')) as shop (value)
    where shop.value <> g.file
  ) different
$$;
comment on function public.merged_changes is
  'What of p_given differs from p_shop, as {changes: [{field, was, now}], conflicts: [{field, seen, shop, file}]}. '
  'A conflict is a field that p_seen has otherwise than the shop: it changed in both since the file was exported. Conflicts stay as they are unless p_overwrite. '
  'What is null or left out of p_given stays, unless its clears, a list of fields, has it; fields that are never empty cannot be cleared. Times in p_seen and p_shop are as JSON has a timestamptz. Part of import_catalogue.';

create function public.import_sales(p_sales jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  v_wrong text;
begin
  with given as (
    select p.id, p.slug, p.price_pence as regular,
           coalesce((g ->> 'sale_price_pence')::integer, (now_has ->> 'sale_price_pence')::integer) as pence,
           coalesce(g ->> 'sale_from', now_has ->> 'sale_from')::timestamptz as starts_at,
           coalesce(g ->> 'sale_until', now_has ->> 'sale_until')::timestamptz as ends_at
    from jsonb_array_elements(p_sales) g
    join public.products p on p.slug = g ->> 'slug'
    cross join lateral public.sale_fields(p.id) as now_has
  ), ended as (
    delete from public.sale_prices s using given where s.product_id = given.id and given.pence = 0
  ), set_now as (
    insert into public.sale_prices (product_id, price_pence, starts_at, ends_at)
    select id, pence, starts_at, ends_at from given where pence between 1 and regular - 1 and starts_at < ends_at
    on conflict (product_id) do update
    set price_pence = excluded.price_pence, starts_at = excluded.starts_at, ends_at = excluded.ends_at
    where (sale_prices.price_pence, sale_prices.starts_at, sale_prices.ends_at)
      is distinct from (excluded.price_pence, excluded.starts_at, excluded.ends_at)
  )
  select case when pence >= regular then 'sale_not_lower ' else 'sale_times ' end || slug into v_wrong
  from given
  where pence >= regular or (pence > 0 and starts_at >= ends_at)
     or (pence = 0 and (starts_at, ends_at) is distinct from ('-infinity'::timestamptz, 'infinity'::timestamptz))
  order by slug limit 1;
  if v_wrong is not null then
    raise sqlstate 'PT409' using
      message = format(case when v_wrong like 'sale_not_lower%'
        then 'The sale price of %s is not below its price' else 'The sale of %s has no price, or ends before it begins' end,
        split_part(v_wrong, ' ', 2)),
      hint = split_part(v_wrong, ' ', 1), detail = jsonb_build_object('slug', split_part(v_wrong, ' ', 2))::text;
  end if;
end
$$;
comment on function public.import_sales is
  'Sets sale prices, [{slug, sale_price_pence, sale_from, sale_until}] as sale_fields has them; what is left out stays. '
  'Errors: PT409 sale_not_lower, sale_times (detail: {slug}). Part of import_catalogue.';

create function public.import_products(p_products jsonb, p_overwrite boolean, p_restore boolean) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_merged jsonb;
  v_added jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object(
           'id', p.id, 'slug', p.slug,
           'changes', m.merged -> 'changes' || case when p.archived_at is not null and not g.item ? 'archived' and (p_restore or not g.item ? 'seen')
             then '[{"field": "archived", "was": true, "now": false}]'::jsonb else '[]'::jsonb end,
           'conflicts', m.merged -> 'conflicts',
           'stays_archived', p.archived_at is not null and g.item ? 'seen' and not g.item ? 'archived' and not p_restore) order by p.slug), '[]'::jsonb)
  into v_merged
  from jsonb_array_elements(p_products) as g (item)
  join public.products p on p.slug = g.item ->> 'slug'
  join public.categories c on c.id = p.category_id
  -- offset 0: else it would be called anew wherever its result is used.
  cross join lateral (select public.merged_changes(
    -- A sale that is taken out leaves no dates.
    g.item || case when g.item -> 'sale_price_pence' = '0'
      then '{"sale_from": "-infinity", "sale_until": "infinity"}'::jsonb else '{}' end,
    g.item -> 'seen' || (
      select coalesce(jsonb_object_agg(key, value::timestamptz), '{}')
      from jsonb_each_text(g.item -> 'seen') where key in ('created_at', 'visible_from', 'sale_from', 'sale_until') and value is not null),
    to_jsonb(p) || jsonb_build_object('category', c.slug, 'archived', p.archived_at is not null) || public.sale_fields(p.id),
    p_overwrite) offset 0) as m (merged);

  with decided as (
    select (g ->> 'id')::bigint as id,
           (select jsonb_object_agg(x ->> 'field', x -> 'now') from jsonb_array_elements(g -> 'changes') x) as now
    from jsonb_array_elements(v_merged) g
    where g -> 'changes' <> '[]'
  )
  update public.products p
  set name = coalesce(d.now ->> 'name', p.name),
      description = coalesce(d.now ->> 'description', p.description),
      material = case when d.now ? 'material' then d.now ->> 'material' else p.material end,
      weight_grams = case when d.now ? 'weight_grams' then (d.now ->> 'weight_grams')::integer else p.weight_grams end,
      hs_code = case when d.now ? 'hs_code' then d.now ->> 'hs_code' else p.hs_code end,
      origin_country = case when d.now ? 'origin_country' then d.now ->> 'origin_country' else p.origin_country end,
      size = case when d.now ? 'size' then d.now ->> 'size' else p.size end,
      measurements = case when d.now ? 'measurements' then d.now ->> 'measurements' else p.measurements end,
      care = case when d.now ? 'care' then d.now ->> 'care' else p.care end,
      safety = case when d.now ? 'safety' then d.now ->> 'safety' else p.safety end,
      price_pence = coalesce((d.now ->> 'price_pence')::integer, p.price_pence),
      category_id = coalesce((select c.id from public.categories c where c.slug = d.now ->> 'category'), p.category_id),
      created_at = coalesce((d.now ->> 'created_at')::timestamptz, p.created_at),
      visible_from = case when d.now ? 'visible_from' then (d.now ->> 'visible_from')::timestamptz else p.visible_from end,
      archived_at = case when d.now -> 'archived' = 'true' then now() when d.now ? 'archived' then null else p.archived_at end
  from decided d
  where p.id = d.id;

  with added as (
    insert into public.products (
      slug, name, description, material, weight_grams, hs_code, origin_country, size, measurements, care, safety,
      price_pence, category_id, created_at, visible_from)
    select g.item ->> 'slug', g.item ->> 'name', coalesce(g.item ->> 'description', ''), g.item ->> 'material',
           (g.item ->> 'weight_grams')::integer, g.item ->> 'hs_code', g.item ->> 'origin_country',
           g.item ->> 'size', g.item ->> 'measurements', g.item ->> 'care', g.item ->> 'safety',
           (g.item ->> 'price_pence')::integer, c.id, coalesce((g.item ->> 'created_at')::timestamptz, now()),
           (g.item ->> 'visible_from')::timestamptz
    from jsonb_array_elements(p_products) with ordinality as g (item, place)
    join public.categories c on c.slug = g.item ->> 'category'
    where not exists (select from public.products p where p.slug = g.item ->> 'slug')
    order by g.place
    returning slug
  )
  select coalesce(jsonb_agg(slug), '[]'::jsonb) into v_added from added;

  perform public.import_sales(
    (select coalesce(jsonb_agg(s.sale), '[]'::jsonb)
     from (
       select jsonb_object_agg(x ->> 'field', x -> 'now') || jsonb_build_object('slug', g -> 'slug') as sale
       from jsonb_array_elements(v_merged) g cross join jsonb_array_elements(g -> 'changes') x
       where x ->> 'field' in ('price_pence', 'sale_price_pence', 'sale_from', 'sale_until')
       group by g
       union all
       select g from jsonb_array_elements(p_products) g
       where v_added ? (g ->> 'slug') and g ?| array['sale_price_pence', 'sale_from', 'sale_until']
     ) s));

  return jsonb_build_object(
    'added', v_added,
    'changed', (
      select coalesce(jsonb_agg(jsonb_build_object('slug', g -> 'slug', 'changes', g -> 'changes')), '[]'::jsonb)
      from jsonb_array_elements(v_merged) g where g -> 'changes' <> '[]'),
    'conflicts', (
      select coalesce(jsonb_agg(x || jsonb_build_object('slug', g -> 'slug', 'colour', null)), '[]'::jsonb)
      from jsonb_array_elements(v_merged) g cross join jsonb_array_elements(g -> 'conflicts') x),
    'stay_archived', (
      select coalesce(jsonb_agg(jsonb_build_object('slug', g -> 'slug', 'colour', null)), '[]'::jsonb)
      from jsonb_array_elements(v_merged) g where g -> 'stays_archived' = 'true'));
end
$$;
comment on function public.import_products is
  'Adds and changes products by slug, [{slug, name, description, material, weight_grams, hs_code, origin_country, size, measurements, care, safety, price_pence, sale_price_pence, sale_from, sale_until, category, created_at, visible_from, archived, clears, seen}]; what is left out stays. '
  'Its sale is as sale_fields has it; a sale_price_pence of 0 takes it out. '
  'A new product has at least name, price_pence and category. seen: what the file''s export saw of the fields given here; without it the file is hand-made, and archived products are put back on sale. '
  'Part of import_catalogue.';

create function public.import_colours(p_colours jsonb, p_overwrite boolean, p_restore boolean) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_partial bigint[];
  v_short bigint[];
  v_merged jsonb;
  v_added jsonb;
  v_alts jsonb;
begin
  -- An incomplete list of a product's colours does not define their order.
  select array_agg(distinct p.id) into v_partial
  from public.products p
  join public.color_variants v on v.product_id = p.id and v.archived_at is null
  where p.slug in (select g ->> 'slug' from jsonb_array_elements(p_colours) g where not g ? 'exact_position')
    and (p.slug, lower(v.color_name)) not in (
      select g ->> 'slug', lower(g ->> 'color_name') from jsonb_array_elements(p_colours) g);
  v_partial := coalesce(v_partial, '{}');

  select coalesce(jsonb_agg(jsonb_build_object(
           'id', v.id, 'slug', p.slug, 'colour', coalesce(g.item ->> 'color_name', v.color_name),
           'changes', m.merged -> 'changes'
             || case when s.now <> v.quantity and s.possible
               then jsonb_build_array(jsonb_build_object('field', 'quantity', 'was', v.quantity, 'now', s.now)
                 || case when g.item -> 'seen' ? 'quantity' then '{"moves": true}' else '{}' end::jsonb) else '[]'::jsonb end
             || case when v.archived_at is not null and not g.item ? 'archived' and (p_restore or not g.item ? 'seen')
               then '[{"field": "archived", "was": true, "now": false}]'::jsonb else '[]'::jsonb end,
           'alts', case when not m.merged -> 'conflicts' @> '[{"field": "alts"}]' then g.item -> 'alts' end,
           'conflicts', m.merged -> 'conflicts'
             || case when not s.possible
               then jsonb_build_array(jsonb_build_object(
                 'field', 'quantity', 'seen', g.item -> 'seen' -> 'quantity', 'shop', v.quantity, 'file', g.item -> 'quantity'))
               else '[]'::jsonb end,
           'alts_were', case when m.merged -> 'changes' @> '[{"field": "images"}]' or m.merged -> 'changes' @> '[{"field": "alts"}]'
             then public.picture_alts(v.id) end,
           'stays_archived', v.archived_at is not null and g.item ? 'seen' and not g.item ? 'archived' and not p_restore
         ) order by p.slug, v.color_name), '[]'::jsonb)
  into v_merged
  from jsonb_array_elements(p_colours) as g (item)
  join public.products p on p.slug = g.item ->> 'slug'
  join public.color_variants v on v.product_id = p.id and lower(v.color_name) = lower(g.item ->> 'color_name')
  cross join lateral (select public.merged_changes(
    case when p.id = any (v_partial) then g.item - 'position' else g.item end,
    g.item -> 'seen',
    jsonb_build_object(
      'color_name', v.color_name, 'hex', v.hex, 'position', v.position,
      'images', (select coalesce(jsonb_agg(i.path order by i.position, i.id), '[]'::jsonb)
                 from public.variant_images i where i.variant_id = v.id),
      'alts', public.picture_alts(v.id), 'archived', v.archived_at is not null),
    p_overwrite) offset 0) as m (merged)
  -- Stock is a movement: what the file adds or takes away since its export, so that sales in between count;
  -- less what files of the same export have moved before.
  cross join lateral (select coalesce(
    v.quantity + (g.item ->> 'quantity')::bigint - (g.item -> 'seen' ->> 'quantity')::bigint - coalesce((
      select m.moved from public.stock_moved_by_exports m
      where m.export_id = (g.item ->> 'export')::uuid and m.variant_id = v.id), 0),
    (g.item ->> 'quantity')::bigint, v.quantity)) as w (now)
  -- More was taken away in the file than is left. A file that overwrites means: none.
  cross join lateral (select
    case when g.item -> 'seen' ? 'quantity' and p_overwrite then greatest(w.now, 0) else w.now end,
    w.now >= 0 or p_overwrite or not coalesce(g.item -> 'seen' ? 'quantity', false)) as s (now, possible);

  with decided as (
    select (g ->> 'id')::bigint as id,
           (select jsonb_object_agg(x ->> 'field', x -> 'now') from jsonb_array_elements(g -> 'changes') x) as now
    from jsonb_array_elements(v_merged) g
    where g -> 'changes' <> '[]'
  )
  update public.color_variants v
  set color_name = coalesce(d.now ->> 'color_name', v.color_name),
      hex = case when d.now ? 'hex' then d.now ->> 'hex' else v.hex end,
      quantity = coalesce((d.now ->> 'quantity')::integer, v.quantity),
      position = coalesce((d.now ->> 'position')::integer, v.position),
      archived_at = case when d.now -> 'archived' = 'true' then now() when d.now ? 'archived' then null else v.archived_at end
  from decided d
  where v.id = d.id;

  v_short := array(
    select (g ->> 'id')::bigint from jsonb_array_elements(v_merged) g cross join jsonb_array_elements(g -> 'conflicts') x
    where x ->> 'field' = 'quantity');
  insert into public.stock_moved_by_exports (export_id, variant_id, moved)
  select (g.item ->> 'export')::uuid, v.id,
         (g.item ->> 'quantity')::integer - (g.item -> 'seen' ->> 'quantity')::integer
  from jsonb_array_elements(p_colours) as g (item)
  join public.products p on p.slug = g.item ->> 'slug'
  join public.color_variants v on v.product_id = p.id and lower(v.color_name) = lower(g.item ->> 'color_name')
  where g.item ? 'export' and g.item ? 'quantity' and g.item -> 'seen' ? 'quantity'
    and (g.item -> 'quantity' <> g.item -> 'seen' -> 'quantity' or exists (
      select from public.stock_moved_by_exports m
      where m.export_id = (g.item ->> 'export')::uuid and m.variant_id = v.id))
    and v.id <> all (v_short)
  on conflict (export_id, variant_id) do update set moved = excluded.moved
  where stock_moved_by_exports.moved <> excluded.moved;

  -- A picture that stays keeps its alt text, wherever it moves.
  select jsonb_object_agg(i.variant_id || ' ' || i.path, i.alt) into v_alts
  from jsonb_array_elements(v_merged) g
  join public.variant_images i on i.variant_id = (g ->> 'id')::bigint
  where g -> 'changes' @> '[{"field": "images"}]' and i.alt is not null;
  delete from public.variant_images i
  using jsonb_array_elements(v_merged) g cross join jsonb_array_elements(g -> 'changes') x
  where x ->> 'field' = 'images' and i.variant_id = (g ->> 'id')::bigint;
  insert into public.variant_images (variant_id, path, position, alt)
  select (g ->> 'id')::bigint, i.path, i.place, v_alts ->> ((g ->> 'id') || ' ' || i.path)
  from jsonb_array_elements(v_merged) g
  cross join jsonb_array_elements(g -> 'changes') x
  cross join lateral jsonb_array_elements_text(x -> 'now') with ordinality as i (path, place)
  where x ->> 'field' = 'images';
  update public.variant_images i set alt = new.alt
  from (
    select p.id, nullif(g -> 'alts' ->> (row_number() over (partition by p.variant_id order by p.position, p.id) - 1)::integer, '') as alt
    from jsonb_array_elements(v_merged) g
    join public.variant_images p on p.variant_id = (g ->> 'id')::bigint
    where jsonb_typeof(g -> 'alts') = 'array'
      and (g -> 'changes' @> '[{"field": "images"}]' or g -> 'changes' @> '[{"field": "alts"}]')
  ) new
  where i.id = new.id and i.alt is distinct from new.alt;
  -- A picture that goes takes its alt text along, and a text without a picture is none.
  select coalesce(jsonb_agg(case when jsonb_typeof(g -> 'alts_were') = 'array' then jsonb_set(g, '{changes}', (
      select coalesce(jsonb_agg(x order by i) filter (where x ->> 'field' <> 'alts'), '[]')
      from jsonb_array_elements(g -> 'changes') with ordinality as c (x, i))
      || case when g -> 'alts_were' <> a.alts then jsonb_build_array(jsonb_build_object(
        'field', 'alts', 'was', g -> 'alts_were', 'now', a.alts)) else '[]' end) else g end order by place), '[]'::jsonb)
  into v_merged
  from jsonb_array_elements(v_merged) with ordinality as m (g, place)
  cross join lateral (select case when jsonb_typeof(g -> 'alts_were') = 'array'
    then public.picture_alts((g ->> 'id')::bigint) end) as a (alts);

  with given as materialized (
    select p.id as product_id, g.item, g.place
    from jsonb_array_elements(p_colours) with ordinality as g (item, place)
    join public.products p on p.slug = g.item ->> 'slug'
    where not exists (
      select from public.color_variants v where v.product_id = p.id and lower(v.color_name) = lower(g.item ->> 'color_name'))
  ), added as (
    insert into public.color_variants (product_id, color_name, hex, quantity, position)
    select g.product_id, g.item ->> 'color_name', g.item ->> 'hex', coalesce((g.item ->> 'quantity')::integer, 0),
           coalesce((g.item ->> 'position')::integer, g.place::integer)
           + case when g.product_id = any (v_partial) or g.item ->> 'position' is null then (
             select coalesce(max(v.position), 0) from public.color_variants v where v.product_id = g.product_id) else 0 end
    from given g
    order by g.product_id, g.place
    returning id, product_id, color_name
  ), pictures as (
    insert into public.variant_images (variant_id, path, position, alt)
    select a.id, i.path, i.place, nullif(g.item -> 'alts' ->> (i.place - 1)::integer, '')
    from added a
    join given g on g.product_id = a.product_id and g.item ->> 'color_name' = a.color_name
    cross join lateral jsonb_array_elements_text(case when g.item ? 'images' then g.item -> 'images' else '[]' end) with ordinality as i (path, place)
  )
  select coalesce(jsonb_agg(jsonb_build_object('slug', p.slug, 'colour', a.color_name) order by p.id, a.id), '[]'::jsonb)
  into v_added from added a join public.products p on p.id = a.product_id;

  return jsonb_build_object(
    'added', v_added,
    'changed', (
      select coalesce(jsonb_agg(jsonb_build_object('slug', g -> 'slug', 'colour', g -> 'colour', 'changes', g -> 'changes')), '[]'::jsonb)
      from jsonb_array_elements(v_merged) g where g -> 'changes' <> '[]'),
    'conflicts', (
      select coalesce(jsonb_agg(x || jsonb_build_object('slug', g -> 'slug', 'colour', g -> 'colour')), '[]'::jsonb)
      from jsonb_array_elements(v_merged) g cross join jsonb_array_elements(g -> 'conflicts') x),
    'stay_archived', (
      select coalesce(jsonb_agg(jsonb_build_object('slug', g -> 'slug', 'colour', g -> 'colour')), '[]'::jsonb)
      from jsonb_array_elements(v_merged) g where g -> 'stays_archived' = 'true'));
end
$$;
comment on function public.import_colours is
  'Adds and changes colours by product and name, whatever its case, [{slug, color_name, hex, quantity, position, images, alts, archived, clears, seen, export}]; what is left out stays. '
  'Where all colours of a product are listed, or with exact_position, position is their order. images replace the earlier ones; alts are their alt texts in their order, empty for none, and follow their pictures where they are left out. '
  'quantity is the count in the stockroom, as the column is: units held for open checkouts are part of it. With seen, what the file''s export saw of the fields given here, '
  'the difference between the two is added to the stock (moves, in the report), less what files of the same export have added before; one that would leave less than nothing is a conflict. Part of import_catalogue.';

create function public.import_renames(p_renames jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_done jsonb;
begin
  with renamed as (
    update public.products p set slug = g.now
    from jsonb_to_recordset(p_renames) as g (slug text, colour text, now text)
    where g.colour is null and p.slug = g.slug
    returning g.slug, g.now
  )
  select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'colour', null, 'now', now) order by slug), '[]'::jsonb)
  into v_done from renamed;

  with renamed as (
    update public.color_variants v set color_name = g.now
    from jsonb_to_recordset(p_renames) as g (slug text, colour text, now text)
    join public.products p on p.slug = g.slug
    join public.color_variants before on before.product_id = p.id and lower(before.color_name) = lower(g.colour)
    where g.colour is not null and v.id = before.id
    returning g.slug, before.color_name as colour, g.now
  )
  select v_done || coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'colour', colour, 'now', now) order by slug, colour), '[]'::jsonb)
  into v_done from renamed;

  if jsonb_array_length(v_done) <> jsonb_array_length(p_renames) then
    raise sqlstate 'PT409' using
      message = 'What is to be renamed is not in the shop', hint = 'rename_unknown', detail = p_renames::text;
  end if;
  return v_done;
exception when unique_violation then
  raise sqlstate 'PT409' using
    message = 'The shop has the new name already', hint = 'rename_taken', detail = p_renames::text;
end
$$;
comment on function public.import_renames is
  'Renames products [{slug, now}] and colours [{slug, colour, now}]; a colour''s slug is the product''s new one. Orders, pictures and stock stay with them. '
  'Errors: PT409 rename_unknown, rename_taken. Part of import_catalogue.';

create function public.archive_missing(p_products jsonb, p_colours jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_products jsonb;
  v_colours jsonb;
begin
  with gone as (
    update public.products p set archived_at = now()
    where p.archived_at is null and p.comes_with is null
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
    where p.id = v.product_id and p.archived_at is null and p.comes_with is null and v.archived_at is null
      and (p.slug, lower(v.color_name)) not in (select slug, colour from kept)
    returning p.slug, v.color_name
  )
  select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'colour', color_name) order by slug, color_name), '[]'::jsonb)
  into v_colours from gone;

  return jsonb_build_object('products', v_products, 'colours', v_colours);
end
$$;
comment on function public.archive_missing is
  'Archives the products that are not listed, and of those listed the colours that are not; not what scheduled releases have put in ahead. Part of import_catalogue.';

create function public.refuse_scheduled(p_items jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_slug text;
  v_title text;
begin
  select p.slug, r.title into v_slug, v_title
  from public.products p join public.releases r on r.id = p.comes_with
  where p.slug in (select g ->> 'slug' from jsonb_array_elements(p_items) g)
  order by p.slug limit 1;
  if found then
    raise sqlstate 'PT409' using
      message = format('%s comes with the scheduled release “%s”. Take that back from the schedule to change it.', v_slug, v_title),
      hint = 'product_scheduled', detail = jsonb_build_object('slug', v_slug, 'title', v_title)::text;
  end if;
end
$$;
comment on function public.refuse_scheduled is
  'Raises PT409 product_scheduled (detail: {slug, title}) where one of [{slug}] was put in ahead by a scheduled release. Part of import_catalogue.';

create function public.in_order(p_jumps jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(j order by j ->> 'slug', (j ->> 'was')::bigint, (j ->> 'now')::bigint), '[]') from jsonb_array_elements(p_jumps) j
$$;
comment on function public.in_order is 'price_jumps of a report in the order in which reports have them. Part of import_catalogue.';

create function public.import_catalogue(p_catalogue jsonb, p_options jsonb default '{}') returns jsonb
language plpgsql set search_path = '' set statement_timeout = '5min'
as $$
declare
  v_archive constant boolean := coalesce((p_options ->> 'archive_missing')::boolean, false);
  v_overwrite constant boolean := coalesce((p_options ->> 'overwrite')::boolean, false);
  v_restore constant boolean := coalesce((p_options ->> 'restore')::boolean, false);
  v_products jsonb := coalesce(p_catalogue -> 'products', '[]');
  v_colours jsonb := coalesce(p_catalogue -> 'colours', '[]');
  v_on_sale bigint;
  v_unknown text;
  v_gone jsonb;
  v_parts jsonb[];
  v_summary jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended('import_catalogue', 0));
  perform public.refuse_scheduled(
    v_products || v_colours || coalesce(p_catalogue -> 'renames', '[]')
    || coalesce((select jsonb_agg(jsonb_build_object('slug', g -> 'now')) from jsonb_array_elements(p_catalogue -> 'renames') g
                 where g -> 'colour' = 'null'), '[]'));
  -- Colours first and in id order, as checkouts lock them, to avoid deadlocks.
  perform 1 from public.color_variants
  where v_archive
    or product_id in (
      select p.id from public.products p
      where p.slug in (
        select g ->> 'slug' from jsonb_array_elements(v_products || coalesce(p_catalogue -> 'renames', '[]')) g))
  order by id for update;

  v_summary := jsonb_build_object(
    'renamed', public.import_renames(coalesce(p_catalogue -> 'renames', '[]')),
    'categories', public.import_categories(p_catalogue -> 'categories'));

  select g ->> 'category' into v_unknown
  from jsonb_array_elements(v_products) g
  where g ? 'category' and not exists (select from public.categories c where c.slug = g ->> 'category')
  limit 1;
  if v_unknown is not null then
    raise sqlstate 'PT409' using
      message = format('There is no category %L', v_unknown), hint = 'category_unknown';
  end if;

  -- What the export saw and the shop no longer has by that name was renamed in between.
  select coalesce(jsonb_agg(jsonb_build_object('slug', g -> 'slug', 'colour', null) order by place), '[]'::jsonb) into v_gone
  from jsonb_array_elements(v_products) with ordinality as e (g, place)
  where g ? 'seen' and not exists (select from public.products p where p.slug = g ->> 'slug');
  select v_gone || coalesce(jsonb_agg(jsonb_build_object('slug', g -> 'slug', 'colour', g -> 'color_name') order by place), '[]'::jsonb) into v_gone
  from jsonb_array_elements(v_colours) with ordinality as e (g, place)
  where g ? 'seen' and not exists (
    select from public.color_variants v join public.products p on p.id = v.product_id
    where p.slug = g ->> 'slug' and lower(v.color_name) = lower(g ->> 'color_name'));
  if v_gone <> '[]' and v_archive then
    -- Under its new name it would be taken for missing.
    raise sqlstate 'PT409' using
      message = 'Something was renamed since the export', hint = 'renamed_since', detail = v_gone::text;
  end if;
  if v_gone <> '[]' then
    v_products := (
      select coalesce(jsonb_agg(g.item order by g.place), '[]'::jsonb)
      from jsonb_array_elements(v_products) with ordinality as g (item, place)
      where not (g.item ? 'seen' and not exists (select from public.products p where p.slug = g.item ->> 'slug')));
    v_colours := (
      select coalesce(jsonb_agg(g.item order by g.place), '[]'::jsonb)
      from jsonb_array_elements(v_colours) with ordinality as g (item, place)
      where not v_gone @> jsonb_build_array(jsonb_build_object('slug', g.item -> 'slug', 'colour', g.item -> 'color_name'))
        and not v_gone @> jsonb_build_array(jsonb_build_object('slug', g.item -> 'slug', 'colour', null)));
  end if;

  select count(*) into v_on_sale from public.products where archived_at is null and comes_with is null;
  v_summary := v_summary
    || jsonb_build_object('archived', case when v_archive
         then public.archive_missing(v_products, v_colours)
         else '{"products": [], "colours": []}'::jsonb end);
  v_parts := array[
    public.import_products(v_products, v_overwrite, v_restore),
    public.import_colours(v_colours, v_overwrite, v_restore)];
  v_summary := v_summary || jsonb_build_object(
    'categories', v_summary -> 'categories' || public.drop_categories(coalesce(p_catalogue -> 'drop_categories', '[]')),
    'products', v_parts[1] - array['conflicts', 'stay_archived'],
    'colours', v_parts[2] - array['conflicts', 'stay_archived'],
    'conflicts', v_parts[1] -> 'conflicts' || (v_parts[2] -> 'conflicts') || coalesce(p_catalogue -> 'left', '[]'),
    'stay_archived', v_parts[1] -> 'stay_archived' || (v_parts[2] -> 'stay_archived'),
    'gone', v_gone,
    'price_jumps', public.in_order((
      select coalesce(jsonb_agg(jsonb_build_object('slug', g -> 'slug', 'was', x -> 'was', 'now', x -> 'now')), '[]'::jsonb)
      from jsonb_array_elements(v_parts[1] -> 'changed') g cross join jsonb_array_elements(g -> 'changes') x
      where x ->> 'field' = 'price_pence'
        and ((x ->> 'now')::bigint * 2 <= (x ->> 'was')::bigint or (x ->> 'now')::bigint >= (x ->> 'was')::bigint * 2))
      || (
      select coalesce(jsonb_agg(jsonb_build_object('slug', p.slug, 'was', p.price_pence, 'now', s.price_pence) order by p.slug), '[]'::jsonb)
      from jsonb_array_elements(v_products) g
      join public.products p on p.slug = g ->> 'slug'
      join public.sale_prices s on s.product_id = p.id
      where s.price_pence * 2 <= p.price_pence
        and (v_parts[1] -> 'added' ? p.slug or exists (
          select from jsonb_array_elements(v_parts[1] -> 'changed') c cross join jsonb_array_elements(c -> 'changes') x
          where c ->> 'slug' = p.slug and x ->> 'field' in ('price_pence', 'sale_price_pence'))))),
    -- More than one, and more than a fifth of the shop.
    'mass_archive', (
      select case when n > 1 and n * 5 > v_on_sale then n else 0 end
      from (
        select jsonb_array_length(v_summary -> 'archived' -> 'products') + count(*)
        from jsonb_array_elements(v_parts[1] -> 'changed') g
        where g -> 'changes' @> '[{"field": "archived", "now": true}]') as gone (n)));

  if not coalesce((p_options ->> 'preview')::boolean, false) then
    if v_summary -> 'price_jumps' <> '[]' and not coalesce((p_options ->> 'allow_price_jumps')::boolean, false) then
      raise sqlstate 'PT409' using
        message = 'Prices would halve or double', hint = 'price_jumps', detail = (v_summary -> 'price_jumps')::text;
    end if;
    if (v_summary ->> 'mass_archive')::integer > coalesce((p_options ->> 'allow_archiving')::integer, 0) then
      raise sqlstate 'PT409' using
        message = 'Much of the shop would be archived', hint = 'mass_archive', detail = v_summary ->> 'mass_archive';
    end if;
  end if;

  -- Whoever imports waits for the pages, even if only stock has changed.
  update public.catalogue_changes set urgent = true where transaction_id = pg_current_xact_id() and not urgent;

  return v_summary || jsonb_build_object('oversold', coalesce((
    with counted as (
      select v.id, p.slug, v.color_name, v.quantity
      from jsonb_to_recordset(v_colours) as g (slug text, color_name text, quantity integer)
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
  'Adds and changes what is listed and, with archive_missing, archives the rest, all or nothing; nothing is ever deleted. '
  'p_catalogue: {renames, categories, products, colours, drop_categories} as the functions for each of them describe; of an undo also left: names that stay, told as conflicts. '
  'p_options, all off by default: archive_missing; overwrite: conflicts are decided for the file; restore: what was archived since the export is put back on sale; '
  'allow_price_jumps; allow_archiving: up to how many products, where more than a fifth of the shop goes at once. '
  'Returns what was renamed, added, changed (each field before and after) and archived; the conflicts that stayed as they were; what stayed archived; '
  'what is gone, since it was renamed after the export, and was left aside; and as oversold the colours whose new stock is below what open checkouts hold: '
  'shoppers who pay for missing units are refunded. '
  'Errors: PT409 category_unknown, price_jumps (to half or less, or double or more; a sale price, of the regular one), sale_not_lower, sale_times, mass_archive, renamed_since (with archive_missing only), those of import_renames and refuse_scheduled. '
  'The time limit is its own, because a whole catalogue takes longer than a shopper''s call.';

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
        'size', p.size,
        'measurements', p.measurements,
        'care', p.care,
        'safety', p.safety,
        'price_pence', p.price_pence,
        'category', p.category,
        'created_at', p.created_at,
        'visible_from', p.visible_from) || public.sale_fields(p.id) || jsonb_build_object(
        'color_variants', coalesce((
          select jsonb_agg(jsonb_build_object(
            'color_name', v.color_name,
            'hex', v.hex,
            'quantity', v.quantity,
            'images', coalesce((
              select jsonb_agg(i.path order by i.position, i.id)
              from public.variant_images i where i.variant_id = v.id), '[]'::jsonb),
            'alts', public.picture_alts(v.id)
          ) order by v.position, v.id)
          from public.color_variants v where v.product_id = p.id and v.archived_at is null), '[]'::jsonb)
      ) order by p.id)
      from (
        select product.*, c.slug as category
        from public.products product
        join public.categories c on c.id = product.category_id
        where product.archived_at is null and product.comes_with is null
        order by product.id
        limit p_limit offset p_offset
      ) p), '[]'::jsonb))
$$;
comment on function public.export_catalogue is
  'The categories, and so many of the products that are in the shop with their colours, stock and pictures, in the form that import_catalogue was given. Without what scheduled releases have put in ahead.';


-- ----------------------------------------------------------------------------------------------------
-- content
-- ----------------------------------------------------------------------------------------------------

-- The words and pictures of pages: home, launch, FAQ, legal texts and the announcement above them all.

create table public.site_content (
  key text primary key,
  value jsonb not null,
  changed_at timestamptz not null default now(),
  build_due_at timestamptz,
  constraint site_content_is_object check (jsonb_typeof(value) = 'object'),
  constraint site_content_length_in_range check (length(value::text) <= 200000),
  constraint site_content_times_in_order check ((value ->> 'from')::timestamptz < (value ->> 'until')::timestamptz)
);
comment on table public.site_content is
  'What pages say and show, one row for each kind; which there are and what each has is in src/domain/site-content/content.ts. The pages are built from it.';
comment on column public.site_content.build_due_at is
  'When the next of its times ("from", "until") passes, so that the pages have to be built anew; null without one (pass_content_times).';
alter table public.site_content enable row level security;
-- The build reads with the publishable key, as anyone can: what is announced for later is nobody's yet.
create policy "everyone reads content from its time on" on public.site_content for select to anon, authenticated
  using (coalesce((value ->> 'from')::timestamptz <= now(), true));
grant select on public.site_content to anon, authenticated;

create function public.time_content() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.build_due_at := (
    select min(t) from unnest(array[(new.value ->> 'from')::timestamptz, (new.value ->> 'until')::timestamptz]) t
    where t > now());
  if tg_op = 'UPDATE' and new.value is distinct from old.value then
    new.changed_at := now();
  end if;
  return new;
end
$$;
comment on function public.time_content is 'Notes when content changed, and when the next of its times passes.';
create trigger time_content before insert or update on public.site_content
  for each row execute function public.time_content();

create function public.note_terms() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- Of two changes at a time, the second one sees what the first one wrote.
  perform pg_advisory_xact_lock(hashtextextended('terms_versions', 0));
  insert into public.terms_versions (texts)
  select jsonb_object_agg(key, value)
  from public.site_content
  where key in ('terms', 'returns', 'privacy')
  having count(*) = 3
    and jsonb_object_agg(key, value) is distinct from (
      select texts from public.terms_versions where id = public.current_terms_version());
  return null;
end
$$;
comment on function public.note_terms is
  'Keeps the terms as they are after a change, if one of their texts changed. Only changes of content wait for one another: a checkout reads the newest version without a lock.';
create trigger note_terms after insert or update on public.site_content
  for each statement execute function public.note_terms();

create function public.pass_content_times() returns void
language sql set search_path = ''
as $$
  -- The trigger time_content puts in the next time; that the row changes asks for a build.
  update public.site_content set build_due_at = null where build_due_at <= now()
$$;
comment on function public.pass_content_times is
  'Asks for a build when content has just begun or ended by its times. Called before each look whether a build is due (claim_site_build).';

create function public.import_content(p_content jsonb, p_options jsonb default '{}') returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_overwrite constant boolean := coalesce((p_options ->> 'overwrite')::boolean, false);
  v_unknown text;
  v_merged jsonb;
begin
  select g.key into v_unknown
  from jsonb_object_keys(p_content) as g (key)
  where not exists (select from public.site_content c where c.key = g.key)
  limit 1;
  if v_unknown is not null then
    raise sqlstate 'PT409' using
      message = format('The pages have nothing called %L', v_unknown), hint = 'content_unknown';
  end if;

  perform 1 from public.site_content where key in (select jsonb_object_keys(p_content)) order by key for update;
  select coalesce(jsonb_agg(jsonb_build_object(
           'key', c.key, 'was', c.value, 'now', g.item -> 'now', 'seen', g.item -> 'seen',
           'conflict', g.item ? 'seen' and c.value <> g.item -> 'seen' and not v_overwrite) order by c.key), '[]')
  into v_merged
  from jsonb_each(p_content) as g (key, item)
  join public.site_content c on c.key = g.key
  where c.value <> g.item -> 'now';

  update public.site_content c
  set value = g -> 'now'
  from jsonb_array_elements(v_merged) g
  where c.key = g ->> 'key' and g -> 'conflict' = 'false';

  return jsonb_build_object(
    'changed', (
      select coalesce(jsonb_agg(jsonb_build_object('key', g -> 'key', 'was', g -> 'was', 'now', g -> 'now')), '[]')
      from jsonb_array_elements(v_merged) g where g -> 'conflict' = 'false'),
    'conflicts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'key', g -> 'key', 'seen', g -> 'seen', 'shop', g -> 'was', 'file', g -> 'now')), '[]')
      from jsonb_array_elements(v_merged) g where g -> 'conflict' = 'true'));
end
$$;
comment on function public.import_content is
  'Changes content by key, {key: {seen, now}}: seen is what whoever changed it started from, and a value that is neither that nor the new one is a conflict, which stays as it is unless p_options has overwrite. '
  'Returns {changed: [{key, was, now}], conflicts: [{key, seen, shop, file}]}. That each value is of its kind, the caller has checked (ContentChanges in src/domain/site-content/content.ts). '
  'Errors: PT409 content_unknown. Part of a release.';

create function public.staff_content(p_user uuid, p_auth_session uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff(p_user, p_auth_session, 'marketer');
  return jsonb_build_object(
    'content', (select jsonb_object_agg(key, value) from public.site_content),
    'categories', (
      select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'name', name) order by position, id), '[]')
      from public.categories));
end
$$;
comment on function public.staff_content is
  'All content as it is now, and the categories that tiles can lead to. Errors as of require_staff.';


-- ----------------------------------------------------------------------------------------------------
-- catalogue_changes
-- ----------------------------------------------------------------------------------------------------

-- The pages are built from the catalogue, and the CDN keeps answers about it: what changes there asks for a new build
-- and takes those answers away.

create table public.catalogue_changes (
  transaction_id xid8 primary key default pg_current_xact_id(),
  changed_at timestamptz not null default clock_timestamp(),
  urgent boolean not null default true,
  claim uuid,
  claimed_at timestamptz,
  constraint catalogue_changes_claim_has_time check ((claim is null) = (claimed_at is null))
);
comment on table public.catalogue_changes is
  'Changes that no build has picked up yet, one row per transaction. A row is deleted once a build that will see it has been requested.';
comment on column public.catalogue_changes.urgent is
  'False when colours only sold out or came back into stock: pages fetch stock themselves, so their build can wait for the next.';
comment on column public.catalogue_changes.claim is 'The build hook call in progress for this change, if any.';
alter table public.catalogue_changes enable row level security;

create table public.stale_answers (
  transaction_id xid8 primary key default pg_current_xact_id(),
  claim uuid,
  claimed_at timestamptz,
  constraint stale_answers_claim_has_time check ((claim is null) = (claimed_at is null))
);
comment on table public.stale_answers is
  'Catalogue changes that responses cached by the CDN may not show yet, one row per transaction. A row is deleted once they have been purged. '
  'Separate from catalogue_changes, because a purge need not wait for a burst of changes to end.';
comment on column public.stale_answers.claim is 'The purge in progress for this change, if any.';
alter table public.stale_answers enable row level security;

create table public.last_site_build (
  only_row boolean primary key default true,
  asked_at timestamptz not null default clock_timestamp(),
  constraint last_site_build_is_one_row check (only_row)
);
comment on table public.last_site_build is
  'When the last build was requested; no row before the first. Builds cost money, so those for stock alone are spaced.';
alter table public.last_site_build enable row level security;

create function public.note_catalogue_change() returns trigger
language plpgsql set search_path = ''
as $$
declare
  v_urgent boolean := true;
begin
  if tg_table_name = 'color_variants' and tg_op = 'UPDATE' then
    v_urgent := (old.product_id, old.color_name, old.hex, old.position, old.archived_at)
      is distinct from (new.product_id, new.color_name, new.hex, new.position, new.archived_at);
  end if;
  insert into public.catalogue_changes (urgent) values (v_urgent) on conflict do nothing;
  if v_urgent and not found then
    update public.catalogue_changes set urgent = true
    where transaction_id = pg_current_xact_id() and not urgent;
  end if;
  insert into public.stale_answers default values on conflict do nothing;
  return null;
end
$$;
comment on function public.note_catalogue_change is
  'Records, once per transaction, that built pages and responses cached by the CDN are out of date. '
  'One row per transaction keeps shoppers and marketers from blocking one another.';

create trigger note_new_category after insert or delete on public.categories
  for each row execute function public.note_catalogue_change();
create trigger note_changed_category after update on public.categories
  for each row when (old.* is distinct from new.*) execute function public.note_catalogue_change();
create trigger note_new_product after insert or delete on public.products
  for each row execute function public.note_catalogue_change();
create trigger note_changed_product after update on public.products
  for each row when (old.* is distinct from new.*) execute function public.note_catalogue_change();
create trigger note_new_picture after insert or delete on public.variant_images
  for each row execute function public.note_catalogue_change();
create trigger note_changed_picture after update on public.variant_images
  for each row when (old.* is distinct from new.*) execute function public.note_catalogue_change();
create trigger note_changed_place after insert or update or delete on public.product_order
  for each row execute function public.note_catalogue_change();
create trigger note_new_colour after insert or delete on public.color_variants
  for each row execute function public.note_catalogue_change();
-- Pages fetch stock themselves. Only whether there is any is built into them.
create trigger note_changed_colour after update on public.color_variants
  for each row when (
    (old.product_id, old.color_name, old.hex, old.position, old.archived_at, old.quantity > 0)
    is distinct from
    (new.product_id, new.color_name, new.hex, new.position, new.archived_at, new.quantity > 0))
  execute function public.note_catalogue_change();
create trigger note_new_content after insert or delete on public.site_content
  for each row execute function public.note_catalogue_change();
create trigger note_changed_content after update on public.site_content
  for each row when (old.* is distinct from new.*) execute function public.note_catalogue_change();
-- additionalPays returns the tax, and the merchant feed includes it.
create trigger note_new_tax after insert or delete on public.tax_settings
  for each row execute function public.note_catalogue_change();
create trigger note_changed_tax after update on public.tax_settings
  for each row when (old.* is distinct from new.*) execute function public.note_catalogue_change();

create trigger note_changed_zone_tax after insert or update or delete on public.zone_tax_rates
  for each row execute function public.note_catalogue_change();

create table public.noted_moments (
  only_row boolean primary key default true,
  noted_until timestamptz not null,
  constraint noted_moments_is_one_row check (only_row)
);
comment on table public.noted_moments is
  'Up to when catalogue_moments have been turned into catalogue_changes; no row before the first.';
alter table public.noted_moments enable row level security;

create function public.note_catalogue_moments() returns void
language plpgsql set search_path = ''
as $$
declare
  v_last timestamptz;
begin
  select max(at) into v_last from public.catalogue_moments
  where at <= now() and at > coalesce((select noted_until from public.noted_moments), '-infinity');
  if v_last is not null then
    insert into public.catalogue_changes (changed_at) values (v_last)
    on conflict (transaction_id) do update set urgent = true;
    insert into public.noted_moments (noted_until) values (v_last)
    on conflict (only_row) do update set noted_until = excluded.noted_until;
  end if;
end
$$;
comment on function public.note_catalogue_moments is
  'Asks for a build after products have opened, once. No purge: nothing about the catalogue is kept beyond such a moment (next_opening). Part of claim_site_build, whose callers take turns.';

create function public.claim_site_build(
  p_quiet_seconds integer, p_longest_seconds integer, p_lease_seconds integer, p_spacing_seconds integer)
returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_claim uuid := gen_random_uuid();
begin
  perform pg_advisory_xact_lock(hashtextextended('claim_site_build', 0));
  perform public.pass_content_times();
  perform public.note_catalogue_moments();
  if exists (
    select from public.catalogue_changes
    where claimed_at > clock_timestamp() - make_interval(secs => p_lease_seconds)
  ) then
    return null;
  end if;
  if not exists (
    select from public.catalogue_changes
    having max(changed_at) <= clock_timestamp() - make_interval(secs => p_quiet_seconds)
        or min(changed_at) <= clock_timestamp() - make_interval(secs => p_longest_seconds)
  ) then
    return null;
  end if;
  if not exists (select from public.catalogue_changes where urgent) and exists (
    select from public.last_site_build
    where asked_at > clock_timestamp() - make_interval(secs => p_spacing_seconds)
  ) then
    return null;
  end if;
  -- All rows; hosted projects refuse an update without a where (safeupdate).
  update public.catalogue_changes set claim = v_claim, claimed_at = clock_timestamp() where transaction_id is not null;
  return v_claim;
end
$$;
comment on function public.claim_site_build is
  'Lets one caller ask for a build: a claim when nothing has changed for p_quiet_seconds, or something has waited for p_longest_seconds; else null. '
  'Products that opened count as changed at their minute. Changes of stock alone also wait until p_spacing_seconds after the last build was requested. '
  'The claim is a lease: unless settle_site_build is called within p_lease_seconds, it counts as failed and the next caller gets one.';

create function public.settle_site_build(p_claim uuid, p_asked boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  if p_asked then
    update public.releases r set build_asked_at = clock_timestamp()
    from public.catalogue_changes c
    where c.claim = p_claim and r.transaction_id = c.transaction_id and r.build_asked_at is null;
    delete from public.catalogue_changes where claim = p_claim;
    insert into public.last_site_build default values
    on conflict (only_row) do update set asked_at = excluded.asked_at;
  else
    update public.catalogue_changes set claim = null, claimed_at = null where claim = p_claim;
  end if;
end
$$;
comment on function public.settle_site_build is
  'Ends a claim. p_asked: the build was requested and will see the claimed changes, so they are deleted, and releases among them know when; otherwise they wait for the next claim.';

create function public.claim_purge(p_lease_seconds integer) returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_claim uuid := gen_random_uuid();
begin
  update public.stale_answers set claim = v_claim, claimed_at = clock_timestamp()
  where claimed_at is null or claimed_at <= clock_timestamp() - make_interval(secs => p_lease_seconds);
  return case when found then v_claim end;
end
$$;
comment on function public.claim_purge is
  'Lets one caller purge what has changed: a claim on all changes not being purged at the moment, or null when there are none. '
  'The claim is a lease: unless settle_purge is called within p_lease_seconds, it counts as failed and the next caller gets one.';

create function public.settle_purge(p_claim uuid, p_purged boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  if p_purged then
    delete from public.stale_answers where claim = p_claim;
  else
    update public.stale_answers set claim = null, claimed_at = null where claim = p_claim;
  end if;
end
$$;
comment on function public.settle_purge is
  'Ends a claim. p_purged: the CDN''s cached responses are gone, so the claimed changes are deleted; otherwise they wait for the next claim.';


-- ----------------------------------------------------------------------------------------------------
-- releases
-- ----------------------------------------------------------------------------------------------------

-- What marketers change goes through releases: prepared, previewed, published at once or at a time, undone.
-- Locks: the release's row first, then what import_catalogue and the others lock.

create type public.release_state as enum ('draft', 'scheduled', 'published', 'failed', 'discarded');
comment on type public.release_state is
  'draft: being prepared. scheduled: published at its time. published: done; another release can undo it. failed: it could not be published at its time; it can be prepared again. discarded: given up.';

create table public.releases (
  id uuid primary key,
  number bigint generated always as identity unique,
  title text not null,
  source text not null,
  changes jsonb not null,
  options jsonb not null default '{}',
  version integer not null default 1,
  state public.release_state not null default 'draft',
  scheduled_for timestamptz,
  fingerprint text,
  ahead jsonb,
  report jsonb,
  failure text,
  undoes uuid unique references public.releases (id) on delete restrict,
  words text not null,
  transaction_id xid8,
  published_at timestamptz,
  build_asked_at timestamptz,
  build_started_at timestamptz,
  constraint releases_title_in_range check (length(btrim(title)) between 1 and 120),
  constraint releases_scheduled_has_time check (state <> 'scheduled' or (scheduled_for is not null and fingerprint is not null)),
  constraint releases_ahead_is_scheduled check (ahead is null or state = 'scheduled'),
  constraint releases_published_has_report check (
    (state = 'published') = (published_at is not null) and (state = 'published') = (report is not null)
    and (state = 'published') = (transaction_id is not null)),
  constraint releases_failed_has_reason check ((state = 'failed') = (failure is not null)),
  constraint releases_undo_is_published check (undoes is null or state = 'published')
);
comment on table public.releases is 'Changes of catalogue, pages and orders of products that belong together: who made them, what they did, and when.';
comment on column public.releases.id is 'Made by whoever begins it, so that saving, publishing and undoing again after a lost answer does nothing twice.';
comment on column public.releases.number is 'The order in which they were begun.';
comment on column public.releases.source is 'Where its changes come from: a file''s name, Studio, Command.';
comment on column public.releases.changes is 'What apply_changes takes.';
comment on column public.releases.options is 'As import_catalogue takes them.';
comment on column public.releases.version is 'Grows whenever it changes, so that two people who prepare it do not overwrite one another.';
comment on column public.releases.fingerprint is 'Of the preview that was seen when it was scheduled.';
comment on column public.releases.ahead is
  'Of a scheduled release: what of it is in the shop already, hidden (put_ahead); null where nothing is.';
comment on column public.releases.report is 'What publishing it did, as apply_changes returned it.';
comment on column public.releases.failure is 'Why it could not be published at its time.';
comment on column public.releases.undoes is 'The release that this one has undone.';
comment on column public.releases.words is 'What a search looks in.';
comment on column public.releases.transaction_id is 'That published it, by which the build that shows it is found (catalogue_changes).';
comment on column public.releases.build_asked_at is 'When a build that will show it was asked for (settle_site_build); null where none was needed or a deploy came first.';
comment on column public.releases.build_started_at is 'When the first build that shows it began (note_site_build).';
create index releases_due on public.releases (scheduled_for) where state = 'scheduled';
alter table public.releases enable row level security;

create table public.release_events (
  id bigint generated by default as identity primary key,
  release_id uuid not null references public.releases (id) on delete cascade,
  staff_id bigint references public.staff (id) on delete restrict,
  what text not null,
  at timestamptz not null default clock_timestamp(),
  constraint release_events_known check (
    what in ('made', 'saved', 'scheduled', 'unscheduled', 'published', 'published_differently', 'failed', 'undone', 'discarded'))
);
comment on table public.release_events is 'What happened to a release, and by whom.';
comment on column public.release_events.staff_id is 'Null: the command, which has the shop''s secret key.';
comment on column public.release_events.what is 'published_differently: at its time it did something else than the preview had said, since the shop had changed.';
create index release_events_by_release on public.release_events (release_id, id);
create index release_events_by_staff on public.release_events (staff_id);
alter table public.release_events enable row level security;

create function public.apply_changes(p_changes jsonb, p_options jsonb default '{}') returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_unknown text := (
    select string_agg(key, ', ') from jsonb_object_keys(p_changes) as k (key) where key not in ('catalogue', 'content', 'order'));
  v_report jsonb := '{"catalogue": null, "content": null, "order": null}';
  v_message text;
begin
  -- One release at a time, or two of them could wait for one another's rows.
  perform pg_advisory_xact_lock(hashtextextended('import_catalogue', 0));
  if v_unknown is not null then
    raise sqlstate 'PT400' using message = format('A release cannot change %s', v_unknown), hint = 'changes_unknown';
  end if;
  if p_changes ? 'catalogue' then
    v_report := v_report || jsonb_build_object('catalogue', public.import_catalogue(p_changes -> 'catalogue', p_options));
  end if;
  if p_changes ? 'content' then
    v_report := v_report || jsonb_build_object('content', public.import_content(p_changes -> 'content', p_options));
  end if;
  if p_changes ? 'order' then
    v_report := v_report || jsonb_build_object('order', public.import_product_order(p_changes -> 'order', p_options));
  end if;
  return v_report;
exception
  when check_violation or not_null_violation or unique_violation or foreign_key_violation or data_exception then
    get stacked diagnostics v_message = message_text;
    raise sqlstate 'PT400' using message = format('The shop cannot take these changes: %s', v_message), hint = 'changes_invalid';
end
$$;
comment on function public.apply_changes is
  'Makes what a release changes, all or nothing: p_changes {catalogue, content, order}, each as import_catalogue, import_content and import_product_order take it. Returns {catalogue, content, order}, what each did; null where nothing was asked. '
  'Errors: those of the three; PT400 changes_unknown, changes_invalid.';

create function public.report_fingerprint(p_report jsonb) returns text
language sql immutable set search_path = ''
as $$
  select md5(jsonb_set(p_report #- '{catalogue,oversold}', '{catalogue,colours,changed}', coalesce((
    select jsonb_agg(jsonb_set(c.item, '{changes}', (
      select jsonb_agg(case
        when x ->> 'field' <> 'quantity' then x
        when x ? 'moves' then x - array['was', 'now'] || jsonb_build_object('by', (x ->> 'now')::bigint - (x ->> 'was')::bigint)
        else x - 'was' end order by i)
      from jsonb_array_elements(c.item -> 'changes') with ordinality as e (x, i))) order by c.place)
    from jsonb_array_elements(p_report -> 'catalogue' -> 'colours' -> 'changed') with ordinality as c (item, place)), '[]'),
    p_report -> 'catalogue' <> 'null')::text)
$$;
comment on function public.report_fingerprint is
  'What a person has seen of a report of apply_changes, in short: the same as long as it would do the same. What shoppers do meanwhile is left out: of a movement of stock its size counts, of a count of stock the new number; open checkouts do not.';

create function public.preview_of(p_report jsonb, p_options jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'report', p_report,
    'fingerprint', public.report_fingerprint(p_report),
    'guards', jsonb_build_object(
      'price_jumps', case when coalesce((p_options ->> 'allow_price_jumps')::boolean, false) then '[]'::jsonb
        else coalesce(p_report -> 'catalogue' -> 'price_jumps', '[]') end,
      'mass_archive', case
        when coalesce((p_report -> 'catalogue' ->> 'mass_archive')::integer, 0) > coalesce((p_options ->> 'allow_archiving')::integer, 0)
        then (p_report -> 'catalogue' ->> 'mass_archive')::integer else 0 end))
$$;
comment on function public.preview_of is
  'A report of what was tried, as previews have it: {report, fingerprint (report_fingerprint), guards}. guards: what p_options do not allow yet, price_jumps and mass_archive of the report.';

create function public.preview_changes(p_changes jsonb, p_options jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_report jsonb;
begin
  begin
    v_report := public.apply_changes(p_changes, p_options || '{"preview": true}');
    raise exception using errcode = 'PV001';
  exception when sqlstate 'PV001' then
    -- What the block did is undone; what it found out stays.
    return public.preview_of(v_report, p_options);
  end;
end
$$;
comment on function public.preview_changes is
  'What apply_changes would do at this moment, which is run and undone, as preview_of.';

create function public.preview_of_release(p_release public.releases) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_report jsonb;
begin
  begin
    v_report := public.apply_release(p_release, '{"preview": true}');
    raise exception using errcode = 'PV001';
  exception when sqlstate 'PV001' then
    return public.preview_of(v_report, p_release.options) || jsonb_build_object('version', p_release.version);
  end;
end
$$;
comment on function public.preview_of_release is
  'What apply_release would do at this moment, which is run and undone, as preview_of, with the release''s version.';

create function public.preview_release(p_release uuid) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '5min'
as $$
declare
  v_release public.releases := public.locked_release(p_release);
begin
  if v_release.state not in ('draft', 'scheduled', 'failed') then
    perform public.refuse_release(v_release);
  end if;
  return public.preview_of_release(v_release);
end
$$;
comment on function public.preview_release is 'What publishing a release would do now, as preview_of_release. Errors: PT404 release_unknown; PT409 release_state, and those of apply_changes.';

create function public.note_release(p_release uuid, p_staff bigint, p_what text) returns void
language sql set search_path = ''
as $$ insert into public.release_events (release_id, staff_id, what) values (p_release, p_staff, p_what) $$;
comment on function public.note_release is 'Writes into the history of a release.';

create function public.locked_release(p_release uuid) returns public.releases
language plpgsql set search_path = ''
as $$
declare
  v_release public.releases;
begin
  select * into v_release from public.releases where id = p_release for update;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such release.', hint = 'release_unknown';
  end if;
  return v_release;
end
$$;
comment on function public.locked_release is 'A release, locked until the transaction ends. PT404 release_unknown.';

create function public.refuse_release(p_release public.releases) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  raise sqlstate 'PT409' using
    message = format('This release is %s: that cannot be done with it.', p_release.state),
    hint = 'release_state', detail = to_json(p_release.state)::text;
end
$$;
comment on function public.refuse_release is 'Raises PT409 release_state, with the state as detail.';

create function public.save_release(
  p_staff bigint, p_release uuid, p_title text, p_source text, p_changes jsonb, p_options jsonb, p_version integer
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_words constant text := lower(concat_ws(' ', p_title, p_source, (
    select string_agg(distinct word, ' ') from (
      select item ->> 'slug' from jsonb_array_elements(
        coalesce(p_changes -> 'catalogue' -> 'products', '[]') || coalesce(p_changes -> 'catalogue' -> 'colours', '[]')
        || coalesce(p_changes -> 'catalogue' -> 'categories', '[]')) item
      union all select jsonb_object_keys(coalesce(p_changes -> 'content', '{}'))
      union all select jsonb_object_keys(coalesce(p_changes -> 'order', '{}'))) as w (word))));
  v_release public.releases;
begin
  insert into public.releases (id, title, source, changes, options, words)
  select p_release, p_title, p_source, p_changes, p_options, v_words where p_version = 0
  on conflict (id) do nothing;
  if found then
    perform public.note_release(p_release, p_staff, 'made');
    return '{"version": 1}';
  end if;
  v_release := public.locked_release(p_release);
  -- Saved before; the answer was lost.
  if v_release.version = p_version + 1 and (v_release.title, v_release.source, v_release.changes, v_release.options) = (p_title, p_source, p_changes, p_options) then
    return jsonb_build_object('version', v_release.version);
  end if;
  if v_release.state not in ('draft', 'failed') then
    perform public.refuse_release(v_release);
  end if;
  if v_release.version <> p_version then
    raise sqlstate 'PT409' using message = 'Somebody has changed this release meanwhile.', hint = 'release_changed',
      detail = jsonb_build_object('version', v_release.version)::text;
  end if;
  update public.releases
  set title = p_title, source = p_source, changes = p_changes, options = p_options, words = v_words,
      state = 'draft', failure = null, version = version + 1
  where id = p_release;
  perform public.note_release(p_release, p_staff, 'saved');
  return jsonb_build_object('version', p_version + 1);
end
$$;
comment on function public.save_release is
  'Makes a draft, or replaces one: {version}. p_version: the one that was replaced, 0 for a new one. p_staff: who; null for the command. The same again changes nothing. '
  'Errors: PT404 release_unknown; PT409 release_state (only drafts and what failed can be changed), release_changed (by somebody else meanwhile; detail: {version}).';

create function public.publish_release(p_staff bigint, p_release uuid, p_fingerprint text) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '5min'
as $$
declare
  v_release public.releases := public.locked_release(p_release);
  v_report jsonb;
begin
  if v_release.state = 'published' then
    return jsonb_build_object('release', p_release, 'report', v_release.report);
  end if;
  if v_release.state not in ('draft', 'scheduled', 'failed') then
    perform public.refuse_release(v_release);
  end if;
  v_report := public.apply_release(v_release);
  if p_fingerprint <> public.report_fingerprint(v_report) then
    raise sqlstate 'PT409' using message = 'The shop has changed since the preview. Look at it again.', hint = 'preview_outdated';
  end if;
  update public.releases
  set state = 'published', report = v_report, failure = null, scheduled_for = null, ahead = null, published_at = now(), version = version + 1,
      transaction_id = pg_current_xact_id()
  where id = p_release;
  perform public.note_release(p_release, p_staff, 'published');
  return jsonb_build_object('release', p_release, 'report', v_report);
end
$$;
comment on function public.publish_release is
  'Publishes a release, if that does what the person has seen (p_fingerprint of its preview): {release, report}. Again, it answers what was done. '
  'Errors: PT404 release_unknown; PT409 release_state, preview_outdated, and those of apply_changes.';

create function public.schedule_release(p_staff bigint, p_release uuid, p_at timestamptz, p_fingerprint text) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '5min'
as $$
declare
  v_release public.releases := public.locked_release(p_release);
  v_preview jsonb;
begin
  if v_release.state = 'scheduled' and v_release.scheduled_for = p_at then
    return jsonb_build_object('version', v_release.version);
  end if;
  if v_release.state not in ('draft', 'scheduled', 'failed') then
    perform public.refuse_release(v_release);
  end if;
  if p_at <= now() or p_at > now() + interval '1 year' or p_at <> date_trunc('minute', p_at) then
    raise sqlstate 'PT400' using message = 'Choose a minute that is to come, within a year.', hint = 'time_invalid';
  end if;
  v_preview := public.preview_of_release(v_release);
  if p_fingerprint <> v_preview ->> 'fingerprint' then
    raise sqlstate 'PT409' using message = 'The shop has changed since the preview. Look at it again.', hint = 'preview_outdated';
  end if;
  if v_preview -> 'guards' <> '{"price_jumps": [], "mass_archive": 0}' then
    raise sqlstate 'PT409' using message = 'Allow what the preview warns of first.', hint = 'not_allowed',
      detail = (v_preview -> 'guards')::text;
  end if;
  update public.releases
  set state = 'scheduled', scheduled_for = p_at, fingerprint = p_fingerprint, failure = null, version = version + 1
  where id = p_release;
  perform public.put_ahead(v_release, p_at, v_preview -> 'report');
  perform public.note_release(p_release, p_staff, 'scheduled');
  return jsonb_build_object('version', v_release.version + 1);
end
$$;
comment on function public.schedule_release is
  'Has a release published at a minute, if it would now do what the person has seen: {version}. Its new products are put in at once, hidden until then (put_ahead). Errors: PT404 release_unknown; PT400 time_invalid; PT409 release_state, preview_outdated, not_allowed (detail: guards), and those of apply_changes.';

create function public.unschedule_release(p_staff bigint, p_release uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_release public.releases := public.locked_release(p_release);
  v_archived jsonb;
begin
  if v_release.state = 'draft' then
    return jsonb_build_object('version', v_release.version);
  end if;
  if v_release.state <> 'scheduled' then
    perform public.refuse_release(v_release);
  end if;
  v_archived := public.take_back_ahead(v_release);
  update public.releases
  set state = 'draft', scheduled_for = null, fingerprint = null, version = version + 1 where id = p_release;
  perform public.note_release(p_release, p_staff, 'unscheduled');
  return jsonb_build_object('version', v_release.version + 1, 'archived', v_archived);
end
$$;
comment on function public.unschedule_release is 'Makes a scheduled release a draft again: {version, archived}, archived as take_back_ahead. Errors: PT404 release_unknown; PT409 release_state.';

create function public.discard_release(p_staff bigint, p_release uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_release public.releases := public.locked_release(p_release);
  v_archived jsonb;
begin
  if v_release.state = 'discarded' then
    return jsonb_build_object('version', v_release.version);
  end if;
  if v_release.state = 'published' then
    perform public.refuse_release(v_release);
  end if;
  v_archived := public.take_back_ahead(v_release);
  update public.releases
  set state = 'discarded', scheduled_for = null, fingerprint = null, failure = null, version = version + 1 where id = p_release;
  perform public.note_release(p_release, p_staff, 'discarded');
  return jsonb_build_object('version', v_release.version + 1, 'archived', v_archived);
end
$$;
comment on function public.discard_release is 'Gives a release up that was not published: {version, archived}, archived as take_back_ahead. Errors: PT404 release_unknown; PT409 release_state.';

create function public.publish_due_release() returns jsonb
language plpgsql set search_path = '' set statement_timeout = '5min'
as $$
declare
  v_release public.releases;
  v_staff bigint;
  v_report jsonb;
  v_failure text;
begin
  select * into v_release from public.releases
  where state = 'scheduled' and scheduled_for <= now()
  order by scheduled_for, number limit 1
  for update skip locked;
  if not found then
    return null;
  end if;
  select staff_id into v_staff from public.release_events
  where release_id = v_release.id and what = 'scheduled' order by id desc limit 1;
  begin
    v_report := public.apply_release(v_release);
    update public.releases
    set state = 'published', report = v_report, ahead = null, published_at = now(), version = version + 1, transaction_id = pg_current_xact_id()
    where id = v_release.id;
    perform public.note_release(v_release.id, v_staff,
      case when public.report_fingerprint(v_report) = v_release.fingerprint then 'published' else 'published_differently' end);
  exception when others then
    get stacked diagnostics v_failure = message_text;
    if v_release.ahead is not null then
      v_failure := concat_ws(' ', rtrim(v_failure, '.') || '. Its new products are taken out again.', (
        select format('Bought before that, so archived: %s.', string_agg(slug, ', '))
        from jsonb_array_elements_text(public.take_back_ahead(v_release)) as archived (slug) having count(*) > 0));
    end if;
    update public.releases set state = 'failed', failure = v_failure, version = version + 1 where id = v_release.id;
    perform public.note_release(v_release.id, v_staff, 'failed');
  end;
  return jsonb_build_object('release', v_release.id, 'title', v_release.title, 'failure', v_failure);
end
$$;
comment on function public.publish_due_release is
  'Publishes the release whose time has come first: {release, title, failure}; null when there is none. What the shop has changed since it was scheduled stays, as with any import, and is in its report; '
  'one that cannot be published (a guard, a category that is gone) becomes failed, with the reason, and changes nothing; what was put in ahead and has just opened is taken out again.';


-- ----------------------------------------------------------------------------------------------------
-- undo_releases
-- ----------------------------------------------------------------------------------------------------

-- Undoing a release: a new one that puts back what it changed, but for stock and for what has been changed since.

create function public.undone_items(p_changed jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(
    (c.item - 'changes') || f.before || jsonb_build_object('clears', f.clears, 'seen', f.seen)
    order by c.place), '[]'::jsonb)
  from jsonb_array_elements(p_changed) with ordinality as c (item, place)
  cross join lateral (
    select coalesce(jsonb_object_agg(x ->> 'field', x -> 'was') filter (where x -> 'was' <> 'null'), '{}') as before,
           coalesce(jsonb_agg(x -> 'field') filter (where x -> 'was' = 'null'), '[]') as clears,
           jsonb_object_agg(x ->> 'field', x -> 'now') as seen
    from jsonb_array_elements(c.item -> 'changes') x
    where x ->> 'field' <> 'quantity'
    having count(*) > 0) f
$$;
comment on function public.undone_items is
  'Of what a report says was changed, [{slug, colour, changes: [{field, was, now}]}], the items that put it back, as import_catalogue takes them; all fields but stock. Part of undo_changes.';

create function public.undo_changes(p_report jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_catalogue constant jsonb := p_report -> 'catalogue';
  v_renames jsonb;
  v_left jsonb;
  v_products jsonb;
  v_colours jsonb;
  v_changes jsonb := '{}';
begin
  if v_catalogue <> 'null' then
    -- A new name goes back where the thing still has it and the old one is free. A colour's slug is the product's
    -- after this release; after the undo it has the one before.
    with done as (
      select g ->> 'slug' as slug, g ->> 'colour' as colour, g ->> 'now' as now
      from jsonb_array_elements(v_catalogue -> 'renamed') g
    ), products as (
      select d.*, exists (select from public.products where slug = d.now) and not exists (
        select from public.products p where p.slug = d.slug and p.slug not in (select o.now from done o where o.colour is null)) as possible
      from done d where d.colour is null
    ), colours as (
      select d.*, p.slug as old_slug, exists (
          select from public.color_variants v join public.products s on s.id = v.product_id
          where s.slug = d.slug and v.color_name = d.now)
        and not exists (
          select from public.color_variants v join public.products s on s.id = v.product_id
          where s.slug = d.slug and lower(v.color_name) = lower(d.colour) and lower(d.colour) <> lower(d.now)
            and v.color_name not in (select o.now from done o where o.slug = d.slug and o.colour is not null)) as possible
      from done d left join products p on p.now = d.slug and p.possible
      where d.colour is not null
    ), everything as (
      select possible, now as slug, null as colour, slug as back, 'slug' as field, now as item_slug from products
      union all
      select possible, coalesce(old_slug, slug), now, colour, 'color_name', slug from colours
    )
    select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'colour', colour, 'now', back)) filter (where possible), '[]'),
           coalesce(jsonb_agg(jsonb_build_object(
             'slug', item_slug, 'colour', colour, 'field', field, 'seen', coalesce(colour, slug), 'shop', null, 'file', back))
             filter (where not possible), '[]')
    into v_renames, v_left from everything;

    v_products := public.undone_items(v_catalogue -> 'products' -> 'changed')
      || (select coalesce(jsonb_agg(jsonb_build_object('slug', s, 'archived', true, 'seen', '{"archived": false}'::jsonb)), '[]')
          from jsonb_array_elements(v_catalogue -> 'products' -> 'added') s)
      || (select coalesce(jsonb_agg(jsonb_build_object('slug', s, 'archived', false, 'seen', '{"archived": true}'::jsonb)), '[]')
          from jsonb_array_elements(v_catalogue -> 'archived' -> 'products') s);
    v_colours := public.undone_items(v_catalogue -> 'colours' -> 'changed')
      || (select coalesce(jsonb_agg(c || '{"archived": true, "seen": {"archived": false}}'), '[]')
          from jsonb_array_elements(v_catalogue -> 'colours' -> 'added') c
          -- The colours of a new product leave with it.
          where not v_catalogue -> 'products' -> 'added' @> jsonb_build_array(c -> 'slug'))
      || (select coalesce(jsonb_agg(c || '{"archived": false, "seen": {"archived": true}}'), '[]')
          from jsonb_array_elements(v_catalogue -> 'archived' -> 'colours') c);

    -- By the names that they have once the renames are undone.
    select coalesce(jsonb_agg(item || jsonb_build_object('slug', coalesce(r ->> 'now', item ->> 'slug')) order by place), '[]')
    into v_products
    from jsonb_array_elements(v_products) with ordinality as i (item, place)
    left join jsonb_array_elements(v_renames) r on r -> 'colour' = 'null' and r -> 'slug' = item -> 'slug';
    select coalesce(jsonb_agg((item - 'colour') || jsonb_build_object(
      'slug', n.slug, 'exact_position', true,
      'color_name', coalesce(item ->> 'color_name', c ->> 'now', v.color_name, item ->> 'colour')) order by place), '[]')
    into v_colours
    from jsonb_array_elements(v_colours) with ordinality as i (item, place)
    left join jsonb_array_elements(v_renames) r on r -> 'colour' = 'null' and r -> 'slug' = item -> 'slug'
    cross join lateral (select coalesce(r ->> 'now', item ->> 'slug') as slug) n
    left join jsonb_array_elements(v_renames) c
      on c ->> 'slug' = n.slug and lower(c ->> 'colour') = lower(item ->> 'colour')
    left join public.products p on p.slug = item ->> 'slug'
    left join public.color_variants v on v.product_id = p.id and lower(v.color_name) = lower(item ->> 'colour');

    v_changes := v_changes || jsonb_build_object('catalogue', jsonb_build_object(
      'renames', v_renames,
      'categories', (
        select coalesce(jsonb_agg(jsonb_build_object('slug', g -> 'slug', 'name', g -> 'was', 'seen', g -> 'name')), '[]')
        from jsonb_array_elements(v_catalogue -> 'categories' -> 'changed') g)
        || (v_catalogue -> 'categories' -> 'dropped'),
      'drop_categories', v_catalogue -> 'categories' -> 'added',
      'products', v_products,
      'colours', v_colours,
      'left', v_left));
  end if;
  if p_report -> 'content' <> 'null' then
    v_changes := v_changes || jsonb_build_object('content', (
      select coalesce(jsonb_object_agg(g ->> 'key', jsonb_build_object('seen', g -> 'now', 'now', g -> 'was')), '{}')
      from jsonb_array_elements(p_report -> 'content' -> 'changed') g));
  end if;
  if p_report -> 'order' <> 'null' then
    v_changes := v_changes || jsonb_build_object('order', (
      select coalesce(jsonb_object_agg(g ->> 'category', jsonb_build_object('seen', g -> 'now', 'now', g -> 'was')), '{}')
      from jsonb_array_elements(p_report -> 'order' -> 'changed') g));
  end if;
  return v_changes;
end
$$;
comment on function public.undo_changes is
  'What apply_changes has to be given to put back what it did by its report: fields as they were, unless they have been changed since; what was archived comes back, what was added is archived, since orders may point to it; '
  'new categories go where they are empty; names go back where they can, else catalogue.left names them. Stock stays.';

create function public.undo_options() returns jsonb
language sql immutable set search_path = ''
as $$ select '{"allow_price_jumps": true, "allow_archiving": 2147483647}'::jsonb $$;
comment on function public.undo_options is 'Undoing a slip must not be stopped by what guards against slips.';

create function public.published_release(p_release uuid) returns public.releases
language plpgsql set search_path = ''
as $$
declare
  v_release public.releases := public.locked_release(p_release);
begin
  if v_release.state <> 'published' then
    perform public.refuse_release(v_release);
  end if;
  if exists (select from public.releases where undoes = p_release) then
    raise sqlstate 'PT409' using message = 'This release has been undone already.', hint = 'release_undone';
  end if;
  return v_release;
end
$$;
comment on function public.published_release is 'A release that can be undone, locked. Errors: PT404 release_unknown; PT409 release_state, release_undone.';

create function public.preview_undo(p_release uuid) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '5min'
as $$
declare
  v_release public.releases := public.published_release(p_release);
begin
  return public.preview_changes(public.undo_changes(v_release.report), public.undo_options())
    || jsonb_build_object('version', v_release.version);
end
$$;
comment on function public.preview_undo is 'What undoing a release would do now, as preview_changes, with its version. Errors: those of published_release.';

create function public.undo_release(p_staff bigint, p_release uuid, p_undo uuid, p_fingerprint text) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '5min'
as $$
declare
  v_release public.releases;
  v_changes jsonb;
  v_report jsonb := (select report from public.releases where id = p_undo and undoes = p_release);
begin
  -- Done before; the answer was lost.
  if v_report is not null then
    return jsonb_build_object('release', p_undo, 'report', v_report);
  end if;
  v_release := public.published_release(p_release);
  v_changes := public.undo_changes(v_release.report);
  v_report := public.apply_changes(v_changes, public.undo_options());
  if p_fingerprint <> public.report_fingerprint(v_report) then
    raise sqlstate 'PT409' using message = 'The shop has changed since the preview. Look at it again.', hint = 'preview_outdated';
  end if;
  insert into public.releases (id, title, source, changes, options, words, state, report, undoes, published_at, transaction_id)
  values (p_undo, left('Undo: ' || v_release.title, 120), v_release.source, v_changes, public.undo_options(),
          'undo ' || v_release.words, 'published', v_report, p_release, now(), pg_current_xact_id());
  perform public.note_release(p_undo, p_staff, 'published');
  perform public.note_release(p_release, p_staff, 'undone');
  return jsonb_build_object('release', p_undo, 'report', v_report);
exception when unique_violation then
  raise sqlstate 'PT409' using message = 'This release has been undone already.', hint = 'release_undone';
end
$$;
comment on function public.undo_release is
  'Undoes a published release by a new one, p_undo, if that does what the person has seen (p_fingerprint of preview_undo): {release, report}. Again, it answers what was done. '
  'Errors: those of published_release and apply_changes; PT409 preview_outdated.';

create function public.import_as_release(
  p_release uuid, p_title text, p_source text, p_changes jsonb, p_options jsonb, p_fingerprint text
) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '5min'
as $$
begin
  perform public.save_release(null, p_release, p_title, p_source, p_changes, p_options, 0);
  return public.publish_release(null, p_release, p_fingerprint);
end
$$;
comment on function public.import_as_release is
  'Makes and publishes a release, all or nothing: {release, report}. For npm run catalogue, so that the history and undo know of what it imports. Errors: those of save_release and publish_release.';

create function public.undo_by_command(p_release uuid, p_undo uuid, p_fingerprint text) returns jsonb
language sql set search_path = '' set statement_timeout = '5min'
as $$ select public.undo_release(null, p_release, p_undo, p_fingerprint) $$;
comment on function public.undo_by_command is 'undo_release for npm run catalogue.';


-- ----------------------------------------------------------------------------------------------------
-- staff_releases
-- ----------------------------------------------------------------------------------------------------

-- Releases as marketers reach them; the functions behind are in releases.sql and undo_releases.sql.

create function public.staff_save_release(
  p_user uuid, p_auth_session uuid, p_release uuid, p_title text, p_source text, p_changes jsonb, p_options jsonb, p_version integer
) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  return public.save_release(
    public.require_staff(p_user, p_auth_session, 'marketer'), p_release, p_title, p_source, p_changes, p_options, p_version);
end
$$;
comment on function public.staff_save_release is 'save_release for a marketer. Errors: those of require_staff and save_release.';

create function public.staff_preview_release(p_user uuid, p_auth_session uuid, p_release uuid) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '5min'
as $$
begin
  perform public.require_staff(p_user, p_auth_session, 'marketer');
  return public.preview_release(p_release);
end
$$;
comment on function public.staff_preview_release is 'preview_release for a marketer. Errors: those of require_staff and preview_release.';

create function public.staff_publish_release(p_user uuid, p_auth_session uuid, p_release uuid, p_fingerprint text) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '5min'
as $$
begin
  return public.publish_release(public.require_staff(p_user, p_auth_session, 'marketer'), p_release, p_fingerprint);
end
$$;
comment on function public.staff_publish_release is 'publish_release for a marketer. Errors: those of require_staff and publish_release.';

create function public.staff_schedule_release(
  p_user uuid, p_auth_session uuid, p_release uuid, p_at timestamptz, p_fingerprint text
) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '5min'
as $$
begin
  return public.schedule_release(public.require_staff(p_user, p_auth_session, 'marketer'), p_release, p_at, p_fingerprint);
end
$$;
comment on function public.staff_schedule_release is 'schedule_release for a marketer. Errors: those of require_staff and schedule_release.';

create function public.staff_unschedule_release(p_user uuid, p_auth_session uuid, p_release uuid) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '5min'
as $$
begin
  return public.unschedule_release(public.require_staff(p_user, p_auth_session, 'marketer'), p_release);
end
$$;
comment on function public.staff_unschedule_release is 'unschedule_release for a marketer. Errors: those of require_staff and unschedule_release.';

create function public.staff_discard_release(p_user uuid, p_auth_session uuid, p_release uuid) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '5min'
as $$
begin
  return public.discard_release(public.require_staff(p_user, p_auth_session, 'marketer'), p_release);
end
$$;
comment on function public.staff_discard_release is 'discard_release for a marketer. Errors: those of require_staff and discard_release.';

create function public.staff_preview_undo(p_user uuid, p_auth_session uuid, p_release uuid) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '5min'
as $$
begin
  perform public.require_staff(p_user, p_auth_session, 'marketer');
  return public.preview_undo(p_release);
end
$$;
comment on function public.staff_preview_undo is 'preview_undo for a marketer. Errors: those of require_staff and preview_undo.';

create function public.staff_undo_release(
  p_user uuid, p_auth_session uuid, p_release uuid, p_undo uuid, p_fingerprint text
) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '5min'
as $$
begin
  return public.undo_release(public.require_staff(p_user, p_auth_session, 'marketer'), p_release, p_undo, p_fingerprint);
end
$$;
comment on function public.staff_undo_release is 'undo_release for a marketer. Errors: those of require_staff and undo_release.';

create function public.release_row(p_release public.releases) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', p_release.id, 'title', p_release.title, 'source', p_release.source, 'state', p_release.state,
    'version', p_release.version, 'scheduled_for', p_release.scheduled_for, 'published_at', p_release.published_at,
    'failure', p_release.failure, 'undoes', p_release.undoes,
    'undone_by', (select id from public.releases where undoes = p_release.id),
    'created_at', e.at[1], 'created_by', e.who[1],
    'changed_at', e.at[cardinality(e.at)], 'changed_by', e.who[cardinality(e.at)],
    'published_by', (
      select coalesce(s.name, 'Command') from public.release_events x left join public.staff s on s.id = x.staff_id
      where x.release_id = p_release.id and x.what in ('published', 'published_differently')))
  from (
    select array_agg(x.at order by x.id) as at, array_agg(coalesce(s.name, 'Command') order by x.id) as who
    from public.release_events x left join public.staff s on s.id = x.staff_id
    where x.release_id = p_release.id) e
$$;
comment on function public.release_row is 'A release as lists show it (ReleaseRow in src/domain/wire/staff-releases.ts). Who: a name of staff, or Command.';

create function public.list_releases(
  p_search text default '', p_state public.release_state default null, p_after bigint default null
) returns jsonb
language sql stable set search_path = ''
as $$
  with found as (
    select r.* from public.releases r
    where (p_state is null or r.state = p_state) and (p_after is null or r.number < p_after)
      and not exists (
        select from unnest(string_to_array(lower(btrim(p_search)), ' ')) w (word)
        where position(word in r.words) = 0 and not exists (
          select from public.release_events e join public.staff s on s.id = e.staff_id
          where e.release_id = r.id and position(word in lower(s.name)) > 0))
    order by r.number desc limit 51
  ), page as (select * from found order by number desc limit 50)
  select jsonb_build_object(
    'releases', (select coalesce(jsonb_agg(public.release_row(r) order by r.number desc), '[]')
                 from page p join public.releases r on r.id = p.id),
    'next', case when (select count(*) from found) > 50 then (select min(number)::text from page) end)
$$;
comment on function public.list_releases is
  'Releases, newest first, fifty a page: {releases, next}. p_search: each of its words is in the title, the source, the name of who did something with it, or of a product, category or page in it. p_after: next of the page before.';

create function public.staff_releases(
  p_user uuid, p_auth_session uuid, p_search text default '', p_state public.release_state default null, p_after bigint default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff(p_user, p_auth_session, 'marketer');
  return public.list_releases(p_search, p_state, p_after);
end
$$;
comment on function public.staff_releases is 'list_releases for a marketer. Errors: those of require_staff.';

create function public.staff_release(p_user uuid, p_auth_session uuid, p_release uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_release public.releases;
begin
  perform public.require_staff(p_user, p_auth_session, 'marketer');
  select * into v_release from public.releases where id = p_release;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such release.', hint = 'release_unknown';
  end if;
  return public.release_row(v_release) || jsonb_build_object(
    'changes', v_release.changes, 'options', v_release.options, 'report', v_release.report,
    'events', (
      select jsonb_agg(jsonb_build_object('at', e.at, 'by', coalesce(s.name, 'Command'), 'what', e.what) order by e.id)
      from public.release_events e left join public.staff s on s.id = e.staff_id where e.release_id = p_release));
end
$$;
comment on function public.staff_release is 'A release with its changes, options, report and history. Errors: those of require_staff; PT404 release_unknown.';


-- ----------------------------------------------------------------------------------------------------
-- publishing
-- ----------------------------------------------------------------------------------------------------

-- What becomes of a published release: pages follow the database by a build.

create function public.note_site_build() returns timestamptz
language plpgsql set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
begin
  -- What this statement sees is committed, so whoever reads the catalogue after it sees that, too.
  update public.releases set build_started_at = v_now where state = 'published' and build_started_at is null;
  return v_now;
end
$$;
comment on function public.note_site_build is
  'Called by a build of the live site before it reads the catalogue: notes in each published release when the first build that shows it began. Returns the moment, by which builds and releases are compared: a build shows each release whose build_started_at is not later.';

create function public.staff_publishing(p_user uuid, p_auth_session uuid, p_release uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_release public.releases;
begin
  perform public.require_staff(p_user, p_auth_session, 'marketer');
  select * into v_release from public.releases where id = p_release;
  if not found then
    raise sqlstate 'PT404' using message = 'There is no such release.', hint = 'release_unknown';
  end if;
  if v_release.state <> 'published' then
    perform public.refuse_release(v_release);
  end if;
  return jsonb_build_object(
    'now', clock_timestamp(),
    'database_at', (
      select min(at) from public.release_events
      where release_id = p_release and what in ('published', 'published_differently')),
    'build_asked_at', v_release.build_asked_at,
    'build_started_at', v_release.build_started_at,
    'awaits_build', (
      select case when urgent then 'soon' else 'next' end from public.catalogue_changes
      where transaction_id = v_release.transaction_id));
end
$$;
comment on function public.staff_publishing is
  'How far a published release has come: {now, database_at, build_asked_at, build_started_at, awaits_build}. awaits_build: soon; next when it changed only whether colours are in stock, which waits for the next build; null when a build was asked for, or none is needed. '
  'Errors: those of require_staff; PT404 release_unknown; PT409 release_state for one that is not published.';


-- ----------------------------------------------------------------------------------------------------
-- products_ahead
-- ----------------------------------------------------------------------------------------------------

-- The new products of a scheduled release are in the shop ahead of its minute, hidden, so that they open to the second by
-- time alone. The rest of it is published in that minute, by a job.

alter table public.products
  add constraint products_comes_with_fkey foreign key (comes_with) references public.releases (id) on delete restrict;

create function public.split_ahead(p_catalogue jsonb, p_slugs text[], p_categories text[], p_ahead boolean) returns jsonb
language sql immutable set search_path = ''
as $$
  select p_catalogue || jsonb_build_object(
    'categories', (
      select coalesce(jsonb_agg(g order by place), '[]') from jsonb_array_elements(p_catalogue -> 'categories') with ordinality as e (g, place)
      where (g ->> 'slug' in (select unnest(p_categories))) = p_ahead),
    'products', (
      select coalesce(jsonb_agg(g order by place), '[]') from jsonb_array_elements(p_catalogue -> 'products') with ordinality as e (g, place)
      where (g ->> 'slug' in (select unnest(p_slugs))) = p_ahead),
    'colours', (
      select coalesce(jsonb_agg(g order by place), '[]') from jsonb_array_elements(p_catalogue -> 'colours') with ordinality as e (g, place)
      where (g ->> 'slug' in (select unnest(p_slugs))) = p_ahead))
$$;
comment on function public.split_ahead is
  'Of a release''s catalogue the part that is put in ahead (the products and categories with these slugs), or all but that.';

create function public.own_times(p_catalogue jsonb) returns table (slug text, visible_from timestamptz, created_at timestamptz)
language sql immutable set search_path = ''
as $$
  select g ->> 'slug', (g ->> 'visible_from')::timestamptz, (g ->> 'created_at')::timestamptz
  from jsonb_array_elements(p_catalogue -> 'products') g
$$;
comment on function public.own_times is 'The times that a release''s catalogue itself gives its products; null where it gives none.';

create function public.put_ahead(p_release public.releases, p_at timestamptz, p_report jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  v_catalogue constant jsonb := p_release.changes -> 'catalogue';
  v_new text[];
  v_categories text[];
  v_seen constant bigint[] := array(select id from public.categories where visible_from is null or visible_from <= now());
  v_part jsonb;
  v_done jsonb;
begin
  if p_release.ahead is null then
    -- A name that a rename of the same release will free is not free yet.
    v_new := array(
      select slug from jsonb_array_elements_text(p_report -> 'catalogue' -> 'products' -> 'added') as a (slug)
      where not exists (select from public.products p where p.slug = a.slug));
    if v_new = '{}' then
      return;
    end if;
    v_categories := array(
      select distinct g ->> 'category' from jsonb_array_elements(v_catalogue -> 'products') g
      where g ->> 'slug' in (select unnest(v_new))
        and not exists (select from public.categories c where c.slug = g ->> 'category'));
    v_part := public.split_ahead(v_catalogue, v_new, v_categories, true) - array['renames', 'drop_categories', 'left'];
    -- Hidden from the first moment on: a category takes its opening from its products.
    v_done := public.import_catalogue(
      v_part || jsonb_build_object('products', (
        select jsonb_agg(
          g || jsonb_build_object('visible_from', o.opens, 'created_at', coalesce(g ->> 'created_at', o.opens::text)) order by place)
        from jsonb_array_elements(v_part -> 'products') with ordinality as e (g, place)
        cross join lateral (select greatest((g ->> 'visible_from')::timestamptz, p_at) as opens) o)),
      (p_release.options - 'archive_missing') || '{"preview": true}');
    update public.products set comes_with = p_release.id where slug in (select unnest(v_new));
    update public.releases set ahead = jsonb_build_object(
      'categories', v_done -> 'categories' -> 'added',
      'products', v_done -> 'products' -> 'added',
      'colours', v_done -> 'colours' -> 'added',
      'price_jumps', v_done -> 'price_jumps',
      'gone', v_done -> 'gone',
      'to_drop', v_done -> 'categories' -> 'added')
    where id = p_release.id;
  else
    update public.products p
    set visible_from = greatest(o.visible_from, p_at), created_at = coalesce(o.created_at, greatest(o.visible_from, p_at))
    from public.own_times(v_catalogue) o
    where p.comes_with = p_release.id and p.slug = o.slug;
  end if;
  -- One that shoppers see already does not disappear because all that is in it opens later.
  update public.categories set visible_from = null where id = any (v_seen) and visible_from > now();
  -- Nothing that shoppers see has changed, so no page has to be built. stale_answers keeps its row: what the CDN has
  -- cached does not know of the minute yet, and would outlive it.
  delete from public.catalogue_changes where transaction_id = pg_current_xact_id();
end
$$;
comment on function public.put_ahead is
  'Puts the new products of a release (p_report of its preview) and the new categories that they are in into the shop, hidden until p_at, or later where they say so themselves. Of one that is scheduled already, only their minute moves. Part of schedule_release.';

create function public.take_back_ahead(p_release public.releases) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_product record;
  v_archived text[] := '{}';
  v_kept jsonb;
begin
  if p_release.ahead is null then
    return '[]';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('import_catalogue', 0));
  perform 1 from public.color_variants
  where product_id in (select id from public.products where comes_with = p_release.id) order by id for update;
  for v_product in select id, slug from public.products where comes_with = p_release.id order by id loop
    begin
      delete from public.color_variants where product_id = v_product.id;
      delete from public.products where id = v_product.id;
    exception when foreign_key_violation then
      -- Its minute has passed, and somebody has it in a checkout or has bought it.
      update public.products set archived_at = now(), comes_with = null where id = v_product.id;
      v_archived := v_archived || v_product.slug;
    end;
  end loop;
  v_kept := public.drop_categories(p_release.ahead -> 'to_drop') -> 'kept';
  -- A new category that another scheduled release is in goes when that one is taken back.
  update public.releases r set ahead = jsonb_set(r.ahead, '{to_drop}', (r.ahead -> 'to_drop') || n.slugs)
  from (
    select p.comes_with, jsonb_agg(distinct c.slug) as slugs
    from public.products p join public.categories c on c.id = p.category_id
    where v_kept ? c.slug and p.comes_with <> p_release.id group by p.comes_with) n
  where r.id = n.comes_with;
  update public.releases set ahead = null where id = p_release.id;
  if p_release.scheduled_for > now() then
    delete from public.catalogue_changes where transaction_id = pg_current_xact_id();
  end if;
  return to_jsonb(v_archived);
end
$$;
comment on function public.take_back_ahead is
  'Takes out what put_ahead has put in, and returns the slugs of products that could only be archived, since somebody had them in a checkout or an order. Part of whatever takes a release back from its schedule.';

create function public.apply_release(p_release public.releases, p_options jsonb default '{}') returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_ahead constant jsonb := p_release.ahead;
  v_catalogue constant jsonb := p_release.changes -> 'catalogue';
  v_options constant jsonb := p_release.options || p_options;
  v_report jsonb;
begin
  if v_ahead is null then
    return public.apply_changes(p_release.changes, v_options);
  end if;
  v_report := public.apply_changes(jsonb_build_object('catalogue', public.split_ahead(
    v_catalogue,
    array(select jsonb_array_elements_text(v_ahead -> 'products')),
    array(select jsonb_array_elements_text(v_ahead -> 'categories')), false)), v_options);
  -- From here on they are products as any. Published early, they open as the release itself says.
  update public.products p
  set comes_with = null,
      visible_from = case when p.visible_from > now() then o.visible_from else p.visible_from end,
      created_at = case when p.visible_from > now() then coalesce(o.created_at, now()) else p.created_at end
  from public.own_times(v_catalogue) o
  where p.comes_with = p_release.id and p.slug = o.slug;
  return public.apply_changes(p_release.changes - 'catalogue', v_options)
    || jsonb_build_object('catalogue', public.with_ahead(v_report -> 'catalogue', v_ahead, v_catalogue));
end
$$;
comment on function public.apply_release is
  'Makes what a release changes, and reports it as apply_changes would with nothing put in ahead, so that publishing says what the preview said. p_options: beside those of the release. Errors: those of apply_changes.';

create function public.with_ahead(p_report jsonb, p_ahead jsonb, p_catalogue jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  with places as (
    select 'categories' as part, g ->> 'slug' as slug, place
    from jsonb_array_elements(p_catalogue -> 'categories') with ordinality as e (g, place)
    union all
    select 'products', g ->> 'slug', place from jsonb_array_elements(p_catalogue -> 'products') with ordinality as e (g, place)
  ), added as (
    select part, slug, place from places
    where (part, slug) in (
      select kind, jsonb_array_elements_text((p_report -> kind -> 'added') || (p_ahead -> kind))
      from unnest(array['categories', 'products']) kind)
  ), colours as (
    select g, e.place, a.place as product
    from jsonb_array_elements((p_report -> 'colours' -> 'added') || (p_ahead -> 'colours')) with ordinality as e (g, place)
    left join added a on a.part = 'products' and a.slug = g ->> 'slug'
  )
  select jsonb_set(jsonb_set(jsonb_set(p_report || jsonb_build_object(
      'gone', (p_report -> 'gone') || (p_ahead -> 'gone'),
      'price_jumps', public.in_order((p_report -> 'price_jumps') || (p_ahead -> 'price_jumps'))),
    '{categories,added}', (select coalesce(jsonb_agg(slug order by place), '[]') from added where part = 'categories')),
    '{products,added}', (select coalesce(jsonb_agg(slug order by place), '[]') from added where part = 'products')),
    -- As products have their ids: those of the shop first.
    '{colours,added}', (select coalesce(jsonb_agg(g order by product nulls first, place), '[]') from colours))
$$;
comment on function public.with_ahead is
  'A report of import_catalogue with what was put in ahead among what was added, in the order that it would have had. Part of apply_release.';


-- ----------------------------------------------------------------------------------------------------
-- command_releases
-- ----------------------------------------------------------------------------------------------------

-- Releases as npm run catalogue reaches them: it has the shop's secret key, and is nobody of its staff.

create function public.draft_by_command(
  p_release uuid, p_title text, p_source text, p_changes jsonb, p_options jsonb
) returns jsonb
language sql set search_path = ''
as $$ select public.save_release(null, p_release, p_title, p_source, p_changes, p_options, 0) $$;
comment on function public.draft_by_command is 'save_release of a new draft, for npm run catalogue.';

create function public.schedule_import(
  p_release uuid, p_title text, p_source text, p_changes jsonb, p_options jsonb, p_at timestamptz, p_fingerprint text
) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '5min'
as $$
begin
  perform public.save_release(null, p_release, p_title, p_source, p_changes, p_options, 0);
  return public.schedule_release(null, p_release, p_at, p_fingerprint);
end
$$;
comment on function public.schedule_import is
  'Makes a release and schedules it, all or nothing: {version}. For npm run catalogue. Errors: those of save_release and schedule_release.';

create function public.allow_by_command(p_release uuid, p_options jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_release public.releases := public.locked_release(p_release);
begin
  return public.save_release(
    null, p_release, v_release.title, v_release.source, v_release.changes, v_release.options || p_options, v_release.version);
end
$$;
comment on function public.allow_by_command is
  'Gives a draft more options, as import_catalogue takes them: {version}. For npm run catalogue. Errors: those of save_release.';

create function public.publish_by_command(p_release uuid, p_fingerprint text) returns jsonb
language sql set search_path = '' set statement_timeout = '5min'
as $$ select public.publish_release(null, p_release, p_fingerprint) $$;
comment on function public.publish_by_command is 'publish_release for npm run catalogue.';

create function public.schedule_by_command(p_release uuid, p_at timestamptz, p_fingerprint text) returns jsonb
language sql set search_path = '' set statement_timeout = '5min'
as $$ select public.schedule_release(null, p_release, p_at, p_fingerprint) $$;
comment on function public.schedule_by_command is 'schedule_release for npm run catalogue.';

create function public.unschedule_by_command(p_release uuid) returns jsonb
language sql set search_path = '' set statement_timeout = '5min'
as $$ select public.unschedule_release(null, p_release) $$;
comment on function public.unschedule_by_command is 'unschedule_release for npm run catalogue.';

create function public.discard_by_command(p_release uuid) returns jsonb
language sql set search_path = '' set statement_timeout = '5min'
as $$ select public.discard_release(null, p_release) $$;
comment on function public.discard_by_command is 'discard_release for npm run catalogue.';
