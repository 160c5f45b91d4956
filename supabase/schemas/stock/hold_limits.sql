-- Limits on unpaid stock holds. Payment pages and accounts are free, so without limits one person could hold the whole
-- shop for half an hour, again and again.

create function public.has_ordered(p_user uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.orders where user_id = p_user)
$$;
comment on function public.has_ordered is
  'Whether the shopper has ever paid for an order: the only sign of honesty that costs an attacker money.';

create function public.require_fair_basket(p_user uuid, p_lines jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  -- The quantity selector's maximum.
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
  -- Guests have no profile, so they stay newcomers.
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
  'Refuses a basket that holds too much stock: of one colour, in total, or for an account younger than a day without '
  'an order. A shopper has one unpaid checkout, so this also limits the account. Error: PT409 too_many (detail: of, '
  'most).';

create function public.require_fair_network(p_user uuid, p_network text, p_units bigint) returns void
language plpgsql stable set search_path = ''
as $$
declare
  -- Accounts on one network may belong to one person, so those without an order share little more than one account's
  -- limit.
  c_units_without_order constant integer := 30;
  -- An office or a mobile network: its customers can still buy when newcomers have used up the limit above.
  c_units constant integer := 60;
  -- A guest costs a bot even less than an account, so newcomers with one keep a share of their own.
  c_units_of_guests constant integer := 25;
  v_units bigint;
  v_units_without_order bigint;
  v_units_of_guests bigint;
begin
  select coalesce(sum(h.quantity), 0), coalesce(sum(h.quantity) filter (where not public.has_ordered(c.user_id)), 0),
    coalesce(sum(h.quantity) filter (where public.is_guest(c.user_id) and not public.has_ordered(c.user_id)), 0)
  into v_units, v_units_without_order, v_units_of_guests
  from public.checkouts c
  join public.stock_holds h on h.checkout_id = c.id
  where c.network_hash = p_network and c.user_id <> p_user and h.expires_at > now();

  if v_units + p_units > c_units
    or (v_units_without_order + p_units > c_units_without_order and not public.has_ordered(p_user))
    or (v_units_of_guests + p_units > c_units_of_guests and public.is_guest(p_user)
      and not public.has_ordered(p_user))
  then
    raise sqlstate 'PT409' using hint = 'too_many', detail = jsonb_build_object('of', 'network')::text;
  end if;
end
$$;
comment on function public.require_fair_network is
  'Refuses units that exceed what a network''s shoppers, or its guests, may hold unpaid together. Called by '
  'open_checkout, which serialises the checkouts of a network. Error: PT409 too_many (detail: of).';
