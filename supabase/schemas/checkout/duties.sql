-- Duties and taxes of the country of delivery: who pays them, and how much they are likely to be.

create type public.duty_payment as enum ('we_pay', 'you_pay', 'not_sold');
comment on type public.duty_payment is
  'Payer of the duties and taxes of a country. we_pay: the shop, before the parcel leaves; its delivery price covers '
  'them. you_pay: the shopper, on arrival. not_sold: the shop does not sell there.';

create table public.country_duties (
  country text primary key,
  policy public.duty_payment not null default 'you_pay',
  in_union boolean not null default false,
  vat_basis_points integer,
  constraint country_duties_country_form check (country ~ '^[A-Z]{2}$' and country <> 'GB'),
  constraint country_duties_vat_in_range check (vat_basis_points between 0 and 5000),
  constraint country_duties_union_has_vat check (vat_basis_points is not null or not in_union)
);
comment on table public.country_duties is
  'Countries with a policy or an estimate of their own, by two-letter code; in all others the shopper pays, without '
  'an estimate.';
comment on column public.country_duties.in_union is
  'Member of the European Union: up to €150 it charges €3 for each kind of goods (Council Regulation on low-value '
  'consignments, 1 July 2026 to 1 July 2028), and its shoppers get the notice on the legal guarantee.';
comment on column public.country_duties.vat_basis_points is
  'Import VAT for the estimate, in hundredths of a per cent; null for no estimate.';
alter table public.country_duties enable row level security;
create policy "everyone reads who pays duties" on public.country_duties for select to anon, authenticated using (true);
grant select on public.country_duties to anon, authenticated;

create table public.duty_settings (
  only_row boolean primary key default true,
  euro_pence integer not null,
  decided_on date,
  constraint duty_settings_single check (only_row),
  constraint duty_settings_euro_in_range check (euro_pence between 50 and 150)
);
comment on table public.duty_settings is 'Always one row: assumptions behind the estimates of duties.';
comment on column public.duty_settings.euro_pence is 'Pence for a euro; the estimate names it.';
comment on column public.duty_settings.decided_on is
  'When the shop last decided for each country who pays. Null: not yet, which the doctor reports.';
alter table public.duty_settings enable row level security;

create type public.fee_unit as enum ('parcel', 'line');
comment on type public.fee_unit is 'line: for each kind of goods, as customs declare them.';

create table public.import_fees (
  place text not null,
  name text not null,
  euro_cents integer not null,
  basis public.fee_unit not null,
  from_day date,
  until_day date,
  source text not null,
  primary key (place, name),
  constraint import_fees_place_form check (place ~ '^[A-Z]{2}$' and place <> 'GB'),
  constraint import_fees_name_form check (public.is_plain_line(name, 60)),
  constraint import_fees_cents_in_range check (euro_cents between 1 and 10000),
  constraint import_fees_days_in_order check (until_day is null or from_day is not null and from_day <= until_day),
  constraint import_fees_source_form check (
    source ~ '^https://[^[:space:]]{3}[^[:space:]]*$' and length(source) <= 310)
);
comment on table public.import_fees is
  'Fees on parcels worth up to €150 from outside the European Union, besides its duty and VAT, for the estimate.';
comment on column public.import_fees.place is 'Two-letter code; EU: all of its members.';
comment on column public.import_fees.euro_cents is 'In euros, also where the law names another currency.';
comment on column public.import_fees.from_day is
  'First day; null while it is not in force, as when its date is not settled.';
comment on column public.import_fees.until_day is 'Last day; null for no end.';
comment on column public.import_fees.source is 'Page that says so.';
alter table public.import_fees enable row level security;

create function public.duties_on(p_country text, p_zone public.shipping_zone, p_lines jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  with goods as (
    select g.pence - public.tax_inside(g.pence, t.included_basis_points) as pence, g.kinds
    from (
      select coalesce(sum((line ->> 'unit_pence')::bigint * (line ->> 'quantity')::bigint
               - coalesce((line ->> 'discount_pence')::bigint, 0)), 0)::bigint as pence,
             count(distinct coalesce(left(p.hs_code, 6), line ->> 'product_id')) as kinds
      from jsonb_array_elements(p_lines) line
      left join public.products p on p.id = (line ->> 'product_id')::bigint) g
    join public.zone_taxes t on t.zone = p_zone
  ), estimate as (
    select d.vat_basis_points, s.euro_pence, d.duty_pence, d.fee_pence,
           public.tax_on(g.pence + coalesce(d.duty_pence, 0) + (
             select coalesce(min(amount_pence), 0) from public.shipping_rates where zone = p_zone),
             d.vat_basis_points) as vat_pence
    from goods g
    cross join public.duty_settings s
    join lateral (
      select c.vat_basis_points,
             case when c.in_union and g.pence <= 150 * s.euro_pence then 3 * s.euro_pence * g.kinds end as duty_pence,
             case when g.pence <= 150 * s.euro_pence then (
               select coalesce(sum(round(f.euro_cents * s.euro_pence / 100.0)
                        * case f.basis when 'line' then g.kinds else 1 end), 0)::bigint
               from public.import_fees f
               where f.place in (c.country, case when c.in_union then 'EU' end)
                 and (now() at time zone 'Europe/London')::date
                   between f.from_day and coalesce(f.until_day, 'infinity'))
             else 0 end as fee_pence
      from public.country_duties c
      where c.country = p_country and c.policy = 'you_pay' and c.vat_basis_points is not null) d on true
    where g.pence > 0
  )
  select jsonb_build_object(
    'policy', coalesce(c.policy, 'you_pay'),
    'in_union', coalesce(c.in_union, false),
    'estimate', (select to_jsonb(e) from estimate e))
  from (select p_country as country where p_country <> 'GB') asked
  left join public.country_duties c on c.country = asked.country
$$;
comment on function public.duties_on is
  'Payer of the duties and taxes of a country on lines [{product_id, unit_pence, quantity, discount_pence?}]: {policy, '
  'in_union, estimate}; null within the United Kingdom. estimate: {vat_basis_points, vat_pence, duty_pence, '
  'fee_pence, euro_pence}, null unless the shopper pays and the VAT rate is known. VAT is charged on goods, cheapest '
  'delivery and duty. duty_pence is €3 for each six-digit commodity code up to €150 in the EU, and null where the '
  'tariff decides; a product without a code counts as one. fee_pence: import_fees in force today.';

create function public.destination(
  p_country text, p_zone public.shipping_zone, p_items jsonb, p_off_pence bigint default 0
) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'deliveries', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select name, amount_pence, express, min_business_days, max_business_days
        from public.shipping_rates where zone = p_zone
        order by position, id) entry),
    'duties', public.duties_on(p_country, p_zone, (
      select coalesce(jsonb_agg(jsonb_build_object(
               'product_id', p.id, 'unit_pence', coalesce(s.price_pence, p.price_pence),
               'quantity', item -> 'quantity',
               -- Duties depend on the sum alone.
               'discount_pence', case place when 1 then p_off_pence else 0 end)), '[]')
      from jsonb_array_elements(p_items) with ordinality as i (item, place)
      join public.colours_on_sale c on c.id = (item ->> 'variant_id')::bigint
      join public.color_variants v on v.id = c.id
      join public.products p on p.id = v.product_id
      left join public.running_sales s on s.product_id = p.id)))
$$;
comment on function public.destination is
  'Delivery options of a zone, and the duties (duties_on) of items [{variant_id, quantity}] sent to a country in it, '
  'at current prices, less a discount that the caller has seen.';

create function public.duties_now() returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(
    jsonb_object_agg(country, jsonb_build_object('policy', policy, 'in_union', in_union)), '{}')
  from public.country_duties
$$;
comment on function public.duties_now is
  'Policies by country, as the terms state them: {country: {policy, in_union}}.';
