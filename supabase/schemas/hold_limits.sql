-- How much stock may be held without paying for it. A payment page costs a shopper nothing and an account neither, so
-- without limits one person could hold the whole shop for half an hour, again and again.

create function public.has_ordered(p_user uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.orders where user_id = p_user)
$$;
comment on function public.has_ordered is
  'Whether the shopper has ever paid for an order: the one sign of an honest shopper that costs an attacker money.';

create function public.require_fair_basket(p_user uuid, p_lines jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  -- As many as the quantity selector offers.
  c_of_colour constant integer := 10;
  c_units constant integer := 30;
  -- A large first basket is a dozen pieces.
  c_units_of_newcomer constant integer := 20;
  v_of_colour bigint;
  v_units bigint;
begin
  select max(colour.units), sum(colour.units) into v_of_colour, v_units
  from (
    select sum((line ->> 'quantity')::bigint) as units
    from jsonb_array_elements(p_lines) line group by (line ->> 'variant_id')::bigint
  ) colour;

  if v_of_colour > c_of_colour then
    raise sqlstate 'PT409' using hint = 'too_many',
      detail = jsonb_build_object('of', 'colour', 'most', c_of_colour)::text;
  elsif v_units > c_units then
    raise sqlstate 'PT409' using hint = 'too_many', detail = jsonb_build_object('of', 'basket', 'most', c_units)::text;
  elsif v_units > c_units_of_newcomer
    and not public.has_ordered(p_user)
    and not exists (
      select from public.profiles where user_id = p_user and created_at < now() - interval '1 day')
  then
    raise sqlstate 'PT409' using hint = 'too_many',
      detail = jsonb_build_object('of', 'new_account', 'most', c_units_of_newcomer)::text;
  end if;
end
$$;
comment on function public.require_fair_basket is
  'Refuses a basket that holds too much stock: of one colour, in all, or for an account that is younger than a day and '
  'has no order. A shopper has one unpaid checkout, so this is also what an account can hold. Error: PT409 too_many '
  '(detail: of, most).';

create function public.require_fair_network(p_user uuid, p_network text, p_units bigint) returns void
language plpgsql stable set search_path = ''
as $$
declare
  -- The accounts of one network can be one person's, so those without an order hold together little more than one may.
  c_units_without_order constant integer := 30;
  -- An office or a mobile network: its customers can still buy when newcomers use up the above.
  c_units constant integer := 60;
  v_units bigint;
  v_units_without_order bigint;
begin
  select coalesce(sum(h.quantity), 0), coalesce(sum(h.quantity) filter (where not public.has_ordered(c.user_id)), 0)
  into v_units, v_units_without_order
  from public.checkouts c
  join public.stock_holds h on h.checkout_id = c.id
  where c.network_hash = p_network and c.user_id <> p_user and h.expires_at > now();

  if v_units + p_units > c_units
    or (v_units_without_order + p_units > c_units_without_order and not public.has_ordered(p_user))
  then
    raise sqlstate 'PT409' using hint = 'too_many', detail = jsonb_build_object('of', 'network')::text;
  end if;
end
$$;
comment on function public.require_fair_network is
  'Refuses units that, with what the other shoppers of a network hold without having paid, are too many. '
  'For open_checkout, which lets the checkouts of a network in one by one. Error: PT409 too_many (detail: of).';
