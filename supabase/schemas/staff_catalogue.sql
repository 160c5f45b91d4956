-- The catalogue as edited in the studio, archived products included.

create function public.staff_catalogue(
  p_search text default '', p_after bigint default null, p_slugs text[] default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_limit constant integer := 50;
  v_words constant text[] := string_to_array(lower(regexp_replace(btrim(p_search), '\s+', ' ', 'g')), ' ');
  v_ids bigint[];
begin
  perform public.require_staff('edit_catalogue');
  select coalesce(array_agg(id order by id desc), '{}') into v_ids
  from (
    select p.id
    from public.products p join public.categories c on c.id = p.category_id
    where (p_after is null or p.id < p_after)
      and (p_slugs is null or p.slug = any (p_slugs))
      and not exists (
        select from unnest(v_words) word where position(word in lower(p.name || ' ' || p.slug || ' ' || c.name)) = 0)
    order by p.id desc
    limit v_limit + 1
  ) found;
  return jsonb_build_object(
    'categories', (
      select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'name', name) order by position, id), '[]')
      from public.categories),
    'next', case when cardinality(v_ids) > v_limit then v_ids[v_limit] end,
    'products', (
      select coalesce(jsonb_agg(
        to_jsonb(p) || public.sale_fields(p.id) || public.regular_price_period(p.id) || jsonb_build_object(
          'category', c.slug,
          'archived', p.archived_at is not null,
          'was_is_lawful', coalesce((select s.was_is_lawful from public.sale_prices s where s.product_id = p.id),
            false),
          'colours', (
            select coalesce(jsonb_agg(
              to_jsonb(v) || jsonb_build_object(
                'archived', v.archived_at is not null,
                'alts', public.picture_alts(v.id),
                'images', (
                  select coalesce(jsonb_agg(i.path order by i.position, i.id), '[]')
                  from public.variant_images i where i.variant_id = v.id))
              order by v.position, v.id), '[]')
            from public.color_variants v where v.product_id = p.id))
        order by p.id desc), '[]')
      from public.products p join public.categories c on c.id = p.category_id
      where p.id = any (v_ids[:v_limit])));
end
$$;
comment on function public.staff_catalogue is
  'Fifty products with their colours, newest first, archived and unopened ones included: all, those with all words of '
  'a search in name, slug or category, or those with these slugs; and all categories. p_after: next of the previous '
  'page. Errors: those of require_staff.';

create function public.staff_export_catalogue(p_offset integer, p_limit integer) returns jsonb
language sql stable set search_path = ''
as $$
  select public.require_staff('edit_catalogue');
  select public.export_catalogue(p_offset, p_limit)
$$;
comment on function public.staff_export_catalogue is 'export_catalogue for staff. Errors: those of require_staff.';
