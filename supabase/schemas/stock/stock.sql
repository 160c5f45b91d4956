-- Units left for a shopper to buy.

create function public.free_units(
  p_variants bigint[], p_except_user uuid default null, p_except_checkout uuid default null
) returns table (variant_id bigint, held integer, free integer)
language sql stable set search_path = ''
as $$
  select v.id, live.units, case when exists (
      select from public.draws d where d.product_id = v.product_id and d.ended_at is null)
    then least(greatest(v.quantity - live.units, 0), public.may_buy_drawn(
      coalesce(p_except_user, (select c.user_id from public.checkouts c where c.id = p_except_checkout)), v.id))
    else greatest(v.quantity - live.units, 0) end
  from public.color_variants v
  cross join lateral (
    select coalesce(sum(h.quantity), 0)::integer as units
    from public.stock_holds h
    join public.checkouts c on c.id = h.checkout_id
    where h.variant_id = v.id
      and h.expires_at > now()
      and (p_except_user is null or c.user_id is distinct from p_except_user or c.status <> 'open')
      and (p_except_checkout is null or c.id <> p_except_checkout)
  ) live
  where v.id = any (p_variants)
$$;
comment on function public.free_units is
  'For each existing variant, the units reserved by live holds, and those left to buy: quantity minus holds, never '
  'below 0. Ignores the holds of one shopper''s open checkout (which a new one takes over) or of one checkout. Units '
  'reserved by a pending or reviewed payment are unavailable, even to its shopper. During a draw only what that '
  'shopper has won is free. Takes no locks: a caller that relies on the result must first lock the variants '
  '(lock_pieces).';

create function public.lock_pieces(p_lines jsonb) returns void
language sql set search_path = ''
as $$
  select 1 from public.color_variants
  where id in (select (line ->> 'variant_id')::bigint from jsonb_array_elements(p_lines) line) order by id for update
$$;
comment on function public.lock_pieces is
  'Locks the colours of [{variant_id}], in id order, as everybody locks colours.';

create function public.current_stock(p_items jsonb, p_user uuid default null) returns jsonb
language sql stable set search_path = ''
as $$
  with asked as (
    select (item ->> 'productId')::bigint as product_id, (item ->> 'selectedColorId')::bigint as variant_id, place
    from jsonb_array_elements(p_items) with ordinality as given (item, place)
  )
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'productId', asked.product_id, 'selectedColorId', asked.variant_id, 'currentStock', coalesce(f.free, 0)
    ) || case when v.id is null then '{}'::jsonb else jsonb_build_object(
      'price', (coalesce(s.price_pence, p.price_pence) / 100.0)::numeric(12, 2)) end order by asked.place), '[]'::jsonb)
  from asked
  left join public.colours_on_sale v on v.id = asked.variant_id and v.product_id = asked.product_id
  left join public.products p on p.id = v.product_id
  left join public.running_sales s on s.product_id = v.product_id
  left join public.free_units(array(select variant_id from asked), p_user) f on f.variant_id = v.id
$$;
comment on function public.current_stock is
  'The list [{productId, selectedColorId}] in the same order, with currentStock: units free for this shopper, '
  'ignoring their own hold; 0 for variants that do not exist or are archived. The others also get price, the current '
  'unit price in pounds, so that a page built before a sale began or ended can correct itself.';

create function public.keep_holds(p_checkout uuid, p_until timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
  -- The caller has locked the checkout.
  perform 1 from public.color_variants
  where id in (select variant_id from public.stock_holds where checkout_id = p_checkout)
  order by id for update;

  delete from public.stock_holds h
  using public.free_units(
    array(select variant_id from public.stock_holds where checkout_id = p_checkout), p_except_checkout => p_checkout) f
  where h.checkout_id = p_checkout and h.variant_id = f.variant_id and h.expires_at <= now() and f.free < h.quantity;

  update public.stock_holds set expires_at = p_until where checkout_id = p_checkout;
end
$$;
comment on function public.keep_holds is
  'Extends a checkout''s holds until p_until. An expired hold is renewed only if its units are still free. The caller '
  'has locked the checkout.';

-- Invariants

create view invariants.held_within_stock (invariant, "row", found) as
select 'no more is held than there is', 'color_variants ' || v.id, h.held || ' held of ' || v.quantity
from public.free_units(array(select id from public.color_variants)) h
join public.color_variants v on v.id = h.variant_id
where h.held > v.quantity;
