-- Stock as staff see it.

create function public.colour_of_code(p_code text) returns bigint
language sql stable set search_path = ''
as $$ select id from public.color_variants where sku = p_code or gtin = p_code $$;
comment on function public.colour_of_code is
  'The colour of a SKU or GTIN in its stored form; null if there is none. At most one, because a '
  'SKU is no GTIN but its colour''s own (color_variants_sku_is_no_gtin).';

create function public.staff_scanned(p_code text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff('pack');
  return jsonb_build_object('found', (
    select jsonb_build_object('variant_id', v.id, 'product_name', p.name, 'color_name', v.color_name)
    from public.color_variants v join public.products p on p.id = v.product_id
    where v.id = public.colour_of_code(p_code)));
end
$$;
comment on function public.staff_scanned is
  'Names the colour of a scanned code: {found: {variant_id, product_name, color_name} or null}. Errors: those of '
  'require_staff.';
