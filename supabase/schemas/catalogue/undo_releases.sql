-- Undo of a release: a new release that reverts its changes, except stock and later changes.

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
  'Items, in import_catalogue''s format, that revert a report''s changes of categories, products or colours, [{slug, '
  'colour, changes: [{field, was, now}]}]; all fields but stock. Part of undo_changes.';

create function public.undo_changes(p_report jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_catalogue constant jsonb := p_report -> 'catalogue';
  v_renames jsonb;
  v_left jsonb;
  v_products jsonb;
  v_colours jsonb;
  v_codes text[];
  v_changes jsonb := '{}';
begin
  if v_catalogue <> 'null' then
    -- A rename is reverted if the name is unchanged and the old one is free. A colour's slug is the product's after
    -- this release; after the undo, the one before.
    with done as (
      select g ->> 'slug' as slug, g ->> 'colour' as colour, g ->> 'now' as now
      from jsonb_array_elements(v_catalogue -> 'renamed') g
    ), products as (
      select d.*, exists (select from public.products where slug = d.now) and not exists (
        select from public.products p
        where p.slug = d.slug and p.slug not in (select o.now from done o where o.colour is null)) as possible
      from done d where d.colour is null
    ), colours as (
      select d.*, p.slug as old_slug, exists (
          select from public.color_variants v join public.products s on s.id = v.product_id
          where s.slug = d.slug and v.color_name = d.now)
        and not exists (
          select from public.color_variants v join public.products s on s.id = v.product_id
          where s.slug = d.slug and public.name_key(v.color_name) = public.name_key(d.colour)
            and public.name_key(d.colour) <> public.name_key(d.now)
            and v.color_name not in (select o.now from done o
              where o.slug = d.slug and o.colour is not null)) as possible
      from done d left join products p on p.now = d.slug and p.possible
      where d.colour is not null
    ), everything as (
      select possible, now as slug, null as colour, slug as back, 'slug' as field, now as item_slug from products
      union all
      select possible, coalesce(old_slug, slug), now, colour, 'color_name', slug from colours
    )
    select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'colour', colour, 'now', back)) filter (where possible),
           '[]'),
           coalesce(jsonb_agg(jsonb_build_object(
             'slug', item_slug, 'colour', colour, 'field', field, 'seen', coalesce(colour, slug), 'shop', null,
             'file', back))
             filter (where not possible), '[]')
    into v_renames, v_left from everything;

    v_products := public.undone_items(v_catalogue -> 'products' -> 'changed')
      || (select coalesce(jsonb_agg(entry), '[]') from (
        select s as slug, true as archived, '{"archived": false}'::jsonb as seen
        from jsonb_array_elements(v_catalogue -> 'products' -> 'added') s) entry)
      || (select coalesce(jsonb_agg(entry), '[]') from (
        select s as slug, false as archived, '{"archived": true}'::jsonb as seen
        from jsonb_array_elements(v_catalogue -> 'archived' -> 'products') s) entry);
    v_colours := public.undone_items(v_catalogue -> 'colours' -> 'changed');
    -- A code that another colour has taken since stays there, unless this gives it back.
    with taken as (
      select i.place, i.item, f.field
      from jsonb_array_elements(v_colours) with ordinality as i (item, place)
      cross join unnest('{sku, gtin}'::text[]) as f (field)
      join public.color_variants v on i.item ->> f.field in (v.sku, v.gtin)
      join public.products p on p.id = v.product_id
      where not exists (
        select from jsonb_array_elements(v_colours || (v_catalogue -> 'colours' -> 'added')) as o (item)
        where o.item ->> 'slug' = p.slug and public.name_key(o.item ->> 'colour') = public.name_key(v.color_name)
          and (o.item = i.item or not o.item ? 'seen'
            or i.item ->> f.field in (o.item -> 'seen' ->> 'sku', o.item -> 'seen' ->> 'gtin')))
    )
    select
      coalesce(jsonb_agg(
        (c.item - t.fields) || jsonb_build_object('seen', (c.item -> 'seen') - t.fields) order by c.place), '[]'),
      v_left || coalesce((
        select jsonb_agg(entry) from (
          select item -> 'slug' as slug, item -> 'colour' as colour, field, item -> 'seen' -> field as seen,
            item -> 'seen' -> field as shop, item -> field as file
          from taken
          order by place, field) entry), '[]')
    into v_colours, v_left
    from jsonb_array_elements(v_colours) with ordinality as c (item, place)
    cross join lateral (
      select array(select field from taken where taken.place = c.place) as fields) as t;
    v_codes := array(
      select code from jsonb_array_elements(v_colours) g cross join unnest(array[g ->> 'sku', g ->> 'gtin']) code
      where code is not null);
    v_colours := v_colours
      || (select coalesce(jsonb_agg(
          c || n.archives
          -- An archived colour keeps its codes, unless they return to a colour that had them before.
          || case when v.sku = any (v_codes)
            then jsonb_build_object('sku', public.made_sku(p.slug, v.color_name, v.id)) else '{}' end
          || case when v.gtin = any (v_codes) then '{"clears": ["gtin"]}' else '{}' end::jsonb
          || jsonb_build_object('seen', jsonb_build_object('archived', false, 'sku', v.sku, 'gtin', v.gtin))
          order by place), '[]')
        from jsonb_array_elements(v_catalogue -> 'colours' -> 'added') with ordinality as a (c, place)
        left join public.products p on p.slug = c ->> 'slug'
        left join public.color_variants v on v.product_id = p.id
          and public.name_key(v.color_name) = public.name_key(c ->> 'colour')
        -- A new product's colours are archived with it.
        cross join lateral (select case when v_catalogue -> 'products' -> 'added' @> jsonb_build_array(c -> 'slug')
          then '{}' else '{"archived": true}' end::jsonb) as n (archives)
        where n.archives <> '{}' or v.sku = any (v_codes) or v.gtin = any (v_codes))
      || (select coalesce(jsonb_agg(c || '{"archived": false, "seen": {"archived": true}}'), '[]')
          from jsonb_array_elements(v_catalogue -> 'archived' -> 'colours') c);

    -- By their names after the renames are undone.
    select coalesce(
      jsonb_agg(item || jsonb_build_object('slug', coalesce(r ->> 'now', item ->> 'slug')) order by place), '[]')
    into v_products
    from jsonb_array_elements(v_products) with ordinality as i (item, place)
    left join jsonb_array_elements(v_renames) r on r -> 'colour' = 'null' and r -> 'slug' = item -> 'slug';
    select coalesce(jsonb_agg((item - 'colour') || jsonb_build_object(
      'slug', n.slug, 'exact_position', true,
      'color_name', coalesce(item ->> 'color_name', c ->> 'now', v.color_name, item ->> 'colour'))
        order by place), '[]')
    into v_colours
    from jsonb_array_elements(v_colours) with ordinality as i (item, place)
    left join jsonb_array_elements(v_renames) r on r -> 'colour' = 'null' and r -> 'slug' = item -> 'slug'
    cross join lateral (select coalesce(r ->> 'now', item ->> 'slug') as slug) n
    left join jsonb_array_elements(v_renames) c
      on c ->> 'slug' = n.slug and public.name_key(c ->> 'colour') = public.name_key(item ->> 'colour')
    left join public.products p on p.slug = item ->> 'slug'
    left join public.color_variants v on v.product_id = p.id
      and public.name_key(v.color_name) = public.name_key(item ->> 'colour');

    v_changes := v_changes || jsonb_build_object('catalogue', jsonb_build_object(
      'renames', v_renames,
      'categories', public.undone_items(v_catalogue -> 'categories' -> 'changed')
        || (v_catalogue -> 'categories' -> 'dropped'),
      'drop_categories', v_catalogue -> 'categories' -> 'added',
      'products', v_products,
      'colours', v_colours,
      'left', v_left));
  end if;
  return v_changes || (
    select coalesce(jsonb_object_agg(part, case part when 'menu' then v.undone -> 'menu' else v.undone end), '{}')
    from (
      values ('content', 'key'), ('pages', 'id'), ('redirects', 'from'), ('order', 'category'), ('menu', null)
    ) as parts (part, key)
    cross join lateral (
      select coalesce(jsonb_object_agg(
          coalesce(g ->> key, part), jsonb_build_object('seen', g -> 'now', 'now', g -> 'was')), '{}') as undone
      from jsonb_array_elements(p_report -> part -> 'changed') g) v
    where p_report -> part <> 'null' and (part <> 'menu' or v.undone <> '{}'));
end
$$;
comment on function public.undo_changes is
  'Input of apply_changes that reverts a report: fields as before, unless changed since; archived items return; added '
  'ones are archived, since orders may refer to them, and give back codes that they took from others; new categories '
  'and collections are removed if empty; names and codes revert if free, else catalogue.left lists them. Stock stays.';

create function public.undo_options() returns jsonb
language sql immutable set search_path = ''
as $$ select '{"allow_price_jumps": true, "allow_archiving": 2147483647}'::jsonb $$;
comment on function public.undo_options is 'Guards against mistakes must not block undoing one.';

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
    raise sqlstate 'PT409' using hint = 'release_undone';
  end if;
  return v_release;
end
$$;
comment on function public.published_release is
  'A published release, locked, that can be undone. Errors: PT404 release_unknown; PT409 release_state, '
  'release_undone.';

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
comment on function public.preview_undo is
  'Preview of undoing a release now, as preview_changes, with its version. Errors: those of published_release.';

create function public.undo_release(p_staff bigint, p_release uuid, p_undo uuid, p_fingerprint text) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '5min'
as $$
declare
  v_release public.releases;
  v_changes jsonb;
  v_report jsonb := (select report from public.releases where id = p_undo and undoes = p_release);
begin
  -- Done before; the response was lost.
  if v_report is not null then
    return jsonb_build_object('release', p_undo, 'report', v_report);
  end if;
  v_release := public.published_release(p_release);
  v_changes := public.undo_changes(v_release.report);
  v_report := public.apply_changes(v_changes, public.undo_options());
  if p_fingerprint <> public.report_fingerprint(v_report) then
    raise sqlstate 'PT409' using hint = 'preview_outdated';
  end if;
  insert into public.releases (id, title, source, changes, options, words, state, report, undoes, published_at,
    transaction_id)
  values (p_undo, left('Undo: ' || v_release.title, 120), v_release.source, v_changes, public.undo_options(),
          'undo ' || v_release.words, 'published', v_report, p_release, now(), pg_current_xact_id());
  perform public.note_release(p_undo, p_staff, 'published');
  perform public.note_release(p_release, p_staff, 'undone');
  return jsonb_build_object('release', p_undo, 'report', v_report);
exception when unique_violation then
  raise sqlstate 'PT409' using hint = 'release_undone';
end
$$;
comment on function public.undo_release is
  'Undoes a published release by a new one, p_undo, if its effect is still the one seen (p_fingerprint of '
  'preview_undo): {release, report}. A repeat returns the first result. Errors: those of published_release and '
  'apply_changes; PT409 preview_outdated.';
