-- Categories and collections as edited in the studio, and the order of the menu.

create function public.menu_order() returns jsonb
language sql stable set search_path = ''
as $$ select coalesce(jsonb_agg(slug order by position, id), '[]'::jsonb) from public.categories $$;
comment on function public.menu_order is
  'Slugs of all categories and collections in menu order, archived ones included.';

create function public.import_menu(p_menu jsonb, p_options jsonb default '{}') returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_shop constant jsonb := public.menu_order();
  v_seen constant jsonb := (
    select coalesce(jsonb_agg(slug order by place), '[]')
    from jsonb_array_elements(p_menu -> 'seen') with ordinality as e (slug, place) where v_shop @> slug);
  -- Categories that the list lacks, such as new ones, follow at the end.
  v_now constant jsonb := (
    select coalesce(jsonb_agg(slug order by first), '[]')
    from (
      select slug, min(place) as first
      from jsonb_array_elements((p_menu -> 'now') || v_shop) with ordinality as e (slug, place)
      where v_shop @> slug
      group by slug) listed);
  v_known constant jsonb := (
    select coalesce(jsonb_agg(slug order by place), '[]')
    from jsonb_array_elements(v_shop) with ordinality as e (slug, place) where v_seen @> slug);
  v_conflict constant boolean := p_menu ? 'seen' and v_known <> v_seen and v_shop <> v_now
    and not coalesce((p_options ->> 'overwrite')::boolean, false);
begin
  if not v_conflict and v_shop <> v_now then
    update public.categories c set position = e.place
    from jsonb_array_elements_text(v_now) with ordinality as e (slug, place)
    where c.slug = e.slug and c.position <> e.place;
  end if;
  return jsonb_build_object(
    'changed', case when v_conflict or v_shop = v_now then '[]'
      else jsonb_build_array(jsonb_build_object('was', v_shop, 'now', v_now)) end,
    'conflicts', case when v_conflict
      then jsonb_build_array(jsonb_build_object('seen', v_seen, 'shop', v_shop, 'file', v_now)) else '[]' end);
end
$$;
comment on function public.import_menu is
  'Sets the order of categories and collections, {seen, now}, both lists of slugs; those not listed follow. A current '
  'order that is neither the baseline seen nor now is a conflict and stays unless p_options has overwrite; ones added '
  'or removed since do not count. Returns {changed: [{was, now}], conflicts: [{seen, shop, file}]}, at most one of '
  'each. Part of apply_changes, which serialises its callers.';

create function public.staff_categories() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff('edit_catalogue');
  return (
    select coalesce(jsonb_agg(entry), '[]') from (
      select c.id, c.slug, c.kind, c.name, c.intro, c.picture, c.focus, c.tile, c.search_title,
        c.search_description, c.share_picture, c.in_menu, c.rule, c.archived_at is not null as archived,
        m.shown, m.waiting, m.image, public.category_order(c.id) as order
      from public.categories c
      cross join lateral (
        select count(*) filter (where l.id is not null) as shown, count(*) filter (where l.id is null) as waiting,
               (array_agg(l.color_variants -> 0 -> 'images' -> 0 ->> 'image'
                 order by p.place nulls first, l.created_at desc, l.id desc)
                 filter (where l.id is not null))[1] as image
        from (
          select id, null::integer as place from public.products
          where c.kind = 'category' and category_id = c.id and archived_at is null
          union all
          select o.product_id, o.place from public.product_order o join public.products p on p.id = o.product_id
          where c.kind = 'collection' and c.rule is null and o.category_id = c.id and p.archived_at is null
          union all
          select product_id, place from public.collection_products where c.rule is not null and collection_id = c.id
        ) p
        left join public.listed_products l on l.id = p.id) m
      order by c.position, c.id) entry);
end
$$;
comment on function public.staff_categories is
  'All categories and collections in menu order, archived ones included: [{id, slug, kind, name, intro, picture, '
  'focus, tile, search_title, search_description, share_picture, in_menu, rule, archived, shown, waiting, image, '
  'order}]. shown: number of products that shoppers see there; waiting: products that will open; image: the first '
  'product''s picture; order: category_order. Errors: those of require_staff.';

create function public.staff_rule_products(p_rule jsonb, p_slug text default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_collection bigint;
  v_found jsonb;
begin
  perform public.require_staff('edit_catalogue');
  begin
    update public.categories set rule = p_rule where slug = p_slug and kind = 'collection'
    returning id into v_collection;
    if not found then
      insert into public.categories (slug, name, kind, rule)
      values ('rule-' || gen_random_uuid(), 'Rule', 'collection', p_rule) returning id into v_collection;
    end if;
    select jsonb_build_object('count', count(*), 'products', coalesce(jsonb_agg(jsonb_build_object(
      'slug', m.slug, 'name', m.name, 'image', m.image) order by m.at) filter (where m.at <= 12), '[]'))
    into v_found
    from (
      select p.slug, p.name, l.color_variants -> 0 -> 'images' -> 0 ->> 'image' as image,
             row_number() over (order by c.place nulls first, c.created_at desc, c.product_id desc) as at
      from public.collection_products c
      join public.products p on p.id = c.product_id
      join public.listed_products l on l.id = c.product_id
      where c.collection_id = v_collection) m;
    raise exception using errcode = 'PV001';
  exception when sqlstate 'PV001' then
    -- The collection is rolled back; its products stay.
    return v_found;
  end;
end
$$;
comment on function public.staff_rule_products is
  'Products that a rule would give the collection p_slug, or a new one, now and in their order: {count, products: '
  '[{slug, name, image}], at most 12}. A dry run, rolled back. Errors: those of require_staff.';
