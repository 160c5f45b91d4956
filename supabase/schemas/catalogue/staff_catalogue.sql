-- The catalogue as edited in the studio, archived products included.

create type public.catalogue_state as enum ('live', 'opens', 'archived');
comment on type public.catalogue_state is
  'Whether shoppers see a product: live; opens: not yet, or it has no colour on sale; archived: no longer.';

create type public.catalogue_stock as enum ('in_stock', 'low', 'sold_out');
comment on type public.catalogue_stock is
  'Stock of a product''s colours on sale: low if one has at most two units, sold_out if all have none.';

create type public.catalogue_sort as enum (
  'newest', 'name', 'name_back', 'price', 'price_back', 'stock', 'stock_back', 'changed', 'changed_back'
);
comment on type public.catalogue_sort is
  'Order of the studio''s products; …_back: descending, except changed, whose latest come first.';

create view public.catalogue_rows with (security_invoker = true) as
select p.id, p.slug, p.name, p.price_pence, p.updated_at, p.category_id, c.slug as category, c.name as category_name,
       case when p.archived_at is not null then 'archived'
         when p.visible_from > now() or k.colours = 0 then 'opens' else 'live' end::public.catalogue_state as state,
       k.units,
       case when k.units = 0 then 'sold_out' when k.fewest <= 2 then 'low' else 'in_stock' end::public.catalogue_stock
         as stock
from public.products p
join public.categories c on c.id = p.category_id
cross join lateral (
  select count(*) as colours, coalesce(sum(v.quantity), 0) as units, min(v.quantity) as fewest
  from public.color_variants v where v.product_id = p.id and v.archived_at is null) k;
comment on view public.catalogue_rows is
  'Products as the studio lists, filters and sorts them: state, units of all colours on sale, and how low they are.';

create function public.changed_by(p_at timestamptz) returns text
language sql stable set search_path = ''
as $$
  select coalesce(s.name, 'Command')
  from public.releases r
  join public.release_events e on e.release_id = r.id and e.what in ('published', 'published_differently')
  left join public.staff s on s.id = e.staff_id
  where r.published_at = p_at
  limit 1
$$;
comment on function public.changed_by is
  'The person whose release made a change, by its time: a transaction''s changes and its release have the same. Null '
  'for changes outside releases.';

create function public.staff_catalogue(
  p_search text default '', p_after bigint default null, p_slugs text[] default null,
  p_category text default null, p_state public.catalogue_state default null,
  p_stock public.catalogue_stock default null, p_sort public.catalogue_sort default 'newest',
  p_codes text[] default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_limit constant integer := 50;
  v_ids bigint[];
begin
  perform public.require_staff('edit_catalogue');
  select coalesce(array_agg(found.id order by found.place), '{}') into v_ids
  from (
    select r.id, row_number() over (order by
        case when p_sort = 'name' then lower(r.name) end,
        case when p_sort = 'name_back' then lower(r.name) end desc,
        case p_sort when 'price' then r.price_pence when 'stock' then r.units end,
        case p_sort when 'price_back' then r.price_pence when 'stock_back' then r.units end desc,
        case when p_sort = 'changed' then r.updated_at end desc,
        case when p_sort = 'changed_back' then r.updated_at end,
        r.id desc) as place
    from public.catalogue_rows r
    where (p_slugs is null or r.slug = any (p_slugs))
      and (p_codes is null or r.id in (
        select v.product_id from public.color_variants v where v.sku = any (p_codes) or v.gtin = any (p_codes)))
      and (p_category is null or r.category = p_category)
      and (p_state is null or r.state = p_state)
      and (p_stock is null or r.stock = p_stock)
      and public.has_words(concat_ws(' ', r.name, r.slug, r.category_name), p_search)
    order by place
    limit v_limit + 1 offset coalesce(p_after, 0)
  ) found;
  return jsonb_build_object(
    'categories', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select slug, name
        from public.categories c
        where kind = 'category' and (archived_at is null or exists (
          select from public.products p where p.category_id = c.id))
        order by position, id) entry),
    'next', case when cardinality(v_ids) > v_limit then coalesce(p_after, 0) + v_limit end,
    'products', (
      select coalesce(jsonb_agg(
        public.product_fields(p.id) || public.sale_fields(p.id) || public.regular_price_period(p.id)
        || jsonb_build_object(
          'category', r.category,
          'state', r.state,
          'stock', r.stock,
          'units', r.units,
          'changed_at', p.updated_at,
          'changed_by', public.changed_by(p.updated_at),
          'archived', p.archived_at is not null,
          'was_is_lawful', coalesce((select s.was_is_lawful from public.sale_prices s where s.product_id = p.id),
            false),
          'colours', (
            select coalesce(jsonb_agg(v.fields order by v.position, v.id), '[]')
            from public.colour_fields v where v.product_id = p.id))
        order by array_position(v_ids, p.id)), '[]')
      from public.products p join public.catalogue_rows r on r.id = p.id
      where p.id = any (v_ids[:v_limit])));
end
$$;
comment on function public.staff_catalogue is
  'Fifty products with their colours, archived and unopened ones included: all, those with all words of a search in '
  'name, slug or category, those of a category, state or stock, or those with these slugs, or SKUs or GTINs in stored '
  'form; and their categories. '
  'p_after: next of the previous page, the number of rows before it. Errors: those of require_staff.';

create function public.staff_export_catalogue(p_offset integer, p_limit integer) returns jsonb
language sql stable set search_path = ''
as $$
  select public.require_staff('edit_catalogue');
  select public.export_catalogue(p_offset, p_limit)
$$;
comment on function public.staff_export_catalogue is 'export_catalogue for staff. Errors: those of require_staff.';
