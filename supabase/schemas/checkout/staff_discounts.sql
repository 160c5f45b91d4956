-- Discounts in the studio: made, paused, extended, and what each has brought in.

create type public.discount_change as enum ('made', 'paused', 'resumed', 'codes', 'extended');
comment on type public.discount_change is 'codes: single-use codes were made. extended: its end was moved later.';

create table public.discount_changes (
  id uuid primary key,
  discount_id bigint not null references public.discounts (id) on delete restrict,
  staff_id bigint not null references public.staff (id) on delete restrict,
  at timestamptz not null default now(),
  what public.discount_change not null,
  ends_at timestamptz,
  constraint discount_changes_end_of_extension check ((what = 'extended') = (ends_at is not null))
);
comment on table public.discount_changes is
  'Permanent history of discounts: who made, paused, resumed or extended them, or made codes.';
comment on column public.discount_changes.id is 'Idempotency key, made in the browser.';
comment on column public.discount_changes.ends_at is 'The later end that an extension gave; infinity: none.';
create index discount_changes_by_discount on public.discount_changes (discount_id, at);
create index discount_changes_by_staff on public.discount_changes (staff_id);
alter table public.discount_changes enable row level security;

create function public.note_discount_change(
  p_change uuid, p_discount bigint, p_staff bigint, p_what public.discount_change, p_ends_at timestamptz default null
) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_known public.discount_changes;
begin
  insert into public.discount_changes (id, discount_id, staff_id, what, ends_at)
  values (p_change, p_discount, p_staff, p_what, p_ends_at)
  on conflict (id) do nothing;
  if found then
    return true;
  end if;
  select * into v_known from public.discount_changes where id = p_change;
  if (v_known.discount_id, v_known.staff_id, v_known.what, v_known.ends_at)
    is distinct from (p_discount, p_staff, p_what, p_ends_at)
  then
    raise sqlstate 'PT409' using hint = 'action_used';
  end if;
  return false;
end
$$;
comment on function public.note_discount_change is
  'Records a change; false when the same change has been made before. Error: PT409 action_used.';

create function public.make_codes(p_discount bigint, p_batch uuid, p_count integer) returns void
language plpgsql set search_path = ''
as $$
declare
  v_made integer := 0;
begin
  while v_made < p_count loop
    -- One code in 32^12 exists already.
    insert into public.discount_codes (code, discount_id, batch, ends_at)
    select public.random_discount_code(), p_discount, p_batch, coalesce(
      -- The end of that day in London.
      (public.uk_day(now()) + d.code_days + 1)::timestamp at time zone 'Europe/London', 'infinity')
    from public.discounts d cross join generate_series(1, p_count - v_made) where d.id = p_discount
    on conflict (code) do nothing;
    select count(*) into v_made from public.discount_codes where discount_id = p_discount and batch = p_batch;
  end loop;
end
$$;
comment on function public.make_codes is 'Makes p_count single-use codes. The caller has authorised it.';

create function public.staff_discounts() returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_money boolean := public.staff_may(public.require_staff('give_discounts'), 'see_money');
begin
  return jsonb_build_object(
    'goods', (
      select coalesce(jsonb_agg(g order by g.kind, g.name), '[]')
      from (
        select 'category' as kind, slug, name from public.categories where archived_at is null
        union all
        select 'product', slug, name from public.products where archived_at is null) g),
    'discounts', (
    select coalesce(jsonb_agg(entry), '[]') from (
      select d.id, d.name, d.kind, d.percent, d.amount_pence, d.minimum_pence, d.max_uses, d.single_use,
        d.code_days, d.once_per_person, d.with_sales, d.starts_at, nullif(d.ends_at, 'infinity') as ends_at,
        d.paused_at,
        case when not d.single_use then (
          select c.code from public.discount_codes c where c.discount_id = d.id order by c.code limit 1) end as code,
        (select count(*) from public.discount_codes c where c.discount_id = d.id) as codes,
        (
          select coalesce(jsonb_agg(entry), '[]') from (
            select h.id, h.at, s.name as by
            from public.discount_changes h join public.staff s on s.id = h.staff_id
            where h.discount_id = d.id and h.what = 'codes'
            order by h.at) entry) as batches,
        (
          select coalesce(jsonb_agg(entry), '[]') from (
            select h.at, s.name as by, nullif(h.ends_at, 'infinity') as ends_at
            from public.discount_changes h join public.staff s on s.id = h.staff_id
            where h.discount_id = d.id and h.what = 'extended'
            order by h.at) entry) as extensions,
        (
          select coalesce(jsonb_agg(name order by name), '[]')
          from (
            select p.name from public.discount_products x join public.products p on p.id = x.product_id
            where x.discount_id = d.id
            union all
            select k.name from public.discount_categories x join public.categories k on k.id = x.category_id
            where x.discount_id = d.id) named) as covers,
        (
          select s.name from public.discount_changes h join public.staff s on s.id = h.staff_id
          where h.discount_id = d.id and h.what = 'made' limit 1) as made_by, used.held, used.orders,
        case when v_money then used.revenue end as revenue_pence, used.given as given_pence
      from public.discounts d
      cross join lateral (
        select count(*) filter (where o.id is null) as held,
               count(o.id) as orders,
               coalesce(sum(o.order_amount_pence), 0) as revenue,
               coalesce(sum(o.discount_pence + coalesce(s.waived_pence, 0)), 0) as given
        from public.checkout_discounts u
        left join public.orders o on o.checkout_id = u.checkout_id
        left join public.checkout_shipping_options s
          on s.checkout_id = u.checkout_id and s.name = o.shipping_name and s.amount_pence = o.shipping_pence
        where u.discount_id = d.id and u.given_back_at is null) used
      order by d.starts_at desc, d.id desc) entry));
end
$$;
comment on function public.staff_discounts is
  'goods: categories, collections and products that a new one may name. discounts: all, newest first, with what '
  'each has brought in: orders, their revenue before refunds (null without '
  'see_money), what was given on goods and delivery, and uses held by unfinished checkouts. covers: names of products, '
  'categories and collections; empty for all. batches: its single-use codes by the press of a button that made them. '
  'extensions: each move of its end, by whom and to when (null: no end). '
  'Errors: those of require_staff.';

create function public.staff_make_discount(p_change uuid, p_terms jsonb) returns bigint
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('give_discounts');
  v_code text := public.code_key(p_terms ->> 'code');
  v_discount bigint;
begin
  -- A double click waits here and then finds the first one's.
  perform pg_advisory_xact_lock(hashtextextended('discount ' || p_change, 0));
  select discount_id into v_discount from public.discount_changes where id = p_change;
  if found then
    perform public.note_discount_change(p_change, v_discount, v_staff, 'made');
    return v_discount;
  end if;
  if coalesce((p_terms ->> 'ends_at')::timestamptz, 'infinity')
    <= greatest((p_terms ->> 'starts_at')::timestamptz, now())
  then
    raise sqlstate 'PT400' using hint = 'discount_ends_first';
  end if;
  insert into public.discounts (
    name, kind, percent, amount_pence, minimum_pence, max_uses, single_use, once_per_person, with_sales, starts_at,
    ends_at)
  select t.name, t.kind, t.percent, t.amount_pence, t.minimum_pence, t.max_uses, v_code is null, t.once_per_person,
         t.with_sales, coalesce(t.starts_at, now()), coalesce(t.ends_at, 'infinity')
  from jsonb_populate_record(null::public.discounts, p_terms) t
  returning id into v_discount;
  insert into public.discount_products (discount_id, product_id)
  select v_discount, p.id from public.products p where p_terms -> 'products' ? p.slug;
  insert into public.discount_categories (discount_id, category_id)
  select v_discount, c.id from public.categories c where p_terms -> 'categories' ? c.slug;
  if (select count(*) from public.discount_products where discount_id = v_discount)
    + (select count(*) from public.discount_categories where discount_id = v_discount)
    <> jsonb_array_length(p_terms -> 'products') + jsonb_array_length(p_terms -> 'categories')
  then
    raise sqlstate 'PT409' using hint = 'discount_goods_gone';
  end if;
  if v_code is not null then
    insert into public.discount_codes (code, discount_id) values (v_code, v_discount) on conflict do nothing;
    if not found then
      raise sqlstate 'PT409' using hint = 'discount_code_taken', detail = jsonb_build_object('code', v_code)::text;
    end if;
  end if;
  perform public.note_discount_change(p_change, v_discount, v_staff, 'made');
  perform public.review_former_prices();
  return v_discount;
end
$$;
comment on function public.staff_make_discount is
  'Makes a discount: p_terms has the columns of discounts, products and categories by slug, and the code; without a '
  'code it is for single-use codes (staff_make_codes). Returns its id; the same change again makes nothing. Errors: '
  'those of require_staff; PT400 discount_ends_first; PT409 discount_goods_gone, discount_code_taken (detail: '
  'code), action_used.';

create function public.staff_pause_discount(p_change uuid, p_discount bigint, p_paused boolean) returns void
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('give_discounts');
begin
  perform 1 from public.discounts where id = p_discount for no key update;
  if not found then
    raise sqlstate 'PT404' using hint = 'discount_unknown';
  end if;
  if public.note_discount_change(
    p_change, p_discount, v_staff, case when p_paused then 'paused' else 'resumed' end::public.discount_change)
  then
    update public.discounts set paused_at = case when p_paused then coalesce(paused_at, now()) end
    where id = p_discount;
    perform public.review_former_prices();
  end if;
end
$$;
comment on function public.staff_pause_discount is
  'Pauses a discount, or resumes it. Open payment pages keep theirs. Errors: those of require_staff; PT404 '
  'discount_unknown; PT409 action_used.';

create function public.staff_extend_discount(
  p_change uuid, p_discount bigint, p_ends_at timestamptz default null
) returns void
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('give_discounts');
  v_ends_at timestamptz := coalesce(p_ends_at, 'infinity');
  v_until timestamptz;
begin
  select ends_at into v_until from public.discounts where id = p_discount for no key update;
  if not found then
    raise sqlstate 'PT404' using hint = 'discount_unknown';
  end if;
  if public.note_discount_change(p_change, p_discount, v_staff, 'extended', v_ends_at) then
    if v_until <= now() then
      raise sqlstate 'PT409' using hint = 'discount_over';
    end if;
    if v_ends_at <= v_until then
      raise sqlstate 'PT409' using hint = 'discount_end_not_later';
    end if;
    update public.discounts set ends_at = v_ends_at where id = p_discount;
    perform public.review_former_prices();
  end if;
end
$$;
comment on function public.staff_extend_discount is
  'Moves the end of a discount later, or takes it away (null). One that is over stays over: shoppers were told so. '
  'Errors: those of require_staff; PT404 discount_unknown; PT409 discount_over, discount_end_not_later, action_used.';

create function public.staff_make_codes(p_change uuid, p_discount bigint, p_count integer) returns text[]
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('give_discounts');
begin
  perform 1 from public.discounts where id = p_discount and single_use for no key update;
  if not found then
    raise sqlstate 'PT404' using hint = 'discount_unknown';
  end if;
  -- Repeated after a lost response, or to download them again.
  if not exists (
    select from public.discount_changes where id = p_change and discount_id = p_discount and what = 'codes')
  then
    if p_count not between 1 and 10000 then
      raise sqlstate 'PT400' using hint = 'codes_too_many';
    end if;
    perform public.note_discount_change(p_change, p_discount, v_staff, 'codes');
    perform public.make_codes(p_discount, p_change, p_count);
  end if;
  return array(
    select code from public.discount_codes where discount_id = p_discount and batch = p_change order by code);
end
$$;
comment on function public.staff_make_codes is
  'Makes single-use codes, 10,000 at most at a time, and returns them; the same change again returns the same ones. '
  'Errors: those of require_staff; PT404 discount_unknown; PT400 codes_too_many.';
