-- Packaging that parcels used, which producers report per country and year: Regulation (EU) 2025/40 (PPWR) in the EU.

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
  where extract(year from public.uk_day(p.sent_at)) = p_year
  group by o.country
  order by o.country
$$;
comment on function public.packaging_sent is
  'Parcels sent in a year, by country of delivery, with the grams of packaging at today''s packaging_weights.';
