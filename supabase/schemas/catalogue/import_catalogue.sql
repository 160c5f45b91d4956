-- Bulk import of products, all or nothing (preview_changes shows its effect), and export of the whole catalogue in the
-- same format.

create table public.stock_moved_by_exports (
  export_id uuid not null,
  variant_id bigint not null references public.color_variants (id) on delete cascade,
  moved integer not null,
  primary key (export_id, variant_id)
);
comment on table public.stock_moved_by_exports is
  'Units by which files of one export have moved a colour''s stock so far. A file imported again, after an '
  'interruption or with more changes, moves stock by the difference only.';
comment on column public.stock_moved_by_exports.export_id is 'Made by the export; part of the file.';
create index stock_moved_by_colour on public.stock_moved_by_exports (variant_id);
alter table public.stock_moved_by_exports enable row level security;

create function public.import_categories(p_categories jsonb, p_overwrite boolean) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_merged jsonb;
  v_added jsonb;
  v_taken jsonb;
begin
  -- A form that adds one must not change another; and a file's category must not change a collection.
  select jsonb_agg(coalesce(g ->> 'name', c.name) order by c.id) into v_taken
  from jsonb_array_elements(p_categories) g
  join public.categories c on c.slug = g ->> 'slug'
  where g -> 'new' = 'true' or c.kind::text <> coalesce(g ->> 'kind', 'category');
  if v_taken is not null then
    raise sqlstate 'PT409' using hint = 'category_name_taken', detail = jsonb_build_object('names', v_taken)::text;
  end if;

  select coalesce(jsonb_agg(entry), '[]') into v_merged from (
    select c.id, c.slug, c.kind, m.merged -> 'changes' as changes, m.merged -> 'conflicts' as conflicts
    from jsonb_array_elements(p_categories) as g (item)
    join public.categories c on c.slug = g.item ->> 'slug'
    cross join lateral (select public.merged_changes(
      g.item, g.item -> 'seen', to_jsonb(c) || jsonb_build_object('archived', c.archived_at is not null), p_overwrite)
      offset 0) as m (merged)
    order by c.slug) entry;

  update public.categories c
  set (name, intro, picture, focus, tile, search_title, search_description, share_picture, in_menu, rule) = (
        select n.name, n.intro, n.picture, nullif(n.focus, 'null'), nullif(n.tile, 'null'), n.search_title,
               n.search_description, n.share_picture, n.in_menu, nullif(n.rule, 'null')
        from jsonb_populate_record(c, d.now) n),
      archived_at = case when d.now -> 'archived' = 'true' then now() when d.now ? 'archived' then null
        else c.archived_at end
  from public.merged_fields(v_merged) d
  where c.id = d.id;

  with added as (
    insert into public.categories (
      slug, name, kind, intro, picture, focus, tile, search_title, search_description, share_picture, in_menu, rule,
      archived_at, position)
    select n.slug, n.name, coalesce(n.kind, 'category'), n.intro, n.picture, nullif(n.focus, 'null'),
           nullif(n.tile, 'null'), n.search_title, n.search_description, n.share_picture,
           coalesce(n.in_menu, true), nullif(n.rule, 'null'),
           case when g.item -> 'archived' = 'true' then now() end,
           g.place + (select coalesce(max(position), 0) from public.categories)
    from jsonb_array_elements(p_categories) with ordinality as g (item, place)
    cross join lateral jsonb_populate_record(null::public.categories, g.item) n
    where not exists (select from public.categories c where c.slug = g.item ->> 'slug')
    order by g.place
    returning slug
  )
  select coalesce(jsonb_agg(slug), '[]'::jsonb) into v_added from added;

  -- The menu, filters and files tell them apart by name.
  select jsonb_agg(c.name order by c.id) into v_taken
  from public.categories c
  where (v_added ? c.slug or exists (
      select from jsonb_array_elements(v_merged) g
      where (g ->> 'id')::bigint = c.id and g -> 'changes' @> '[{"field": "name"}]'))
    and exists (
      select from public.categories o where o.id <> c.id and public.name_key(o.name) = public.name_key(c.name));
  if v_taken is not null then
    raise sqlstate 'PT409' using hint = 'category_name_taken', detail = jsonb_build_object('names', v_taken)::text;
  end if;

  return jsonb_build_object(
    'added', v_added,
    'changed', (
      select coalesce(jsonb_agg(g - array['id', 'conflicts']), '[]')
      from jsonb_array_elements(v_merged) g where g -> 'changes' <> '[]'),
    'conflicts', (
      select coalesce(jsonb_agg(x || jsonb_build_object('slug', g -> 'slug')), '[]')
      from jsonb_array_elements(v_merged) g cross join jsonb_array_elements(g -> 'conflicts') x));
end
$$;
comment on function public.import_categories is
  'Adds and changes categories and collections by slug, [{slug, kind, name, intro, picture, focus, tile, search_title, '
  'search_description, share_picture, in_menu, rule, archived, clears, seen}]; missing fields stay; new ones are '
  'appended to the menu. seen, clears and p_overwrite are as in merged_changes. One marked new is never merged with an '
  'existing one. Errors: PT409 category_name_taken (detail: {names}; also if the slug is taken or belongs to the other '
  'kind). Part of import_catalogue.';

create function public.drop_categories(p_slugs jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_dropped jsonb;
begin
  with dropped as (
    delete from public.categories c
    where p_slugs ? c.slug and not exists (select from public.products p where p.category_id = c.id)
      and not (c.kind = 'collection' and exists (select from public.product_order o where o.category_id = c.id))
    returning c.*
  )
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'slug', slug, 'name', name, 'kind', kind, 'intro', intro, 'picture', picture, 'focus', focus, 'tile', tile,
    'search_title', search_title, 'search_description', search_description, 'share_picture', share_picture,
    'in_menu', in_menu, 'rule', rule,
    'archived', case when archived_at is not null then true end)) order by slug), '[]'::jsonb)
  into v_dropped from dropped;
  return jsonb_build_object('dropped', v_dropped, 'kept', (
    select coalesce(jsonb_agg(slug order by slug), '[]'::jsonb) from public.categories where p_slugs ? slug));
end
$$;
comment on function public.drop_categories is
  'Removes empty categories; those with products, archived ones included, stay. Undoes their addition. Part of '
  'apply_changes.';

create function public.refuse_archived_categories() returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_found jsonb;
begin
  select to_jsonb(entry) into v_found from (
    select c.name as category, jsonb_agg(p.slug order by p.id) as products
    from public.categories c
    join public.products p on p.category_id = c.id and p.archived_at is null
    where c.archived_at is not null
    group by c.id order by c.id limit 1) entry;
  if found then
    raise sqlstate 'PT409' using hint = 'category_archived', detail = v_found::text;
  end if;
end
$$;
comment on function public.refuse_archived_categories is
  'Raises PT409 category_archived (detail: {category, products: slugs}) if an archived category has products that are '
  'on sale or will open. Part of import_catalogue.';

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
  'Alt texts of a colour''s pictures, in order, up to the last one set; missing ones are empty. Part of '
  'import_catalogue.';

create function public.facts_in(p_item jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(name, p_item -> name), '{}')
  from unnest(public.fact_names()) name where p_item ? name
$$;
comment on function public.facts_in is 'The facts among the fields of a product. Part of import_catalogue.';

create function public.product_fields(p_product bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(p) - 'facts' || (
    select jsonb_object_agg(name, p.facts -> name) from unnest(public.fact_names()) name)
  from public.products p where p.id = p_product
$$;
comment on function public.product_fields is
  'A product''s columns in import and export format, in which each fact is a field, null if unknown.';

create view public.colour_fields with (security_invoker = true) as
select v.id, v.product_id, v.position, v.archived_at, to_jsonb(v) || jsonb_build_object(
  'archived', v.archived_at is not null,
  'images', (
    select coalesce(jsonb_agg(i.path order by i.position, i.id), '[]')
    from public.variant_images i where i.variant_id = v.id),
  'alts', public.picture_alts(v.id)) as fields
from public.color_variants v;
comment on view public.colour_fields is
  'Colours with their pictures in order, in import and export format.';

create function public.sale_fields(p_product bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(
    (select to_jsonb(entry) from (
      select s.price_pence as sale_price_pence, s.starts_at as sale_from, s.ends_at as sale_until
      from public.sale_prices s where s.product_id = p_product) entry),
    '{"sale_price_pence": 0, "sale_from": "-infinity", "sale_until": "infinity"}')
$$;
comment on function public.sale_fields is
  'A product''s sale in import and export format: price 0 for none; a missing start or end for an infinite one. Part '
  'of import_catalogue.';

create function public.merged_changes(p_given jsonb, p_seen jsonb, p_shop jsonb, p_overwrite boolean) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'changes', coalesce(jsonb_agg(jsonb_build_object('field', key, 'was', shop, 'now', file) order by place)
      filter (where p_overwrite or not conflict), '[]'::jsonb),
    'conflicts',
    coalesce(jsonb_agg(jsonb_build_object('field', key, 'seen', seen, 'shop', shop, 'file', file) order by place)
      filter (where conflict and not p_overwrite), '[]'::jsonb))
  from (
    select g.key, g.file, g.place, shop.value as shop, p_seen -> g.key as seen,
           -- Changed on both sides since the export.
           coalesce(p_seen ? g.key, false) and coalesce(p_seen -> g.key, 'null') <> shop.value as conflict
    from (
      select key, place,
             case when key in ('created_at', 'visible_from', 'sale_from', 'sale_until')
               then coalesce(to_jsonb((value #>> '{}')::timestamptz), 'null') else value end as file
      from unnest(array['name', 'description'] || public.fact_names() || array[
        'hs_code', 'origin_country', 'price_pence', 'sale_price_pence', 'sale_from', 'sale_until', 'category',
        'created_at', 'visible_from', 'color_name', 'hex', 'sku', 'gtin', 'images', 'worn', 'film', 'alts', 'position',
        'intro', 'picture', 'focus', 'tile', 'search_title', 'search_description', 'share_picture', 'in_menu', 'rule',
        'archived'
      ]) with ordinality as k (key, place)
      cross join lateral (select case
        when p_given -> 'clears' ? k.key
          and k.key <> all (array['name', 'description', 'price_pence', 'sale_price_pence', 'sale_from', 'sale_until',
            'category', 'created_at', 'color_name', 'sku', 'images', 'alts', 'position', 'in_menu', 'archived'])
          then 'null'::jsonb
        else nullif(p_given -> k.key, 'null') end) as v (value)
      where v.value is not null
    ) g
    cross join lateral (select coalesce(p_shop -> g.key, 'null')) as shop (value)
    where shop.value <> g.file
  ) different
$$;
comment on function public.merged_changes is
  'The difference between p_given and p_shop: {changes: [{field, was, now}], conflicts: [{field, seen, shop, file}]}. '
  'A conflict is a field changed on both sides since the baseline p_seen; it stays unless p_overwrite. Null or '
  'missing fields stay unless listed in clears; required fields cannot be cleared. Times in p_seen and p_shop are '
  'JSON timestamptz values. Part of import_catalogue.';

create function public.merged_fields(p_merged jsonb) returns table (id bigint, now jsonb, codes jsonb)
language sql immutable set search_path = ''
as $$
  select (g ->> 'id')::bigint,
         (select jsonb_object_agg(x ->> 'field', x -> 'now') from jsonb_array_elements(g -> 'changes') x), g -> 'codes'
  from jsonb_array_elements(p_merged) g
  where g -> 'changes' <> '[]'
$$;
comment on function public.merged_fields is
  'The changed fields of merged_changes, by id; codes as in merged_colours. Part of import_catalogue.';

create function public.import_report(p_added jsonb, p_merged jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  with merged as (
    select m.* from jsonb_to_recordset(p_merged) as m (
      slug text, colour text, changes jsonb, conflicts jsonb, stays_archived boolean)
  )
  select jsonb_build_object(
    'added', p_added,
    'changed', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select slug, colour, changes from merged where changes <> '[]') entry),
    'conflicts', (
      select coalesce(jsonb_agg(x || jsonb_build_object('slug', slug, 'colour', colour)), '[]')
      from merged cross join jsonb_array_elements(conflicts) x),
    'stay_archived', (
      select coalesce(jsonb_agg(entry), '[]') from (select slug, colour from merged where stays_archived) entry))
$$;
comment on function public.import_report is
  'Report of an import of products, without colour, or of colours. Part of import_catalogue.';

create function public.import_sales(p_sales jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  v_slug text;
  v_not_lower boolean;
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
  select slug, pence >= regular into v_slug, v_not_lower
  from given
  where pence >= regular or (pence > 0 and starts_at >= ends_at)
     or (pence = 0 and (starts_at, ends_at) is distinct from ('-infinity'::timestamptz, 'infinity'::timestamptz))
  order by slug limit 1;
  if v_not_lower then
    raise sqlstate 'PT409' using hint = 'sale_not_lower', detail = jsonb_build_object('slug', v_slug)::text;
  elsif v_slug is not null then
    raise sqlstate 'PT409' using hint = 'sale_times', detail = jsonb_build_object('slug', v_slug)::text;
  end if;
end
$$;
comment on function public.import_sales is
  'Sets sale prices, [{slug, sale_price_pence, sale_from, sale_until}] in the form of sale_fields; missing fields '
  'stay. Errors: PT409 sale_not_lower, sale_times (detail: {slug}). Part of import_catalogue.';

create function public.import_products(p_products jsonb, p_overwrite boolean, p_restore boolean) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_merged jsonb;
  v_added jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object(
           'id', p.id, 'slug', p.slug, 'colour', null,
           'changes', m.merged -> 'changes' || case when p.archived_at is not null and not g.item ? 'archived'
             and (p_restore or not g.item ? 'seen')
             then '[{"field": "archived", "was": true, "now": false}]'::jsonb else '[]'::jsonb end,
           'conflicts', m.merged -> 'conflicts',
           'stays_archived', p.archived_at is not null and g.item ? 'seen' and not g.item ? 'archived'
             and not p_restore) order by p.slug), '[]'::jsonb)
  into v_merged
  from jsonb_array_elements(p_products) as g (item)
  join public.products p on p.slug = g.item ->> 'slug'
  join public.categories c on c.id = p.category_id
  -- offset 0 keeps the function from being called again at every use of its result.
  cross join lateral (select public.merged_changes(
    -- Removing a sale clears its dates.
    g.item || case when g.item -> 'sale_price_pence' = '0'
      then '{"sale_from": "-infinity", "sale_until": "infinity"}'::jsonb else '{}' end,
    g.item -> 'seen' || (
      select coalesce(jsonb_object_agg(key, value::timestamptz), '{}')
      from jsonb_each_text(g.item -> 'seen') where key in ('created_at', 'visible_from', 'sale_from', 'sale_until')
        and value is not null),
    public.product_fields(p.id) || public.sale_fields(p.id)
      || jsonb_build_object('category', c.slug, 'archived', p.archived_at is not null),
    p_overwrite) offset 0) as m (merged);

  update public.products p
  set (name, description, facts, hs_code, origin_country, search_title, search_description, share_picture,
       price_pence, created_at, visible_from) = (
        select n.name, n.description, jsonb_strip_nulls(p.facts || public.facts_in(d.now)), n.hs_code,
               n.origin_country, n.search_title, n.search_description, n.share_picture, n.price_pence, n.created_at,
               n.visible_from
        from jsonb_populate_record(p, d.now) n),
      category_id = coalesce((select c.id from public.categories c where c.slug = d.now ->> 'category'), p.category_id),
      archived_at = case when d.now -> 'archived' = 'true' then now() when d.now ? 'archived' then null
        else p.archived_at end
  from public.merged_fields(v_merged) d
  where p.id = d.id;

  with added as (
    insert into public.products (
      slug, name, description, facts, hs_code, origin_country, search_title, search_description, share_picture,
      price_pence, category_id, created_at, visible_from)
    select n.slug, n.name, coalesce(n.description, ''), jsonb_strip_nulls(public.facts_in(g.item)), n.hs_code,
           n.origin_country, n.search_title, n.search_description, n.share_picture, n.price_pence, c.id,
           coalesce(n.created_at, now()), n.visible_from
    from jsonb_array_elements(p_products) with ordinality as g (item, place)
    cross join lateral jsonb_populate_record(null::public.products, g.item) n
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

  return public.import_report(v_added, v_merged);
end
$$;
comment on function public.import_products is
  'Adds and changes products by slug, [{slug, …columns, sale_price_pence, sale_from, sale_until, category, archived, '
  'clears, seen}]; missing fields stay. Sales are as in sale_fields, a sale_price_pence of 0 removes one. New '
  'products need name, price_pence and category. seen: the baseline of the given fields from the file''s export; '
  'without it the file is hand-made and puts archived products back on sale. Part of import_catalogue.';

create function public.partly_listed(p_colours jsonb) returns bigint[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(distinct p.id), '{}')
  from public.products p
  join public.color_variants v on v.product_id = p.id and v.archived_at is null
  where p.slug in (select g ->> 'slug' from jsonb_array_elements(p_colours) g where not g ? 'exact_position')
    and (p.slug, public.name_key(v.color_name)) not in (
      select g ->> 'slug', public.name_key(g ->> 'color_name') from jsonb_array_elements(p_colours) g)
$$;
comment on function public.partly_listed is
  'Products of which not all colours are listed: an incomplete list does not define their order. Part of '
  'import_colours.';

create function public.merged_colours(
  p_colours jsonb, p_partial bigint[], p_overwrite boolean, p_restore boolean
) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
           'id', v.id, 'slug', p.slug, 'colour', coalesce(g.item ->> 'color_name', v.color_name),
           'changes', m.merged -> 'changes'
             || case when s.now <> v.quantity and s.possible
               then jsonb_build_array(jsonb_build_object('field', 'quantity', 'was', v.quantity, 'now', s.now)
                 || case when g.item -> 'seen' ? 'quantity' then '{"moves": true}' else '{}' end::jsonb)
                   else '[]'::jsonb end
             || case when v.archived_at is not null and not g.item ? 'archived' and (p_restore or not g.item ? 'seen')
               then '[{"field": "archived", "was": true, "now": false}]'::jsonb else '[]'::jsonb end,
           'codes', jsonb_build_object('sku', v.sku, 'gtin', v.gtin),
           'alts', case when not m.merged -> 'conflicts' @> '[{"field": "alts"}]' then g.item -> 'alts' end,
           'conflicts', m.merged -> 'conflicts'
             || case when not s.possible
               then jsonb_build_array(jsonb_build_object(
                 'field', 'quantity', 'seen', g.item -> 'seen' -> 'quantity', 'shop', v.quantity,
                 'file', g.item -> 'quantity'))
               else '[]'::jsonb end,
           'alts_were', case when m.merged -> 'changes' @> '[{"field": "images"}]'
             or m.merged -> 'changes' @> '[{"field": "alts"}]'
             then public.picture_alts(v.id) end,
           'stays_archived', v.archived_at is not null and g.item ? 'seen' and not g.item ? 'archived' and not p_restore
         ) order by p.slug, v.color_name), '[]'::jsonb)
  from jsonb_array_elements(p_colours) as g (item)
  join public.products p on p.slug = g.item ->> 'slug'
  join public.color_variants v on v.product_id = p.id
    and public.name_key(v.color_name) = public.name_key(g.item ->> 'color_name')
  cross join lateral (select public.merged_changes(
    case when p.id = any (p_partial) then g.item - 'position' else g.item end,
    g.item -> 'seen',
    (select fields - 'quantity' from public.colour_fields where id = v.id),
    p_overwrite) offset 0) as m (merged)
  -- Stock is a movement: the file's difference from its export, so that sales in between count, less earlier movements
  -- by files of the same export. An unchanged number moves nothing.
  cross join lateral (select coalesce(
    case when g.item -> 'quantity' = g.item -> 'seen' -> 'quantity' then v.quantity::bigint end,
    v.quantity + (g.item ->> 'quantity')::bigint - (g.item -> 'seen' ->> 'quantity')::bigint - coalesce((
      select m.moved from public.stock_moved_by_exports m
      where m.export_id = (g.item ->> 'export')::uuid and m.variant_id = v.id), 0),
    (g.item ->> 'quantity')::bigint, v.quantity)) as w (now)
  -- The file removes more than is left; overwriting sets the stock to 0.
  cross join lateral (select
    case when g.item -> 'seen' ? 'quantity' and p_overwrite then greatest(w.now, 0) else w.now end,
    w.now >= 0 or p_overwrite or not coalesce(g.item -> 'seen' ? 'quantity', false)) as s (now, possible)
$$;
comment on function public.merged_colours is
  'Changes and conflicts of the listed colours that exist, [{id, slug, colour, changes, conflicts, stays_archived, '
  'codes, alts, alts_were}]; codes and alts_were are their present ones. p_partial: partly_listed. Part of '
  'import_colours.';

create function public.import_pictures(p_merged jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_alts jsonb;
begin
  -- A picture that stays keeps its alt text, even if it moves.
  select jsonb_object_agg(i.variant_id || ' ' || i.path, i.alt) into v_alts
  from jsonb_array_elements(p_merged) g
  join public.variant_images i on i.variant_id = (g ->> 'id')::bigint
  where g -> 'changes' @> '[{"field": "images"}]' and i.alt is not null;
  delete from public.variant_images i
  using jsonb_array_elements(p_merged) g cross join jsonb_array_elements(g -> 'changes') x
  where x ->> 'field' = 'images' and i.variant_id = (g ->> 'id')::bigint;
  insert into public.variant_images (variant_id, path, position, alt)
  select (g ->> 'id')::bigint, i.path, i.place, v_alts ->> ((g ->> 'id') || ' ' || i.path)
  from jsonb_array_elements(p_merged) g
  cross join jsonb_array_elements(g -> 'changes') x
  cross join lateral jsonb_array_elements_text(x -> 'now') with ordinality as i (path, place)
  where x ->> 'field' = 'images';
  update public.variant_images i set alt = new.alt
  from (
    select p.id,
           nullif(g -> 'alts' ->> (
             row_number() over (partition by p.variant_id order by p.position, p.id) - 1)::integer, '') as alt
    from jsonb_array_elements(p_merged) g
    join public.variant_images p on p.variant_id = (g ->> 'id')::bigint
    where jsonb_typeof(g -> 'alts') = 'array'
      and (g -> 'changes' @> '[{"field": "images"}]' or g -> 'changes' @> '[{"field": "alts"}]')
  ) new
  where i.id = new.id and i.alt is distinct from new.alt;
  -- A removed picture takes its alt text along; an alt text without a picture is dropped.
  return (
    select coalesce(jsonb_agg(case when jsonb_typeof(g -> 'alts_were') = 'array' then jsonb_set(g, '{changes}', (
        select coalesce(jsonb_agg(x order by i) filter (where x ->> 'field' <> 'alts'), '[]')
        from jsonb_array_elements(g -> 'changes') with ordinality as c (x, i))
        || case when g -> 'alts_were' <> a.alts then jsonb_build_array(jsonb_build_object(
          'field', 'alts', 'was', g -> 'alts_were', 'now', a.alts)) else '[]' end) else g end
            order by place), '[]'::jsonb)
    from jsonb_array_elements(p_merged) with ordinality as m (g, place)
    cross join lateral (select case when jsonb_typeof(g -> 'alts_were') = 'array'
      then public.picture_alts((g ->> 'id')::bigint) end) as a (alts));
end
$$;
comment on function public.import_pictures is
  'Sets pictures and alt texts of merged_colours, and returns these with the alt texts that changed. Part of '
  'import_colours.';

create function public.add_colours(p_colours jsonb, p_partial bigint[]) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_added jsonb;
begin
  with given as materialized (
    select p.id as product_id, g.item, g.place
    from jsonb_array_elements(p_colours) with ordinality as g (item, place)
    join public.products p on p.slug = g.item ->> 'slug'
    where not exists (
      select from public.color_variants v
      where v.product_id = p.id and public.name_key(v.color_name) = public.name_key(g.item ->> 'color_name'))
  ), added as (
    insert into public.color_variants (product_id, color_name, hex, worn, film, sku, gtin, quantity, position)
    select g.product_id, g.item ->> 'color_name', g.item ->> 'hex', g.item ->> 'worn', g.item ->> 'film',
           coalesce(g.item ->> 'sku', ''), g.item ->> 'gtin',
           coalesce((g.item ->> 'quantity')::integer, 0),
           coalesce((g.item ->> 'position')::integer, g.place::integer)
           + case when g.product_id = any (p_partial) or g.item ->> 'position' is null then (
             select coalesce(max(v.position), 0) from public.color_variants v
             where v.product_id = g.product_id) else 0 end
    from given g
    order by g.product_id, g.place
    returning id, product_id, color_name
  ), pictures as (
    insert into public.variant_images (variant_id, path, position, alt)
    select a.id, i.path, i.place, nullif(g.item -> 'alts' ->> (i.place - 1)::integer, '')
    from added a
    join given g on g.product_id = a.product_id and g.item ->> 'color_name' = a.color_name
    cross join lateral jsonb_array_elements_text(case when g.item ? 'images' then g.item -> 'images' else '[]' end)
      with ordinality as i (path, place)
  )
  select coalesce(jsonb_agg(entry), '[]') into v_added from (
    select p.slug, a.color_name as colour from added a join public.products p on p.id = a.product_id
    order by p.id, a.id) entry;
  return v_added;
end
$$;
comment on function public.add_colours is
  'Adds the listed colours that do not exist, with their pictures: [{slug, colour}]. Part of import_colours.';

create function public.import_colours(p_colours jsonb, p_overwrite boolean, p_restore boolean) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_partial bigint[] := public.partly_listed(p_colours);
  v_short bigint[];
  v_merged jsonb;
  v_constraint text;
  v_taken text;
begin
  v_merged := public.merged_colours(p_colours, v_partial, p_overwrite, p_restore);

  -- Colours that exchange their codes: constraints are checked row by row.
  update public.color_variants v
  set sku = 'X-' || upper(replace(gen_random_uuid()::text, '-', '')), gtin = null
  from jsonb_array_elements(v_merged) g
  where v.id = (g ->> 'id')::bigint
    and (g -> 'changes' @> '[{"field": "sku"}]' or g -> 'changes' @> '[{"field": "gtin"}]');

  perform public.moving_stock('edited');
  update public.color_variants v
  set (color_name, hex, worn, film, sku, gtin, quantity, position) = (
        select n.color_name, n.hex, n.worn, n.film, n.sku, n.gtin, n.quantity, n.position
        -- SKU and barcode were set aside above.
        from jsonb_populate_record(v, case when d.now ?| array['sku', 'gtin'] then d.codes else '{}' end || d.now) n),
      archived_at = case when d.now -> 'archived' = 'true' then now() when d.now ? 'archived' then null
        else v.archived_at end
  from public.merged_fields(v_merged) d
  where v.id = d.id;

  v_short := array(
    select (g ->> 'id')::bigint from jsonb_array_elements(v_merged) g
    cross join jsonb_array_elements(g -> 'conflicts') x
    where x ->> 'field' = 'quantity');
  insert into public.stock_moved_by_exports (export_id, variant_id, moved)
  select (g.item ->> 'export')::uuid, v.id,
         (g.item ->> 'quantity')::integer - (g.item -> 'seen' ->> 'quantity')::integer
  from jsonb_array_elements(p_colours) as g (item)
  join public.products p on p.slug = g.item ->> 'slug'
  join public.color_variants v on v.product_id = p.id
    and public.name_key(v.color_name) = public.name_key(g.item ->> 'color_name')
  where g.item ? 'export' and g.item ? 'quantity' and g.item -> 'seen' ? 'quantity'
    and g.item -> 'quantity' <> g.item -> 'seen' -> 'quantity'
    and v.id <> all (v_short)
  on conflict (export_id, variant_id) do update set moved = excluded.moved
  where stock_moved_by_exports.moved <> excluded.moved;

  return public.import_report(public.add_colours(p_colours, v_partial), public.import_pictures(v_merged));
exception when unique_violation then
  get stacked diagnostics v_constraint = constraint_name, v_taken = pg_exception_detail;
  if v_constraint not in ('color_variants_sku_key', 'color_variants_gtin_key') then
    raise;
  end if;
  raise sqlstate 'PT409' using hint = 'code_taken', detail = jsonb_build_object(
    'field', substring(v_constraint from 'sku|gtin'), 'code', substring(v_taken from '=\(([^)]*)\)'))::text;
end
$$;
comment on function public.import_colours is
  'Adds and changes colours by product and name, ignoring case, [{slug, color_name, hex, worn, film, sku, gtin, '
  'quantity, position, images, alts, archived, clears, seen, export}]; missing fields stay, and a new colour without a '
  'sku gets one. position counts if all colours are listed or with exact_position. images replace the old ones; '
  'without alts, alt texts follow their pictures. quantity includes held units; with seen, its difference moves the '
  'stock (moves); a negative result is a conflict. Errors: PT409 code_taken (detail: {field, code}; another colour, '
  'perhaps an archived one, has it). Part of import_catalogue.';

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
  select coalesce(jsonb_agg(entry), '[]') into v_done from (
    select slug, null as colour, now from renamed order by slug) entry;

  with renamed as (
    update public.color_variants v set color_name = g.now
    from jsonb_to_recordset(p_renames) as g (slug text, colour text, now text)
    join public.products p on p.slug = g.slug
    join public.color_variants before on before.product_id = p.id
      and public.name_key(before.color_name) = public.name_key(g.colour)
    where g.colour is not null and v.id = before.id
    returning g.slug, before.color_name as colour, g.now
  )
  select v_done
         || coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'colour', colour, 'now', now) order by slug, colour),
           '[]'::jsonb)
  into v_done from renamed;

  if jsonb_array_length(v_done) <> jsonb_array_length(p_renames) then
    raise sqlstate 'PT409' using hint = 'rename_unknown', detail = p_renames::text;
  end if;
  return v_done;
exception when unique_violation then
  raise sqlstate 'PT409' using hint = 'rename_taken', detail = p_renames::text;
end
$$;
comment on function public.import_renames is
  'Renames products [{slug, now}] and colours [{slug, colour, now}]; a colour''s slug is the product''s new one. '
  'Orders, pictures and stock follow. Errors: PT409 rename_unknown, rename_taken. Part of import_catalogue.';

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
    select distinct g.slug, public.name_key(g.color_name) as colour
    from jsonb_to_recordset(p_colours) as g (slug text, color_name text)
  ), gone as (
    update public.color_variants v set archived_at = now()
    from public.products p
    where p.id = v.product_id and p.archived_at is null and p.comes_with is null and v.archived_at is null
      and (p.slug, public.name_key(v.color_name)) not in (select slug, colour from kept)
    returning p.slug, v.color_name
  )
  select coalesce(jsonb_agg(entry), '[]') into v_colours from (
    select slug, color_name as colour from gone order by slug, color_name) entry;

  return jsonb_build_object('products', v_products, 'colours', v_colours);
end
$$;
comment on function public.archive_missing is
  'Archives unlisted products, and unlisted colours of listed ones, except those inserted ahead by scheduled '
  'releases. Part of import_catalogue.';

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
    raise sqlstate 'PT409' using hint = 'product_scheduled',
      detail = jsonb_build_object('slug', v_slug, 'title', v_title)::text;
  end if;
end
$$;
comment on function public.refuse_scheduled is
  'Raises PT409 product_scheduled (detail: {slug, title}) if a scheduled release inserted one of [{slug}] ahead. Part '
  'of import_catalogue.';

create function public.has_shares(p_material text) returns boolean
language sql immutable strict parallel safe set search_path = ''
as $$
  select coalesce(bool_and(abs((
    select coalesce(sum(replace(share[1], ',', '.')::numeric), 0)
    from regexp_matches(part, '(\d+(?:[.,]\d+)?)\s?%', 'g') share) - 100) < 0.5), true)
  from regexp_split_to_table(p_material, '[;.](?:\s|$)') part
  where part ~* '\y(acetate|acrylic|alpaca|angora|cashmere|cotton|cupro|elastane|flax|hemp|jute|lambswool|linen|lurex|'
                'lycra|lyocell|merino|metallised|modacrylic|modal|mohair|nylon|polyamide|polyester|polypropylene|ramie|'
                'silk|spandex|triacetate|viscose|wool|yak)\y'
$$;
comment on function public.has_shares is
  'Whether every part of a material that names a fibre lists all shares, adding up to 100 per cent: hasShares in '
  'src/domain/launch-check/product-problems.ts. Part of lacking_products.';

create function public.lacking_products() returns table (product_id bigint, slug text, facts jsonb)
language sql stable set search_path = ''
as $$
  select p.id, p.slug, to_jsonb(array[lacks.fact])
  from public.products p
  join public.categories c on c.id = p.category_id
  cross join lateral (select case
    when p.name || ' ' || c.name ~* 'sunglasses' then case when not p.facts ? 'safety' then 'safety' end
    when not coalesce(public.has_shares(p.facts ->> 'material'), false) then 'material' end as fact) lacks
  where p.archived_at is null and lacks.fact is not null
$$;
comment on function public.lacking_products is
  'Products that lack a legally required fact, and the columns: the production build fails while there are any. '
  'productProblems in src/domain/launch-check/product-problems.ts. Part of import_catalogue.';

create function public.in_order(p_jumps jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(j order by j ->> 'slug', (j ->> 'was')::bigint, (j ->> 'now')::bigint), '[]')
  from jsonb_array_elements(p_jumps) j
$$;
comment on function public.in_order is 'A report''s price_jumps in report order. Part of import_catalogue.';

create function public.refuse_lacking(p_lacking jsonb) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if p_lacking <> '[]' then
    raise sqlstate 'PT409' using hint = 'facts_missing', detail = p_lacking::text;
  end if;
end
$$;
comment on function public.refuse_lacking is
  'Raises PT409 facts_missing (detail: [{slug, facts}]) unless the list is empty. Part of import_catalogue.';

create function public.price_jumps(p_products jsonb, p_imported jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  with changes as (
    select g ->> 'slug' as slug, x
    from jsonb_array_elements(p_imported -> 'changed') g cross join jsonb_array_elements(g -> 'changes') x
  )
  select public.in_order((
    select coalesce(jsonb_agg(entry), '[]') from (
      select slug, x -> 'was' as was, x -> 'now' as now
      from changes
      where x ->> 'field' = 'price_pence'
        and ((x ->> 'now')::bigint * 2 <= (x ->> 'was')::bigint
          or (x ->> 'now')::bigint >= (x ->> 'was')::bigint * 2)) entry)
    || (
    select coalesce(jsonb_agg(entry), '[]') from (
      select p.slug, p.price_pence as was, s.price_pence as now
      from jsonb_array_elements(p_products) g
      join public.products p on p.slug = g ->> 'slug'
      join public.sale_prices s on s.product_id = p.id
      where s.price_pence * 2 <= p.price_pence
        and (p_imported -> 'added' ? p.slug or p.slug in (
          select slug from changes where x ->> 'field' in ('price_pence', 'sale_price_pence')))
      order by p.slug) entry))
$$;
comment on function public.price_jumps is
  'Prices that an import halved or doubled, and sales at half the price or less: [{slug, was, now}] in pence. '
  'p_imported: the report of import_products about p_products.';

create function public.oversold_colours(p_colours jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  with counted as (
    select v.id, p.slug, v.color_name, v.quantity
    from jsonb_to_recordset(p_colours) as g (slug text, color_name text, quantity integer)
    join public.products p on p.slug = g.slug
    join public.color_variants v on v.product_id = p.id
      and public.name_key(v.color_name) = public.name_key(g.color_name)
    where g.quantity is not null
  )
  select coalesce(jsonb_agg(entry), '[]') from (
    select c.slug, c.color_name as colour, c.quantity, f.held
    from counted c
    join public.free_units(array(select id from counted)) f on f.variant_id = c.id
    where f.held > c.quantity
    order by c.slug, c.color_name) entry
$$;
comment on function public.oversold_colours is
  'Imported colours with less stock than is held for checkouts: [{slug, colour, quantity, held}].';

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
  v_taken text;
  v_gone jsonb;
  v_parts jsonb[];
  v_summary jsonb;
  v_lacking bigint[];
begin
  perform pg_advisory_xact_lock(hashtextextended('import_catalogue', 0));
  v_lacking := array(select product_id from public.lacking_products());
  perform public.refuse_scheduled(
    v_products || v_colours || coalesce(p_catalogue -> 'renames', '[]')
    || coalesce(
      (select jsonb_agg(entry) from (
        select g -> 'now' as slug
        from jsonb_array_elements(p_catalogue -> 'renames') g
        where g -> 'colour' = 'null') entry), '[]'));
  -- Colours first, in id order: the lock order of checkouts, against deadlocks.
  perform 1 from public.color_variants
  where v_archive
    or product_id in (
      select p.id from public.products p
      where p.slug in (
        select g ->> 'slug'
        from jsonb_array_elements(v_products || v_colours || coalesce(p_catalogue -> 'renames', '[]')) g))
  order by id for update;

  v_summary := jsonb_build_object(
    'renamed', public.import_renames(coalesce(p_catalogue -> 'renames', '[]')),
    'categories', public.import_categories(coalesce(p_catalogue -> 'categories', '[]'), v_overwrite));

  select g ->> 'category' into v_unknown
  from jsonb_array_elements(v_products) g
  where g ? 'category' and not exists (
    select from public.categories c where c.slug = g ->> 'category' and c.kind = 'category')
  limit 1;
  if v_unknown is not null then
    raise sqlstate 'PT409' using hint = 'category_unknown', detail = jsonb_build_object('category', v_unknown)::text;
  end if;

  -- A file's rows may add or change a product; a form that adds one must not change another.
  select g ->> 'slug' into v_taken
  from jsonb_array_elements(v_products) g
  where g -> 'new' = 'true' and exists (select from public.products p where p.slug = g ->> 'slug')
  limit 1;
  if v_taken is not null then
    raise sqlstate 'PT409' using hint = 'slug_taken', detail = jsonb_build_object('slug', v_taken)::text;
  end if;

  -- Names that the export saw and the shop no longer has were renamed in between.
  select coalesce(jsonb_agg(entry), '[]') into v_gone from (
    select g -> 'slug' as slug, null as colour
    from jsonb_array_elements(v_products) with ordinality as e (g, place)
    where g ? 'seen' and not exists (select from public.products p where p.slug = g ->> 'slug')
    order by place) entry;
  select v_gone
         || coalesce(jsonb_agg(jsonb_build_object('slug', g -> 'slug', 'colour', g -> 'color_name') order by place),
           '[]'::jsonb) into v_gone
  from jsonb_array_elements(v_colours) with ordinality as e (g, place)
  where g ? 'seen' and not exists (
    select from public.color_variants v join public.products p on p.id = v.product_id
    where p.slug = g ->> 'slug' and public.name_key(v.color_name) = public.name_key(g ->> 'color_name'));
  if v_gone <> '[]' and v_archive then
    -- The renamed product would count as missing.
    raise sqlstate 'PT409' using hint = 'renamed_since', detail = v_gone::text;
  end if;
  if v_gone <> '[]' then
    v_products := (
      select coalesce(jsonb_agg(g.item order by g.place), '[]'::jsonb)
      from jsonb_array_elements(v_products) with ordinality as g (item, place)
      where not (g.item ? 'seen' and not exists (select from public.products p where p.slug = g.item ->> 'slug')));
    v_colours := (
      select coalesce(jsonb_agg(g.item order by g.place), '[]'::jsonb)
      from jsonb_array_elements(v_colours) with ordinality as g (item, place)
      where not v_gone @> jsonb_build_array(
        jsonb_build_object('slug', g.item -> 'slug', 'colour', g.item -> 'color_name'))
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
  perform public.refuse_archived_categories();
  v_summary := v_summary || jsonb_build_object(
    'categories', v_summary -> 'categories' || '{"dropped": [], "kept": []}',
    'products', v_parts[1] - array['conflicts', 'stay_archived'],
    'colours', v_parts[2] - array['conflicts', 'stay_archived'],
    'conflicts', v_parts[1] -> 'conflicts' || (v_parts[2] -> 'conflicts') || coalesce(p_catalogue -> 'left', '[]'),
    'stay_archived', v_parts[1] -> 'stay_archived' || (v_parts[2] -> 'stay_archived'),
    'gone', v_gone,
    'price_jumps', public.price_jumps(v_products, v_parts[1]),
    -- At least two, and more than a fifth of the shop.
    'mass_archive', (
      select case when n > 1 and n * 5 > v_on_sale then n else 0 end
      from (
        select jsonb_array_length(v_summary -> 'archived' -> 'products') + count(*)
        from jsonb_array_elements(v_parts[1] -> 'changed') g
        where g -> 'changes' @> '[{"field": "archived", "now": true}]') as gone (n)),
    -- Facts that were already missing stop builds anyway, and may be added step by step.
    'lacking', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select slug, facts
        from public.lacking_products()
        where product_id <> all (v_lacking) and product_id in (
          select p.id from public.products p join public.categories c on c.id = p.category_id
          where p.slug in (select g ->> 'slug' from jsonb_array_elements(v_products || v_colours) g)
            or c.slug in (select g ->> 'slug' from jsonb_array_elements(p_catalogue -> 'categories') g))
        order by slug) entry));

  if not coalesce((p_options ->> 'preview')::boolean, false) then
    if v_summary -> 'price_jumps' <> '[]' and not coalesce((p_options ->> 'allow_price_jumps')::boolean, false) then
      raise sqlstate 'PT409' using hint = 'price_jumps', detail = (v_summary -> 'price_jumps')::text;
    end if;
    if (v_summary ->> 'mass_archive')::integer > coalesce((p_options ->> 'allow_archiving')::integer, 0) then
      raise sqlstate 'PT409' using hint = 'mass_archive', detail = v_summary ->> 'mass_archive';
    end if;
    perform public.refuse_lacking(v_summary -> 'lacking');
  end if;

  -- An import makes its user wait for the pages, even if only stock has changed.
  update public.catalogue_changes set urgent = true where transaction_id = pg_current_xact_id() and not urgent;

  return v_summary || jsonb_build_object('oversold', public.oversold_colours(v_colours));
end
$$;
comment on function public.import_catalogue is
  'Imports {renames, categories, products, colours}, all or nothing; deletes nothing. An undo adds left, names '
  'reported as conflicts. p_options: archive_missing; overwrite: the file wins conflicts; restore: archived items '
  'return; allow_price_jumps; allow_archiving: up to that many products. Returns a report; oversold are colours with '
  'less stock than holds. A product marked new is never merged with an existing one. Errors: PT409 category_unknown, '
  'slug_taken, price_jumps (half or double), sale_not_lower, sale_times, mass_archive, facts_missing, renamed_since '
  '(archive_missing only); those of import_renames, import_categories, import_colours, refuse_scheduled, '
  'refuse_archived_categories.';

create function public.export_catalogue(p_offset integer, p_limit integer) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'categories', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select c.slug as id, c.name from public.categories c
        where c.kind = 'category' and c.archived_at is null order by c.position, c.id) entry),
    'collections', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select c.slug as id, c.name, c.in_menu, c.rule, public.category_order(c.id) as products
        from public.categories c
        where c.kind = 'collection' and c.archived_at is null order by c.position, c.id) entry),
    'products', coalesce((
      select jsonb_agg(
        public.product_fields(p.id) - array['id', 'category_id', 'archived_at', 'updated_at', 'comes_with']
        || public.sale_fields(p.id)
        || jsonb_build_object(
          'category', c.slug,
          'collections', (
            select coalesce(jsonb_object_agg(c.slug, c.name), '{}')
            from public.product_order o
            join public.categories c on c.id = o.category_id
            where o.product_id = p.id and c.kind = 'collection' and c.rule is null and c.archived_at is null),
          'color_variants', (
            select coalesce(jsonb_agg(
              v.fields - array['id', 'product_id', 'position', 'updated_at', 'archived_at', 'archived']
              order by v.position, v.id), '[]')
            from public.colour_fields v where v.product_id = p.id and v.archived_at is null))
        order by p.id)
      from (
        select id from public.products where archived_at is null and comes_with is null
        order by id limit p_limit offset p_offset
      ) page
      join public.products p on p.id = page.id
      join public.categories c on c.id = p.category_id), '[]'::jsonb))
$$;
comment on function public.export_catalogue is
  'Categories, collections and a page of the products with their colours, stock and pictures, in import_catalogue''s '
  'format; without products inserted ahead by scheduled releases. The products of a collection are its category_order; '
  'those of a product''s collections, {slug: name}, are the ones chosen by hand.';
