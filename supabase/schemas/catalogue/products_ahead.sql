-- New products of a scheduled release are inserted ahead, hidden, so that time alone opens them to the second. A job
-- publishes the rest in that minute.

alter table public.products
  add constraint products_comes_with_fkey foreign key (comes_with) references public.releases (id) on delete restrict;

create function public.split_ahead(
  p_catalogue jsonb, p_slugs text[], p_categories text[], p_ahead boolean
) returns jsonb
language sql immutable set search_path = ''
as $$
  select p_catalogue || jsonb_build_object(
    'categories', (
      select coalesce(jsonb_agg(g order by place), '[]') from jsonb_array_elements(p_catalogue -> 'categories')
        with ordinality as e (g, place)
      where (g ->> 'slug' in (select unnest(p_categories))) = p_ahead),
    'products', (
      select coalesce(jsonb_agg(g order by place), '[]') from jsonb_array_elements(p_catalogue -> 'products')
        with ordinality as e (g, place)
      where (g ->> 'slug' in (select unnest(p_slugs))) = p_ahead),
    'colours', (
      select coalesce(jsonb_agg(g order by place), '[]') from jsonb_array_elements(p_catalogue -> 'colours')
        with ordinality as e (g, place)
      where (g ->> 'slug' in (select unnest(p_slugs))) = p_ahead))
$$;
comment on function public.split_ahead is
  'The part of a release''s catalogue that is inserted ahead (products and categories with these slugs), or the rest.';

create function public.own_times(
  p_catalogue jsonb
) returns table (slug text, visible_from timestamptz, created_at timestamptz)
language sql immutable set search_path = ''
as $$
  select g ->> 'slug', (g ->> 'visible_from')::timestamptz, (g ->> 'created_at')::timestamptz
  from jsonb_array_elements(p_catalogue -> 'products') g
$$;
comment on function public.own_times is
  'Opening times that a release''s own catalogue gives its products; null without one.';

create function public.put_ahead(p_release public.releases, p_at timestamptz, p_report jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  v_catalogue constant jsonb := p_release.changes -> 'catalogue';
  v_new text[];
  v_categories text[];
  v_seen constant bigint[] := array(select id from public.categories where visible_from is null
    or visible_from <= now());
  v_part jsonb;
  v_done jsonb;
begin
  if p_release.ahead is null then
    -- A name or a code that the same release will free is still taken.
    v_new := array(
      select slug from jsonb_array_elements_text(p_report -> 'catalogue' -> 'products' -> 'added') as a (slug)
      where not exists (select from public.products p where p.slug = a.slug)
        and not exists (
          select from jsonb_array_elements(v_catalogue -> 'colours') g
          join public.color_variants v on v.sku = g ->> 'sku' or v.gtin = g ->> 'gtin'
          where g ->> 'slug' = a.slug));
    if v_new = '{}' then
      return;
    end if;
    v_categories := array(
      select distinct g ->> 'category' from jsonb_array_elements(v_catalogue -> 'products') g
      where g ->> 'slug' in (select unnest(v_new))
        and not exists (select from public.categories c where c.slug = g ->> 'category'));
    v_part := public.split_ahead(v_catalogue, v_new, v_categories, true) - array['renames', 'drop_categories', 'left'];
    -- Hidden from the first moment: a category takes its opening from its products.
    v_done := public.import_catalogue(
      v_part || jsonb_build_object('products', (
        select jsonb_agg(
          g || jsonb_build_object('visible_from', o.opens, 'created_at', coalesce(g ->> 'created_at', o.opens::text))
            order by place)
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
    set visible_from = greatest(o.visible_from, p_at),
        created_at = coalesce(o.created_at, greatest(o.visible_from, p_at))
    from public.own_times(v_catalogue) o
    where p.comes_with = p_release.id and p.slug = o.slug;
  end if;
  -- A visible category must not disappear because all of its products open later.
  update public.categories set visible_from = null where id = any (v_seen) and visible_from > now();
  -- Nothing visible has changed, so pages need no build. stale_answers keeps its row: responses in the CDN predate the
  -- opening time and would outlive it.
  delete from public.catalogue_changes where transaction_id = pg_current_xact_id();
end
$$;
comment on function public.put_ahead is
  'Inserts a release''s new products (p_report of its preview) and their new categories, hidden until p_at, or until '
  'their own later opening. For a release that is already scheduled, moves only the opening. Part of '
  'schedule_release.';

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
      -- The product has opened, and is in a checkout or an order.
      update public.products set archived_at = now(), comes_with = null where id = v_product.id;
      v_archived := v_archived || v_product.slug;
    end;
  end loop;
  v_kept := public.drop_categories(p_release.ahead -> 'to_drop') -> 'kept';
  -- A new category shared with another scheduled release is dropped when that one is unscheduled.
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
  'Removes what put_ahead inserted, and returns the slugs of products that could only be archived because they are in '
  'a checkout or an order. Part of every way to unschedule a release.';

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
  -- From here on they are ordinary products. Published early, they open as the release itself sets.
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
  'Applies a release, and reports as apply_changes would with nothing inserted ahead, so that the report matches the '
  'preview. p_options: in addition to the release''s own. Errors: those of apply_changes.';

create function public.with_ahead(p_report jsonb, p_ahead jsonb, p_catalogue jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  with places as (
    select 'categories' as part, g ->> 'slug' as slug, place
    from jsonb_array_elements(p_catalogue -> 'categories') with ordinality as e (g, place)
    union all
    select 'products', g ->> 'slug', place from jsonb_array_elements(p_catalogue -> 'products')
      with ordinality as e (g, place)
  ), added as (
    select part, slug, place from places
    where (part, slug) in (
      select kind, jsonb_array_elements_text((p_report -> kind -> 'added') || (p_ahead -> kind))
      from unnest(array['categories', 'products']) kind)
  ), colours as (
    select g, e.place, a.place as product
    from jsonb_array_elements((p_report -> 'colours' -> 'added') || (p_ahead -> 'colours'))
      with ordinality as e (g, place)
    left join added a on a.part = 'products' and a.slug = g ->> 'slug'
  )
  select jsonb_set(jsonb_set(jsonb_set(p_report || jsonb_build_object(
      'gone', (p_report -> 'gone') || (p_ahead -> 'gone'),
      'price_jumps', public.in_order((p_report -> 'price_jumps') || (p_ahead -> 'price_jumps'))),
    '{categories,added}', (select coalesce(jsonb_agg(slug order by place), '[]') from added where part = 'categories')),
    '{products,added}', (select coalesce(jsonb_agg(slug order by place), '[]') from added where part = 'products')),
    -- In order of product id: existing ones first.
    '{colours,added}', (select coalesce(jsonb_agg(g order by product nulls first, place), '[]') from colours))
$$;
comment on function public.with_ahead is
  'A report of import_catalogue with the products inserted ahead among the added ones, in their usual order. Part of '
  'apply_release.';
