-- Products on sale, as read by listings, product pages and the site's build.

create view public.colours_on_sale with (security_invoker = true) as
select v.id, v.product_id, v.quantity
from public.color_variants v
join public.products p on p.id = v.product_id
where v.archived_at is null and p.archived_at is null and (p.visible_from is null or p.visible_from <= now());
comment on view public.colours_on_sale is
  'Colours on sale, sold out or not: neither they nor their product are archived, and the product is open to shoppers.';

create view public.listed_products with (security_invoker = true) as
select
  p.id,
  p.name,
  p.description,
  coalesce(s.price_pence, p.price_pence) as price_pence,
  p.category_id,
  c.name as category_name,
  greatest(p.created_at, p.visible_from) as created_at,
  greatest(p.updated_at, p.visible_from, (
    select max(v.updated_at) from public.color_variants v where v.product_id = p.id and v.archived_at is null
  ), (
    select max(moment.at)
    from public.sale_prices x cross join lateral (values (x.starts_at), (x.ends_at)) as moment (at)
    where x.product_id = p.id and moment.at <= now()
  )) as last_change,
  coalesce((
    select jsonb_agg(entry) from (
      select v.id, v.color_name, v.hex, case when p.drawn is null then v.quantity else 0 end as quantity,
        coalesce((
          select jsonb_agg(
            jsonb_strip_nulls(jsonb_build_object(
              'image', i.path, 'alt', i.alt, 'worn', nullif(i.path = v.worn, false),
              'film', case when i.path = v.worn then v.film end))
            -- The one worn comes second, unless it is the main picture.
            order by case when i.path = v.worn then least(i.position, 1.5) else i.position end, i.id)
          from public.variant_images i where i.variant_id = v.id), '[]'::jsonb) as images
      from public.color_variants v where v.product_id = p.id and v.archived_at is null
      order by v.position, v.id) entry), '[]'::jsonb) as color_variants,
  p.facts ->> 'material' as material,
  case when s.product_id is not null then jsonb_strip_nulls(jsonb_build_object(
    'regular_pence', s.regular_pence, 'was', s.was_is_lawful, 'from', s.starts_at, 'until', s.ends_at)) end as sale,
  o.place,
  case when p.drawn is not null then true end as drawn
from public.products p
left join public.running_sales s on s.product_id = p.id
left join public.product_order o on o.category_id = p.category_id and o.product_id = p.id
join public.categories c on c.id = p.category_id
where p.archived_at is null and (p.visible_from is null or p.visible_from <= now());
comment on view public.listed_products is
  'Products open to shoppers, with colours and pictures in order: [{id, color_name, hex, quantity, images: [{image, '
  'alt?, worn?, film?}]}]. price_pence: current price; sale: {regular_pence, was, from?, until?} while it is reduced, '
  'was if the regular price may be shown as the former one. created_at: opening for shoppers, so that drops count as '
  'new. last_change: of anything visible. place: position in the category (product_order), else null. '
  'drawn: true during a draw, else null.';
grant select on public.listed_products to anon, authenticated;

create view public.product_attributes with (security_invoker = true) as
select p.id, p.facts - 'material' || jsonb_strip_nulls(jsonb_build_object(
  'origin_country', p.origin_country,
  'drawn', p.drawn,
  'codes', (
    select jsonb_object_agg(v.id, jsonb_build_object('sku', v.sku, 'gtin', v.gtin))
    from public.color_variants v where v.product_id = p.id and v.archived_at is null
  ))) as attributes
from public.products p
where p.archived_at is null and (p.visible_from is null or p.visible_from <= now());
comment on view public.product_attributes is
  'Known facts of a product''s own page only, kept out of listings for size, with origin_country and, for machines, '
  'codes: {colour''s id: {sku, gtin?}}. drawn: the times of its draw. Material is in listed_products, because search '
  'uses it.';
grant select on public.product_attributes to anon, authenticated;

create view public.built_products with (security_invoker = true) as
select p.id, p.slug, p.search_title, p.search_description, p.share_picture
from public.products p
where p.archived_at is null and (p.visible_from is null or p.visible_from <= now());
comment on view public.built_products is
  'Facts of products open to shoppers that only the build of the site needs.';
grant select on public.built_products to anon, authenticated;

create view public.collection_products with (security_invoker = true) as
select c.id as collection_id, l.id as product_id, o.place, l.created_at
from public.categories c
join public.product_order o on o.category_id = c.id
join public.listed_products l on l.id = o.product_id
where c.kind = 'collection' and c.rule is null
union all
select f.collection_id, f.product_id, o.place, f.created_at
from (
  select c.id as collection_id, l.id as product_id, l.created_at, (c.rule ->> 'newest')::integer as newest,
         row_number() over (partition by c.id order by l.created_at desc, l.id desc) as age
  from public.categories c
  cross join public.current_tax t
  join public.listed_products l on true
  -- As tax_on, which only the secret key may call.
  cross join lateral (
    select l.price_pence + (l.price_pence::bigint * t.tax_basis_points + 5000) / 10000 as pence) charged
  join public.categories k on k.id = l.category_id
    and (c.rule -> 'categories' is null or c.rule -> 'categories' ? k.slug)
  where c.kind = 'collection' and c.rule is not null
    and charged.pence < coalesce((c.rule ->> 'price_under')::integer, 2147483647)
    and charged.pence > coalesce((c.rule ->> 'price_over')::integer, 0)
    and (c.rule -> 'on_sale' is null or l.sale is not null)
) f
left join public.product_order o on o.category_id = f.collection_id and o.product_id = f.product_id
where f.newest is null or f.age <= f.newest;
comment on view public.collection_products is
  'Products of collections open to shoppers, with their place, if any: those chosen by hand, or those that match the '
  'rule. All conditions of a rule must hold; prices are what a buyer in the United Kingdom is charged now; newest '
  'applies last. Sorted by place, nulls first, then newest first.';
grant select on public.collection_products to anon, authenticated;

create view public.listed_categories with (security_invoker = true) as
select c.id, c.slug, c.name, c.kind, c.position, c.intro, c.picture, c.focus, c.tile,
       c.in_menu and (c.kind = 'category' or p.products <> '{}') as in_menu,
       p.products, c.search_title, c.search_description, c.share_picture
from public.categories c
cross join lateral (
  select array(
    select m.product_id from public.collection_products m where m.collection_id = c.id
    order by m.place nulls first, m.created_at desc, m.product_id desc) as products) p
where c.archived_at is null and (c.visible_from is null or c.visible_from <= now());
comment on view public.listed_categories is
  'Categories and collections that shoppers can see. in_menu: whether the menu has it now. products: ids of a '
  'collection''s products in order; empty for categories.';
grant select on public.listed_categories to anon, authenticated;

create function public.product_listing(
  p_category bigint default null, p_products bigint[] default null, p_first bigint default null) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(listed) order by
    case when p_category is not null then listed.place end nulls first, listed.created_at desc, listed.id desc),
      '[]'::jsonb)
  from (
    select *
    from public.listed_products l
    where (p_category is null or l.category_id = p_category)
      and (p_products is null or l.id = any (p_products))
    order by case when p_category is not null then l.place end nulls first, l.created_at desc, l.id desc
    limit p_first
  ) listed
$$;
comment on function public.product_listing is
  'Rows of listed_products, newest first: of a category, with the given ids, or all; at most p_first. Products with a '
  'place in their category come last, in that order. A single JSON value, so that the API''s max_rows does not '
  'truncate it.';

create function public.collection_listing(p_collection bigint, p_first bigint default null) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(l) order by m.place nulls first, m.created_at desc, m.product_id desc), '[]')
  from (
    select * from public.collection_products where collection_id = p_collection
    order by place nulls first, created_at desc, product_id desc
    limit p_first
  ) m
  join public.listed_products l on l.id = m.product_id
$$;
comment on function public.collection_listing is
  'A collection''s products in product_listing''s format, at most p_first. Part of category_listing.';

create function public.category_listing(p_category bigint, p_first bigint default null) returns jsonb
language sql stable set search_path = ''
as $$
  select case c.kind
    when 'category' then public.product_listing(c.id, p_first => p_first)
    else public.collection_listing(c.id, p_first) end
  from public.listed_categories c
  where c.id = p_category
$$;
comment on function public.category_listing is
  'Products of a category or collection in product_listing''s format; null when shoppers cannot see it.';

-- The catalogue as shoppers see it also changes with time alone.

create view public.catalogue_moments with (security_invoker = true) as
select p.visible_from as at from public.products p where p.archived_at is null and p.visible_from is not null
union
select moment.at
from public.sale_prices s
join public.products p on p.id = s.product_id
cross join lateral (values (s.starts_at), (s.ends_at)) as moment (at)
where p.archived_at is null and isfinite(moment.at);
comment on view public.catalogue_moments is
  'Times at which the visible catalogue changes without a change of its rows, past and future: products open, sales '
  'begin and end.';

create function public.next_opening() returns timestamptz
language sql stable set search_path = ''
as $$
  select min(at) from public.catalogue_moments where at > now()
$$;
comment on function public.next_opening is
  'The next of catalogue_moments; null when there is none. Responses about the catalogue must expire then.';

create function public.listing_until(p_category bigint default null, p_first bigint default null) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'until', public.next_opening(),
    'products', case when p_category is null
      then public.product_listing(p_first => p_first) else public.category_listing(p_category, p_first) end)
$$;
comment on function public.listing_until is
  'A listing (category_listing, or product_listing without a category) and its expiry (next_opening), {until, '
  'products}. Both at one moment: with two queries, a product could open in between and the CDN would cache the '
  'response without it.';

create function public.categories_until() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('until', public.next_opening(), 'categories', (
    select coalesce(jsonb_agg(entry), '[]') from (
      select c.id, c.name from public.listed_categories c where c.in_menu order by c.position, c.id) entry))
$$;
comment on function public.categories_until is
  'Categories and collections of the menu, in its order, and their expiry, {until, categories: [{id, name}]}.';

create function public.address_until(p_product bigint default null, p_category bigint default null) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'until', public.next_opening(),
    'listed', exists (select from public.listed_products where id = p_product)
      or exists (select from public.listed_categories where id = p_category),
    'collection', (select name from public.listed_categories where id = p_category and kind = 'collection'),
    'left', (
      select jsonb_build_object('category', (
        select to_jsonb(entry) from (
          select c.id, c.name
          from public.categories c
          where c.id = p.category_id and exists (select from public.listed_products where category_id = c.id)) entry))
      from public.products p
      where p.id = p_product and (p.visible_from is null or p.visible_from <= p.archived_at)
        and p.archived_at is not null))
$$;
comment on function public.address_until is
  'Whether shoppers have a page of this product or category, and the expiry, {until, listed, collection, left}. '
  'collection: a collection''s name, else null. left, for a product visible before it was archived: {category: {id, '
  'name}}, its category if anything is on sale there; else null.';

create function public.product_page(p_product bigint, p_related integer default 4) returns jsonb
language sql stable set search_path = ''
as $$
  with neighbours as (
    select l.id, row_number() over (order by l.category_id = own.category_id desc, l.created_at desc, l.id desc) as n
    from public.listed_products own
    join public.listed_products l on l.id <> own.id
    where own.id = p_product
    order by n
    limit p_related
  )
  select public.address_until(p_product) || jsonb_build_object(
    'product', public.product_listing(p_products => array[p_product]) -> 0,
    'attributes', (select attributes from public.product_attributes where id = p_product),
    'search', (select to_jsonb(b) - array['id', 'slug'] from public.built_products b where b.id = p_product),
    'reviews', (select to_jsonb(r) from public.reviewed_products r where r.id = p_product),
    'related', (
      select coalesce(jsonb_agg(to_jsonb(l) order by n.n), '[]')
      from neighbours n join public.listed_products l on l.id = n.id))
$$;
comment on function public.product_page is
  'address_until of a product, and what its page shows: {…, product, attributes, search, reviews, related}, rows of '
  'product_listing, product_attributes, built_products and reviewed_products. product, attributes and search are null '
  'unless it is on sale, reviews without any. related: up to p_related other products, those of its category first, '
  'each group newest first, as the build picks them.';

create function public.opened_until(p_since interval) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'until', public.next_opening(),
    'products', public.product_listing(p_products => array(
      select id from public.products where visible_from > now() - p_since and visible_from <= now()
      union
      (select s.product_id
       from public.sale_prices s cross join lateral (values (s.starts_at), (s.ends_at)) as moment (at)
       where moment.at > now() - p_since and moment.at <= now()
       order by moment.at desc, s.product_id limit 200))))
$$;
comment on function public.opened_until is
  'Products that opened, or whose sale began or ended, within the last p_since (the last 200 sales, which bounds the '
  'response), in product_listing''s format, and the expiry: {until, products}. Updates the build''s files, which lack '
  'these until the next build.';
