-- Order of products within a category's or collection's listing, set by marketers.

create table public.product_order (
  category_id bigint not null references public.categories (id) on delete cascade,
  product_id bigint not null references public.products (id) on delete cascade,
  place integer not null,
  primary key (category_id, product_id),
  constraint product_order_place_key unique (category_id, place),
  constraint product_order_place_positive check (place > 0)
);
comment on table public.product_order is
  'Places of products in a listing. In a category or a collection with a rule, products without one, such as new ones, '
  'come first, newest first; a row counts only while the product is there, and counts again when it returns. A '
  'collection without a rule consists of the products that have a place in it.';
comment on column public.product_order.place is 'Smallest first.';
create index product_order_by_product on public.product_order (product_id);
alter table public.product_order enable row level security;
create policy "everyone reads the order of the shop" on public.product_order
  for select to anon, authenticated using (exists (select from public.products p where p.id = product_id));
grant select on public.product_order to anon, authenticated;

create function public.set_openings_of_collections(p_collections bigint[]) returns void
language sql set search_path = ''
as $$
  update public.categories c
  set visible_from = o.opens
  from (
    select k.id, case when k.rule is null and not bool_or(p.visible_from is null) then min(p.visible_from) end as opens
    from public.categories k
    left join public.product_order m on m.category_id = k.id
    left join public.products p on p.id = m.product_id and p.archived_at is null
    where k.kind = 'collection' and k.id = any (p_collections)
    group by k.id
  ) o
  where c.id = o.id and c.visible_from is distinct from o.opens
$$;
comment on function public.set_openings_of_collections is
  'Sets categories.visible_from of collections. Part of triggers.';

create function public.note_opening_of_collections() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_table_name = 'products' then
    perform public.set_openings_of_collections(array(
      select category_id from public.product_order where product_id = new.id));
  elsif tg_table_name = 'categories' then
    perform public.set_openings_of_collections(array[new.id]);
  else
    perform public.set_openings_of_collections(array[new.category_id, old.category_id]);
  end if;
  return null;
end
$$;
comment on function public.note_opening_of_collections is
  'Sets the openings of the collections that a change of a product, of their products or of their rule concerns.';

create trigger note_opening_of_collections after update of visible_from, archived_at on public.products
  for each row when ((old.visible_from, old.archived_at) is distinct from (new.visible_from, new.archived_at))
  execute function public.note_opening_of_collections();
create trigger note_opening_of_collections after insert or delete on public.product_order
  for each row execute function public.note_opening_of_collections();
create trigger note_opening_of_collections after update of rule on public.categories
  for each row when (old.rule is distinct from new.rule) execute function public.note_opening_of_collections();

create function public.category_order(p_category bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(p.slug order by o.place), '[]'::jsonb)
  from public.product_order o
  join public.categories c on c.id = o.category_id
  join public.products p on p.id = o.product_id and (c.kind = 'collection' or p.category_id = c.id)
  where o.category_id = p_category and p.comes_with is null
$$;
comment on function public.category_order is
  'Slugs of the products with a place in a category or collection, in order, archived ones included.';

create function public.slugs_of_category(p_category bigint, p_slugs jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(p.slug order by g.place), '[]'::jsonb)
  from (
    select slug, min(place) as place from jsonb_array_elements_text(p_slugs) with ordinality as e (slug, place)
    group by slug
  ) g
  join public.categories c on c.id = p_category
  join public.products p on p.slug = g.slug and (c.kind = 'collection' or p.category_id = c.id) and p.comes_with is null
$$;
comment on function public.slugs_of_category is
  'Slugs that may have a place in a category or collection, once each, in the given order.';

create function public.import_product_order(p_order jsonb, p_options jsonb default '{}') returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_overwrite constant boolean := coalesce((p_options ->> 'overwrite')::boolean, false);
  v_given jsonb;
begin
  -- Imports are serialised, so that nothing changes between comparing and writing.
  perform pg_advisory_xact_lock(hashtextextended('import_catalogue', 0));
  with given as (
    select g.slug, g.item, c.id,
      public.category_order(c.id) as shop,
      public.slugs_of_category(c.id, g.item -> 'now') as now,
      -- Products that have left the category since do not change the order.
      public.slugs_of_category(c.id, g.item -> 'seen') as seen
    from jsonb_each(p_order) as g (slug, item)
    left join public.categories c on c.slug = g.slug
  )
  select coalesce(jsonb_agg(entry), '[]') into v_given from (
    select slug as category, id, case when id is not null then shop end as was, now, item -> 'seen' as seen,
      item -> 'now' as file,
      id is null or (item ? 'seen' and shop <> seen and shop <> now and not v_overwrite) as conflict
    from given
    order by slug) entry;

  -- Only differences: each row requests a build.
  delete from public.product_order o
  using jsonb_array_elements(v_given) g
  where g -> 'conflict' = 'false' and o.category_id = (g ->> 'id')::bigint and not exists (
    select from jsonb_array_elements_text(g -> 'now') with ordinality as e (slug, place)
    join public.products p on p.slug = e.slug
    where p.id = o.product_id and e.place = o.place);
  insert into public.product_order (category_id, product_id, place)
  select (g ->> 'id')::bigint, p.id, e.place
  from jsonb_array_elements(v_given) g
  cross join lateral jsonb_array_elements_text(g -> 'now') with ordinality as e (slug, place)
  join public.products p on p.slug = e.slug
  where g -> 'conflict' = 'false'
  on conflict do nothing;

  return jsonb_build_object(
    'changed', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select g -> 'category' as category, g -> 'was' as was, g -> 'now' as now
        from jsonb_array_elements(v_given) g where g -> 'conflict' = 'false' and g -> 'was' <> g -> 'now') entry),
    'conflicts', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select g -> 'category' as category, g -> 'seen' as seen, g -> 'was' as shop, g -> 'file' as file
        from jsonb_array_elements(v_given) g where g -> 'conflict' = 'true') entry),
    'missing', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select g -> 'category' as category, s as slug
        from jsonb_array_elements(v_given) g cross join lateral jsonb_array_elements(g -> 'file') s
        where g -> 'conflict' = 'false' and not g -> 'now' @> jsonb_build_array(s)) entry));
end
$$;
comment on function public.import_product_order is
  'Sets product places in categories and collections, {category: {seen, now}}, both lists of slugs. now replaces all '
  'places and with them the products of a collection without a rule; in any other, an empty '
  'list restores newest first. A current order that is neither the baseline seen nor now is a conflict and stays '
  'unless p_options has overwrite. Returns {changed: [{category, was, now}], conflicts: [{category, seen, shop, '
  'file}], missing: [{category, slug}]}; shop is null for a deleted category. Part of a release.';

create function public.staff_product_order(p_category text default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_category public.categories;
begin
  perform public.require_staff('edit_catalogue');
  select * into v_category from public.categories
  where (kind = 'category' or rule is not null)
    and (slug = p_category or p_category is null and archived_at is null)
  order by position, id limit 1;
  if not found then
    raise sqlstate 'PT404' using hint = 'category_unknown';
  end if;
  return jsonb_build_object(
    'category', v_category.slug,
    'categories', (select jsonb_agg(entry) from (
      select slug, name from public.categories where archived_at is null and (kind = 'category' or rule is not null)
      order by position, id) entry),
    'order', public.category_order(v_category.id),
    'products', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select p.slug, p.name, case when p.visible_from > now() then p.visible_from end as opens_at,
          look.image, look.colours, look.sold_out
        from public.products p
        cross join lateral (
          select count(*) as colours, coalesce(max(v.quantity), 0) = 0 as sold_out, (
            select i.path from public.variant_images i join public.color_variants c on c.id = i.variant_id
            where c.product_id = p.id and c.archived_at is null order by c.position, c.id, i.position, i.id
              limit 1) as image
          from public.color_variants v where v.product_id = p.id and v.archived_at is null) look
        where p.archived_at is null and p.comes_with is null and case
          when v_category.kind = 'category' then p.category_id = v_category.id
          else p.id in (select product_id from public.collection_products where collection_id = v_category.id) end
        order by greatest(p.created_at, p.visible_from) desc, p.id desc) entry));
end
$$;
comment on function public.staff_product_order is
  'A category, or a collection with a rule, for ordering its products (the first if null): {category, categories: '
  '[{slug, name}], order (category_order), products: [{slug, name, opens_at, image, colours, sold_out}]}, newest '
  'first, including unopened ones, but not those of scheduled releases; in a collection, those that shoppers see. '
  'Errors: those of require_staff; PT404 category_unknown, also for a collection without a rule.';
