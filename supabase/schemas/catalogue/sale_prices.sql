-- Sale prices, and the price history that proves former prices. The view running_sales alone decides which price is
-- shown and charged.

create table public.sale_prices (
  product_id bigint primary key references public.products (id) on delete cascade,
  price_pence integer not null,
  starts_at timestamptz not null default '-infinity',
  ends_at timestamptz not null default 'infinity',
  was_is_lawful boolean not null default false,
  constraint sale_prices_price_in_range check (price_pence between 1 and 9999999),
  constraint sale_prices_starts_before_end check (starts_at < ends_at),
  constraint sale_prices_times_sane check (
    (starts_at = '-infinity' or public.is_sane_time(starts_at))
      and (ends_at = 'infinity' or public.is_sane_time(ends_at)))
);
comment on table public.sale_prices is
  'A product''s sale: running, upcoming or over. Its regular price stays in products. A separate table, so that a '
  'policy can hide upcoming sales from shoppers.';
comment on column public.sale_prices.price_pence is
  'Price of one unit of any colour, in pence, shown and taxed like the regular one; applies only while lower than '
  'that.';
comment on column public.sale_prices.starts_at is '-infinity: since it was entered.';
comment on column public.sale_prices.ends_at is
  'First moment at the regular price again; infinity: until it is removed.';
comment on column public.sale_prices.was_is_lawful is
  'Set by triggers: whether the regular price may be shown beside it as the former one (regular_price_was_charged).';
alter table public.sale_prices enable row level security;
create policy "everyone reads the sales that have begun" on public.sale_prices
  for select to anon, authenticated using (
    starts_at <= now() and exists (select from public.products p where p.id = product_id));
grant select on public.sale_prices to anon, authenticated;

create view public.running_sales with (security_invoker = true) as
select
  s.product_id,
  s.price_pence,
  p.price_pence as regular_pence,
  s.was_is_lawful,
  nullif(s.starts_at, '-infinity') as starts_at,
  nullif(s.ends_at, 'infinity') as ends_at
from public.sale_prices s
join public.products p on p.id = s.product_id
where s.starts_at <= now() and now() < s.ends_at and s.price_pence < p.price_pence;
comment on view public.running_sales is
  'Current sales. A product in it costs price_pence, any other its regular price: every price shown or charged must '
  'come from this view.';
grant select on public.running_sales to anon, authenticated;

create table public.price_history (
  product_id bigint not null references public.products (id) on delete cascade,
  noted_at timestamptz not null default now(),
  regular_pence integer not null,
  sale_pence integer,
  sale_starts_at timestamptz,
  sale_ends_at timestamptz,
  offered boolean not null,
  primary key (product_id, noted_at)
);
comment on table public.price_history is
  'Prices of a product from noted_at to its next row. Evidence of former prices; kept as long as the product.';
comment on column public.price_history.offered is 'False while the product is archived and cannot be bought.';
alter table public.price_history enable row level security;

create view public.charged_prices with (security_invoker = true) as
select product_id, from_at, until_at, pence
from (
  select h.*, lead(noted_at, 1, 'infinity') over (partition by product_id order by noted_at) as next_at
  from public.price_history h
) h
cross join lateral (values
  (noted_at, least(next_at, coalesce(sale_starts_at, 'infinity')), regular_pence),
  (greatest(noted_at, coalesce(sale_starts_at, 'infinity')), least(next_at, sale_ends_at),
    least(sale_pence, regular_pence)),
  (greatest(noted_at, coalesce(sale_ends_at, 'infinity')), next_at, regular_pence)
) as part (from_at, until_at, charged)
cross join lateral (select case when offered then charged end as pence) as asked
where from_at < until_at;
comment on view public.charged_prices is
  'Unit price of each product by period, without gaps since its first row; null while it could not be bought. The '
  'future is as currently set.';

create function public.regular_price_was_charged(p_product bigint) returns boolean
language sql stable set search_path = ''
as $$
  with asked as (
    select s.starts_at, s.ends_at, p.price_pence as regular
    from public.sale_prices s join public.products p on p.id = s.product_id
    where s.product_id = p_product and s.ends_at < 'infinity'
  ), reduced as (
    -- Start of the sale: a second reduction belongs to the first.
    select max(c.until_at) as since, a.regular, a.ends_at
    from asked a
    join public.charged_prices c on c.product_id = p_product and c.pence is not distinct from a.regular
    where c.until_at < a.ends_at
      and not exists (
        select from public.charged_prices other
        where other.product_id = p_product and other.from_at >= c.until_at and other.from_at < a.ends_at
          and (other.pence is null or other.pence >= a.regular))
    group by a.regular, a.ends_at
  ), charged as (
    -- Before its opening it could not be bought.
    select r.since, r.ends_at, greatest((select p.visible_from from public.products p where p.id = p_product), coalesce(
      (select max(c.until_at) from public.charged_prices c
       where c.product_id = p_product and c.until_at <= r.since and c.pence is distinct from r.regular),
      (select min(h.noted_at) from public.price_history h where h.product_id = p_product)), (
      select max(least(x.until_at, r.since)) from public.price_reductions_by_code x
      where x.product_id = p_product and x.from_at < r.since)) as from_at
    from reduced r
  )
  select coalesce(bool_or(since - from_at >= interval '30 days' and ends_at - since <= since - from_at), false)
  from charged
$$;
comment on function public.regular_price_was_charged is
  'Whether a product''s regular price may be called the former one during a sale: charged to everyone for the 30 days '
  'before the reduction, or longer, without a break (or a code that reduced it for everyone), with a sale that lasts '
  'no longer than that period. Never for an open-ended sale. See docs/decisions/0037-sale-prices.md.';

create function public.regular_price_period(p_product bigint) returns jsonb
language sql stable set search_path = ''
as $$
  with product as (
    select p.price_pence as regular, p.visible_from from public.products p where p.id = p_product
  ), present as (
    select c.pence from public.charged_prices c
    where c.product_id = p_product and c.from_at <= now() and now() < c.until_at
  ), reduced as (
    select max(c.until_at) as since
    from public.charged_prices c, product, present
    where c.product_id = p_product and c.until_at <= now() and c.pence = product.regular
      and present.pence < product.regular
  ), began as (
    select greatest(product.visible_from, coalesce(
      (select max(c.until_at) from public.charged_prices c
       where c.product_id = p_product and c.until_at <= coalesce(reduced.since, now())
         and c.pence is distinct from product.regular),
      (select min(h.noted_at) from public.price_history h where h.product_id = p_product)), (
      select max(least(x.until_at, coalesce(reduced.since, now()))) from public.price_reductions_by_code x
      where x.product_id = p_product and x.from_at < coalesce(reduced.since, now()))) as since
    from product, reduced, present
    where present.pence = product.regular or reduced.since is not null
  )
  select jsonb_build_object('regular_since', (select since from began), 'reduced_since', (select since from reduced))
$$;
comment on function public.regular_price_period is
  'Start of the current uninterrupted period at a product''s regular price (regular_since; null while it cannot be '
  'bought) and, while it is reduced, of the reduction (reduced_since). The studio predicts regular_price_was_charged '
  'from them.';

create function public.review_former_prices() returns void
language sql set search_path = ''
as $$
  update public.sale_prices set was_is_lawful = not was_is_lawful
  where was_is_lawful <> public.regular_price_was_charged(product_id)
$$;
comment on function public.review_former_prices is
  'Decides again which former prices may be shown, after a change of the codes that reduce prices for everyone.';

create function public.note_price() returns trigger
language plpgsql set search_path = ''
as $$
declare
  v_product bigint;
begin
  if tg_table_name = 'products' then
    v_product := new.id;
  elsif tg_op = 'DELETE' then
    v_product := old.product_id;
  else
    v_product := new.product_id;
  end if;
  insert into public.price_history (
    product_id, regular_pence, sale_pence, sale_starts_at, sale_ends_at, offered)
  select p.id, p.price_pence, s.price_pence, s.starts_at, s.ends_at, p.archived_at is null
  from public.products p left join public.sale_prices s on s.product_id = p.id
  where p.id = v_product
  on conflict (product_id, noted_at) do update
  set regular_pence = excluded.regular_pence, sale_pence = excluded.sale_pence,
      sale_starts_at = excluded.sale_starts_at, sale_ends_at = excluded.sale_ends_at, offered = excluded.offered;
  update public.sale_prices s set was_is_lawful = public.regular_price_was_charged(v_product)
  where s.product_id = v_product and s.was_is_lawful <> public.regular_price_was_charged(v_product);
  if tg_table_name = 'sale_prices' then
    update public.products set updated_at = now() where id = v_product and updated_at <> now();
  end if;
  return null;
end
$$;
comment on function public.note_price is
  'Records a product''s new price at the end of the transaction that changes it, and whether the regular price may be '
  'shown beside its sale price.';

create trigger note_first_price after insert on public.products
  for each row execute function public.note_price();
create trigger note_price after update on public.products
  for each row
    when ((old.price_pence, old.archived_at, old.visible_from) is distinct from (new.price_pence, new.archived_at,
      new.visible_from))
  execute function public.note_price();
create trigger note_new_sale after insert or delete on public.sale_prices
  for each row execute function public.note_price();
create trigger note_sale after update on public.sale_prices
  for each row
    when ((old.price_pence, old.starts_at, old.ends_at) is distinct from (new.price_pence, new.starts_at, new.ends_at))
  execute function public.note_price();
