-- Uses of discount codes: what a code takes off a basket, and which checkouts have used it up.

create table public.checkout_discounts (
  checkout_id uuid primary key references public.checkouts (id) on delete cascade,
  discount_id bigint not null references public.discounts (id) on delete restrict,
  code text not null references public.discount_codes (code) on delete restrict,
  given_back_at timestamptz
);
comment on table public.checkout_discounts is
  'The code of a checkout. Its amounts are frozen in checkouts, checkout_lines and checkout_shipping_options.';
comment on column public.checkout_discounts.given_back_at is
  'When the checkout ended without an order, or all of its order was cancelled before anything left '
  '(give_back_unsold), so that the code may be used again; until then it counts as a use.';
create index checkout_discounts_used on public.checkout_discounts (discount_id) where given_back_at is null;
create index checkout_discounts_by_discount on public.checkout_discounts (discount_id);
create index checkout_discounts_by_code on public.checkout_discounts (code);
alter table public.checkout_discounts enable row level security;

create function public.give_back_discount() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update public.checkout_discounts set given_back_at = now() where checkout_id = new.id and given_back_at is null;
  return null;
end
$$;
comment on function public.give_back_discount is 'Gives the code of a checkout back that ends without an order.';

create trigger give_back_discount after update of status on public.checkouts
  for each row when (new.status in ('released', 'refund_due', 'refunded') and old.status <> new.status)
  execute function public.give_back_discount();

create index billing_infos_by_person on public.billing_infos (public.mail_person(email));

create function public.lock_discount(p_code text, p_email text default null) returns void
language plpgsql set search_path = ''
as $$
declare
  v_discount public.discounts;
begin
  select d.* into v_discount
  from public.discount_codes c join public.discounts d on d.id = c.discount_id where c.code = public.code_key(p_code);
  if v_discount.max_uses is not null then
    perform 1 from public.discounts where id = v_discount.id for no key update;
  end if;
  if v_discount.single_use then
    perform 1 from public.discount_codes where code = public.code_key(p_code) for no key update;
  end if;
  -- A shopper's own checkouts are opened one at a time; the same person may be two guests.
  if v_discount.once_per_person and p_email is not null then
    perform pg_advisory_xact_lock(
      hashtextextended('discount ' || v_discount.id || ' of ' || public.mail_person(p_email), 0));
  end if;
end
$$;
comment on function public.lock_discount is
  'Serialises the uses of a limited code until the end of the transaction. Locked after the checkout and before its '
  'variants.';

create function public.discount_is_free(
  p_code text, p_user uuid, p_email text, p_except uuid default null
) returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_discount public.discounts;
begin
  select d.* into v_discount
  from public.discount_codes c join public.discounts d on d.id = c.discount_id where c.code = p_code;
  if v_discount.once_per_person and exists (
    select from public.checkout_discounts u
    join public.checkouts c on c.id = u.checkout_id
    where u.discount_id = v_discount.id and u.given_back_at is null and u.checkout_id is distinct from p_except
      and c.user_id = p_user
    union all
    select from public.billing_infos b
    join public.checkouts c on c.billing_info_id = b.id
    join public.checkout_discounts u on u.checkout_id = c.id
    where public.mail_person(b.email) = public.mail_person(p_email)
      and u.discount_id = v_discount.id and u.given_back_at is null and u.checkout_id is distinct from p_except)
  then
    return 'used_before';
  end if;
  if v_discount.max_uses <= (
      select count(*) from public.checkout_discounts
      where discount_id = v_discount.id and given_back_at is null and checkout_id is distinct from p_except)
    or v_discount.single_use and exists (
      select from public.checkout_discounts
      where code = p_code and given_back_at is null and checkout_id is distinct from p_except)
  then
    return 'used_up';
  end if;
  return null;
end
$$;
comment on function public.discount_is_free is
  'Null if a code may be used once more, or the reason why not: used_before (by this shopper or e-mail address) or '
  'used_up. Open checkouts count, except p_except. p_email: null until known. The caller has locked the code, '
  'or the answer is a guess.';

create function public.discount_pence(
  p_discount public.discounts, p_covered_pence bigint, p_subtotal_pence bigint
) returns bigint
language sql immutable set search_path = ''
as $$
  select least(
    case p_discount.kind
      when 'percent' then (p_covered_pence * p_discount.percent + 50) / 100
      when 'amount' then least(p_discount.amount_pence, p_covered_pence)
      else 0 end,
    greatest(p_subtotal_pence - 30, 0))
$$;
comment on function public.discount_pence is
  'Pence off goods of p_covered_pence, half a penny rounded up. At least 30p of the basket stay, where card payments '
  'start. Like discountOn in src/domain/discount.ts.';

create function public.spread_discount(p_pence bigint, p_lines jsonb) returns table (variant_id bigint, pence bigint)
language sql immutable set search_path = ''
as $$
  with line as (
    select id, div(p_pence::numeric * price, sum(price) over ()) as share,
           mod(p_pence::numeric * price, sum(price) over ()) as rest
    from jsonb_to_recordset(p_lines) as l (id bigint, price bigint)
  )
  select id, (share + (row_number() over (order by rest desc, id) <= p_pence - sum(share) over ())::integer)::bigint
  from line
$$;
comment on function public.spread_discount is
  'Shares of a discount by price among lines [{id, price}] of different variants: each rounded down, and the pence '
  'left over to the largest remainders, the smallest id first. p_pence is at most the sum of the prices. Like '
  'spreadDiscount in src/domain/discount.ts.';

create function public.find_discount(
  p_code text, p_lines jsonb, p_user uuid, p_email text default null, p_except uuid default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_code text := public.code_key(p_code);
  v_discount public.discounts;
  v_code_ends_at timestamptz;
  v_refused text;
  v_named bigint[];
  v_covered bigint[];
  v_covered_pence bigint;
  v_subtotal bigint;
  v_pence bigint;
begin
  select d.* into v_discount
  from public.discount_codes c join public.discounts d on d.id = c.discount_id where c.code = v_code;
  v_code_ends_at := (select ends_at from public.discount_codes where code = v_code);
  v_refused := case
    when v_discount.id is null then 'unknown'
    when v_discount.paused_at is not null or least(v_discount.ends_at, v_code_ends_at) <= now() then 'expired'
    when v_discount.starts_at > now() then 'early'
    else public.discount_is_free(v_code, p_user, p_email, p_except) end;
  if v_refused is not null then
    return jsonb_build_object('refused', jsonb_build_object(
      'because', v_refused, 'code', v_code, 'starts_at', v_discount.starts_at));
  end if;

  v_named := array(
    select (line ->> 'product_id')::bigint from jsonb_array_elements(p_lines) line
    where public.discount_covers(v_discount.id, (line ->> 'product_id')::bigint));
  v_covered := array(
    select product from unnest(v_named) product
    where v_discount.with_sales or not exists (select from public.running_sales s where s.product_id = product));
  select coalesce(sum(pence) filter (where product = any (v_covered)), 0), sum(pence)
  into v_covered_pence, v_subtotal
  from (
    select (line ->> 'product_id')::bigint as product,
           (line ->> 'unit_pence')::bigint * (line ->> 'quantity')::bigint as pence
    from jsonb_array_elements(p_lines) line) l;
  v_refused := case
    when v_named = '{}' then 'products'
    when v_covered = '{}' then 'sale' end;
  if v_refused is not null then
    return jsonb_build_object('refused', jsonb_build_object('because', v_refused, 'code', v_code));
  end if;

  v_pence := public.discount_pence(v_discount, v_covered_pence, v_subtotal);
  return case when v_covered_pence < v_discount.minimum_pence then jsonb_build_object('refused', jsonb_build_object(
    'because', 'minimum', 'code', v_code, 'missing_pence', v_discount.minimum_pence - v_covered_pence,
    'covers_all', v_covered_pence = v_subtotal)) else '{}' end || jsonb_build_object(
    'code', v_code,
    'discount_id', v_discount.id,
    'kind', v_discount.kind,
    'percent', v_discount.percent,
    'amount_pence', v_discount.amount_pence,
    'minimum_pence', v_discount.minimum_pence,
    'products', (select to_jsonb(array(select distinct product from unnest(v_covered) product order by product))),
    'pence', v_pence,
    'lines', (
      select coalesce(jsonb_object_agg(s.variant_id, s.pence), '{}')
      from public.spread_discount(v_pence, (
        select jsonb_agg(entry) from (
          select line -> 'variant_id' as id,
            (line ->> 'unit_pence')::bigint * (line ->> 'quantity')::bigint as price
          from jsonb_array_elements(p_lines) line where (line ->> 'product_id')::bigint = any (v_covered)) entry)) s
      where v_pence > 0));
end
$$;
comment on function public.find_discount is
  'Effect of a code on lines [{variant_id, product_id, unit_pence, quantity}], each variant once: {code, discount_id, '
  'kind, percent, amount_pence, minimum_pence, products (those covered), pence, lines: {variant: pence}}; or {refused: '
  '{because, code, …}}: unknown, expired, early (starts_at), used_before, used_up, products, sale, or minimum '
  '(missing_pence, covers_all), which comes with the effect it would have. p_email: null until '
  'known. p_except: the shopper''s own checkout that this one replaces.';

create function public.counted_discount(
  p_limits jsonb, p_code text, p_items jsonb, p_user uuid default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_wait integer := public.take_attempt(p_limits);
  v_found jsonb;
  v_card public.gift_cards;
begin
  if v_wait > 0 then
    return jsonb_build_object('wait', v_wait);
  end if;
  select * into v_card from public.gift_cards where code_hash = public.gift_card_hash(p_code);
  if found then
    perform public.give_back_attempt(p_limits);
    v_found := jsonb_build_object('because', public.gift_card_refused(v_card, (
      select id from public.checkouts where user_id = p_user and status = 'open')), 'code', v_card.code_end);
    return jsonb_build_object('wait', 0, 'found', case
      when v_found ->> 'because' is null then jsonb_build_object(
        'code_end', v_card.code_end, 'balance_pence', public.credit_free(v_card.id, (
          select id from public.checkouts where user_id = p_user and status = 'open')))
      else jsonb_build_object('refused', v_found) end);
  end if;
  v_found := public.find_discount(p_code, (
    select coalesce(jsonb_agg(entry), '[]') from (
      select v.id as variant_id, v.product_id, asked.quantity, coalesce(s.price_pence, p.price_pence) as unit_pence
      from (
        select (item ->> 'variant_id')::bigint as id, sum((item ->> 'quantity')::bigint) as quantity
        from jsonb_array_elements(p_items) item group by 1) asked
      join public.colours_on_sale v on v.id = asked.id
      join public.products p on p.id = v.product_id
      left join public.running_sales s on s.product_id = v.product_id) entry), p_user, null, (
    select id from public.checkouts where user_id = p_user and status = 'open'));
  -- Only guesses count.
  if v_found -> 'refused' ->> 'because' is distinct from 'unknown' then
    perform public.give_back_attempt(p_limits);
  end if;
  return jsonb_build_object('wait', 0, 'found', v_found);
end
$$;
comment on function public.counted_discount is
  'Effect of a code on a cart [{variant_id, quantity}] at current prices (find_discount), or of a gift card {code_end, '
  'balance_pence}, counted as take_attempt does if there is no such code: {wait, found}.';

create function public.reclaim_discount(p_checkout uuid) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_use public.checkout_discounts;
begin
  select * into v_use from public.checkout_discounts where checkout_id = p_checkout and given_back_at is not null;
  if not found then
    return true;
  end if;
  perform public.lock_discount(v_use.code, b.email)
  from public.checkouts c join public.billing_infos b on b.id = c.billing_info_id where c.id = p_checkout;
  if (
    select public.discount_is_free(v_use.code, c.user_id, b.email)
    from public.checkouts c join public.billing_infos b on b.id = c.billing_info_id where c.id = p_checkout) is not null
  then
    return false;
  end if;
  update public.checkout_discounts set given_back_at = null where checkout_id = p_checkout;
  return true;
end
$$;
comment on function public.reclaim_discount is
  'Uses the code of a checkout again that was given back before its late payment. False when somebody else has used '
  'it up meanwhile. The caller has locked the checkout.';

-- Invariants

create view invariants.discount_has_code (invariant, "row", found) as
select 'what is taken off has a code or was agreed with staff, and a code takes something off', 'checkouts ' || c.id,
  coalesce('code ' || d.code, 'no code') || ', ' || c.discount_pence || ' and ' || coalesce(o.waived, 0)
from public.checkouts c
left join public.checkout_discounts d on d.checkout_id = c.id
left join (
  select checkout_id, max(waived_pence) as waived from public.checkout_shipping_options group by 1) o
  on o.checkout_id = c.id
where (d.checkout_id is not null) <> (
  c.discount_pence > 0 and not c.by_link or coalesce(o.waived, 0) > 0);

create view invariants.code_within_uses (invariant, "row", found) as
select 'a code is used no more often than allowed', 'discounts ' || d.id, count(*) || ' of ' || d.max_uses
from public.discounts d join public.checkout_discounts u on u.discount_id = d.id and u.given_back_at is null
group by d.id having count(*) > d.max_uses;

create view invariants.single_use_code_used_once (invariant, "row", found) as
select 'a single-use code is used once', 'discount_codes ' || u.code, count(*)::text
from public.discounts d join public.checkout_discounts u on u.discount_id = d.id and u.given_back_at is null
where d.single_use group by u.code having count(*) > 1;

create view invariants.code_used_once_per_person (invariant, "row", found) as
select 'a code for one order of each person is used once by each', 
  'discounts ' || d.id || ' of billing form ' || min(b.id),
  count(*)::text
from public.discounts d
join public.checkout_discounts u on u.discount_id = d.id and u.given_back_at is null
join public.checkouts c on c.id = u.checkout_id
join public.billing_infos b on b.id = c.billing_info_id
where d.once_per_person and b.email <> ''
group by d.id, public.mail_person(b.email) having count(*) > 1;
