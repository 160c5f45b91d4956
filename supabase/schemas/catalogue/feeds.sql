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
