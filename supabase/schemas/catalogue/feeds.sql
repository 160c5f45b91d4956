-- Product feeds for advertising platforms.

create function public.feed_until() returns jsonb
language sql stable set search_path = '' set statement_timeout = '30s'
as $$
  select jsonb_build_object(
    'until', public.next_opening(),
    'products', public.product_listing(),
    'attributes', (
      select coalesce(jsonb_object_agg(id, attributes), '{}') from public.product_attributes),
    'tax_basis_points', (select tax_basis_points from public.zone_taxes where zone = 'domestic'),
    'delivery', (
      select to_jsonb(r) from (
        select name, amount_pence, min_business_days, max_business_days
        from public.shipping_rates where zone = 'domestic' order by position, id limit 1) r))
$$;
comment on function public.feed_until is
  'Content of product feeds at one moment, and its expiry: {until, products, attributes, tax_basis_points, delivery}. '
  'products: product_listing of all. attributes: product_attributes by the products'' ids. tax_basis_points: added to '
  'prices in the United Kingdom. delivery: the option there that the payment page preselects, null if there is none.';

create function public.review_feed() returns jsonb
language sql stable set search_path = '' set statement_timeout = '30s'
as $$
  select coalesce(jsonb_agg(entry), '[]') from (
    select r.id, r.product_id as product, p.name as product_name, r.stars, r.words, r.name, r.given, r.written_at,
      r.photos, (
        select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', v.id, 'sku', v.sku, 'gtin', v.gtin)) order by v.id)
        from public.color_variants v where v.product_id = p.id and v.archived_at is null) as variants
    from public.published_reviews r join public.listed_products p on p.id = r.product_id
    order by r.written_at desc, r.id desc) entry
$$;
comment on function public.review_feed is
  'Published reviews of products on sale, newest first, for a feed: [{id, product, product_name, stars, words, name, '
  'given, written_at, photos, variants: [{id, sku?, gtin?}]}].';
