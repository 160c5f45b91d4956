-- Who may touch what. Everyone reads the catalogue; a shopper reads their own rows; only the functions' secret key writes.

alter table public.categories enable row level security;
alter table public.products enable row level security;
alter table public.color_variants enable row level security;
alter table public.variant_images enable row level security;
alter table public.tax_settings enable row level security;
alter table public.shipping_rates enable row level security;
alter table public.profiles enable row level security;
alter table public.subscriptions enable row level security;
alter table public.billing_infos enable row level security;
alter table public.checkouts enable row level security;
alter table public.checkout_lines enable row level security;
alter table public.checkout_shipping_options enable row level security;
alter table public.stock_holds enable row level security;
alter table public.payments enable row level security;
alter table public.orders enable row level security;
alter table public.order_items enable row level security;

create policy "everyone reads the categories" on public.categories for select to anon, authenticated using (true);
create policy "everyone reads the products" on public.products for select to anon, authenticated using (true);
create policy "everyone reads the colours" on public.color_variants for select to anon, authenticated using (true);
create policy "everyone reads the pictures" on public.variant_images for select to anon, authenticated using (true);
create policy "everyone reads the tax" on public.tax_settings for select to anon, authenticated using (true);
create policy "everyone reads the shipping rates" on public.shipping_rates for select to anon, authenticated using (true);

create policy "shoppers read their own profile" on public.profiles
  for select to authenticated using (user_id = (select auth.uid()));
create policy "shoppers read their own billing data" on public.billing_infos
  for select to authenticated using (user_id = (select auth.uid()));
create policy "shoppers read their own payments" on public.payments
  for select to authenticated using (user_id = (select auth.uid()));
create policy "shoppers read their own orders" on public.orders
  for select to authenticated using (user_id = (select auth.uid()));
create policy "shoppers read what they ordered" on public.order_items
  for select to authenticated using (
    exists (select from public.orders o where o.id = order_id and o.user_id = (select auth.uid())));

revoke all on all tables in schema public from anon, authenticated;
revoke all on all sequences in schema public from anon, authenticated;
grant select on
  public.categories, public.products, public.color_variants, public.variant_images,
  public.tax_settings, public.shipping_rates
  to anon, authenticated;
grant select on
  public.profiles, public.billing_infos, public.payments, public.orders, public.order_items
  to authenticated;
grant all on all tables in schema public to service_role;
grant usage, select on all sequences in schema public to service_role;

revoke execute on all functions in schema public from public, anon, authenticated;
grant execute on all functions in schema public to service_role;
alter default privileges in schema public revoke execute on functions from public, anon, authenticated;
alter default privileges in schema public grant execute on functions to service_role;
