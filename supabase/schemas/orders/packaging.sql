-- Packaging that parcels used, which producers report per country and year: Regulation (EU) 2025/40 (PPWR) in the EU;
-- and the carrier's service of a parcel.

create table public.packaging_weights (
  only_row boolean primary key default true,
  paper_grams integer not null default 0,
  plastic_grams integer not null default 0,
  constraint packaging_weights_single check (only_row),
  constraint packaging_weights_in_range check (
    paper_grams between 0 and 10000 and plastic_grams between 0 and 10000)
);
comment on table public.packaging_weights is
  'At most one row: the paper, card included, and plastic of an average parcel, in grams. Weigh one.';
alter table public.packaging_weights enable row level security;

create function public.packaging_sent(p_year integer) returns table (
  country text, parcels bigint, paper_grams bigint, plastic_grams bigint
)
language sql stable set search_path = ''
as $$
  select o.country, count(*), sum(coalesce(w.paper_grams, 0)), sum(coalesce(w.plastic_grams, 0))
  from public.parcels_out p
  join public.orders o on o.id = p.order_id
  left join public.packaging_weights w on true
  where extract(year from public.uk_day(p.sent_at)) = p_year and p.joined_to is null
  group by o.country
  order by o.country
$$;
comment on function public.packaging_sent is
  'Parcels sent in a year, by country of delivery, with the grams of packaging at today''s packaging_weights.';

create type public.label_carrier as enum ('royal_mail', 'shippo');
comment on type public.label_carrier is 'Carriers from which the shop buys labels by API.';

create type public.return_label_use as enum ('never', 'faults', 'always');
comment on type public.return_label_use is 'Returns for which the shop buys a label: none, those of faults, or all.';

create table public.label_settings (
  only_row boolean primary key default true,
  carrier public.label_carrier,
  return_labels public.return_label_use not null default 'never',
  constraint label_settings_single check (only_row)
);
comment on table public.label_settings is 
  'At most one row: the seller of labels, null: labels by files alone; and the returns that get one.';
alter table public.label_settings enable row level security;

create function public.chosen_carrier() returns public.label_carrier
language sql stable set search_path = ''
as $$ select carrier from public.label_settings $$;
comment on function public.chosen_carrier is 'Seller of labels; null: none is chosen.';

create table public.parcel_rules (
  abroad boolean,
  express boolean,
  most_grams integer,
  service text not null,
  format text not null,
  pence integer,
  primary key (abroad, express, most_grams),
  constraint parcel_rules_weight_in_range check (most_grams between 1 and 30000),
  constraint parcel_rules_service_form check (service ~ '^[A-Z0-9]{2,10}$'),
  constraint parcel_rules_pence_not_negative check (pence >= 0),
  constraint parcel_rules_format_length check (char_length(btrim(format)) between 1 and 30)
);
comment on table public.parcel_rules is
  'Royal Mail''s service and package format of a parcel by destination, speed and weight: the rule with the smallest '
  'sufficient most_grams applies.';
comment on column public.parcel_rules.most_grams is 'Maximum weight of the whole parcel.';
comment on column public.parcel_rules.pence is 'Price of a label; null if it is not known.';
comment on column public.parcel_rules.service is
  'Code of Click & Drop''s shipping rules, such as TOLP48; sizes and weights are at '
  'https://www.royalmail.com/sending/sizes-and-weights';
alter table public.parcel_rules enable row level security;

create function public.parcel_service(p_country text, p_express boolean, p_grams bigint) returns table (
  service text, format text, pence integer)
language sql stable set search_path = ''
as $$
  select r.service, r.format, r.pence from public.parcel_rules r
  where r.abroad = (p_country <> 'GB') and r.express = p_express and p_grams <= r.most_grams
  order by r.most_grams limit 1
$$;
comment on function public.parcel_service is
  'Service, format and price of a parcel of p_grams, goods and packaging. No row if a person must choose: too heavy, '
  'of unknown weight (null), or express abroad.';
