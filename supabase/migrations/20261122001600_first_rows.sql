-- Default tax until it is changed.

insert into public.tax_settings (tax_basis_points) values (600);
insert into public.shipping_rates (zone, name, amount_pence, min_business_days, max_business_days, position, express)
values
  ('domestic', 'Standard delivery', 0, 2, 3, 1, false),
  ('domestic', 'Express next-day delivery', 695, 1, 1, 2, true),
  ('europe', 'International delivery', 1495, 3, 7, 1, false),
  ('world', 'International delivery', 2495, 5, 12, 1, false);

-- Codes of accounts without a contract. Tracked 24 aims at the next day; Special Delivery, SD1OLP, would guarantee it.
-- International Tracked takes up to 2 kg.
insert into public.parcel_rules (abroad, express, most_grams, service, format) values
  (false, true, 2000, 'TOLP24', 'Small parcel'), (false, true, 20000, 'TOLP24', 'Medium parcel'),
  (false, false, 2000, 'TOLP48', 'Small parcel'), (false, false, 20000, 'TOLP48', 'Medium parcel'),
  (true, false, 2000, 'ITROLP', 'Parcel');

-- Carriers take parcels to the United States only with duties paid by the sender. VAT: standard rates, November 2026.
insert into public.duty_settings (euro_pence) values (87);
insert into public.country_duties (country, policy) values ('US', 'we_pay');
insert into public.country_duties (country, in_union, vat_basis_points) values
  ('AT', true, 2000), ('BE', true, 2100), ('BG', true, 2000), ('CY', true, 1900), ('CZ', true, 2100),
  ('DE', true, 1900), ('DK', true, 2500), ('EE', true, 2400), ('ES', true, 2100), ('FI', true, 2550),
  ('FR', true, 2000), ('GR', true, 2400), ('HR', true, 2500), ('HU', true, 2700), ('IE', true, 2300),
  ('IT', true, 2200), ('LT', true, 2100), ('LU', true, 1700), ('LV', true, 2100), ('MT', true, 1800),
  ('NL', true, 2100), ('PL', true, 2300), ('PT', true, 2300), ('RO', true, 2100), ('SE', true, 2500),
  ('SI', true, 2200), ('SK', true, 2300);

-- As of November 2026. France's ended when the EU's duty began. Romania's 25 lei are about €5. Neither Italy's date,
-- put off from January to July and then to October, nor the EU's, "no later than November", could be confirmed.
insert into public.import_fees (place, name, euro_cents, basis, from_day, until_day, source) values
  ('RO', 'Romanian parcel fee (25 lei)', 500, 'parcel', '2026-01-01', null,
   'https://www.dpd.com/ro/en/2025/12/22/25-ron-fee-for-non-eu-parcels-under-eur-150-2'),
  ('FR', 'French tax on small parcels', 200, 'line', '2026-03-01', '2026-06-30',
   'https://www.service-public.gouv.fr/particuliers/actualites/A18985?lang=en'),
  ('IT', 'Italian contribution on small parcels', 200, 'parcel', null, null,
   'https://en.ilsole24ore.com/art/mini-package-tax-from-outside-the-eu-postponed-from-1-july-AIBK53HB'),
  ('EU', 'EU customs handling fee', 200, 'line', null, null,
   'https://passportglobal.com/blog/eu-uk-customs-developments/');

-- The first settings are no change of settings.
delete from public.setting_changes where staff_id is null;

insert into public.permissions (role, act) values
  ('packer', 'use_studio'), ('packer', 'read_orders'), ('packer', 'answer_shoppers'), ('packer', 'pack'),
  ('packer', 'keep_stock'),
  ('marketer', 'use_studio'), ('marketer', 'edit_catalogue'), ('marketer', 'send_mailings'),
  ('marketer', 'give_discounts'), ('marketer', 'see_visits'), ('marketer', 'answer_reviews');
insert into public.permissions (role, act) select 'manager', unnest(enum_range(null::public.staff_act));

-- Nightly ones run when the database is quiet, off the full hour, when most scheduled jobs of the world start.
insert into public.jobs (name, every, first_at) values
  ('release-sweep', '1 minute', '2026-01-01T00:00Z'),
  ('mailing-sweep', '1 minute', '2026-01-01T00:00Z'),
  ('site-build', '2 minutes', '2026-01-01T00:00Z'),
  ('mail-sweep', '1 minute', '2026-01-01T00:00Z'),
  ('checkout-sweep', '5 minutes', '2026-01-01T00:00Z'),
  ('refund-sweep', '5 minutes', '2026-01-01T00:00Z'),
  ('data-prune', '1 day', '2026-01-01T03:17Z'),
  ('invariants', '1 day', '2026-01-01T04:07Z'),
  -- Mondays before work.
  ('stock-report', '7 days', '2026-01-05T06:17Z'),
  ('cart-sweep', '15 minutes', '2026-01-01T00:00Z'),
  ('payout-sweep', '1 hour', '2026-01-01T00:23Z'),
  ('label-sweep', '1 minute', '2026-01-01T00:00Z'),
  ('draw-sweep', '1 minute', '2026-01-01T00:00Z'),
  -- When people read their e-mails.
  ('review-sweep', '1 day', '2026-01-01T10:07Z');

do $$
declare
  v_nobody uuid := public.decoy_user();
begin
  -- Hash of discarded random bytes, as costly to compare as Supabase Auth's own. Auth cannot read null in its token
  -- columns.
  insert into auth.users (
    id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
    confirmation_token, recovery_token, email_change, email_change_token_new, email_change_token_current,
    phone_change, phone_change_token, reauthentication_token, created_at, updated_at)
  values (
    v_nobody, 'authenticated', 'authenticated', 'nobody@invalid.example',
    '$2a$10$19530TQLdPJgx87AI302pOcSsH1xOaKsv33YClHJebRuSzodxNVv2', now(),
    '{"provider": "email", "providers": ["email"]}', '{}', '', '', '', '', '', '', '', '', now(), now())
  on conflict do nothing;
  -- Hosted projects also look users up by this column; the local stack lacks it.
  if exists (
    select from pg_attribute
    where attrelid = 'auth.users'::regclass and attname = 'instance_id' and not attisdropped)
  then
    execute format(
      'update auth.users set instance_id = %L where id = %L', '00000000-0000-0000-0000-000000000000', v_nobody);
  end if;
exception
  when insufficient_privilege or undefined_column or not_null_violation then
    -- Not worth stopping a deploy: logins stay within their limits, only unknown names respond differently.
    raise warning 'No decoy for logins: %', sqlerrm;
end
$$;

-- Placeholders: src/domain/message-placeholders.ts.
insert into public.message_templates (id, title, subject, text) values
  (gen_random_uuid(), 'Address question', 'A question about the address of order {order number}',
   E'Hello {first name},\n\nwe would like to send your order {order number}, but the address looks incomplete to us. '
   'Could you please answer this e-mail with the full address, with house number and postcode?\n\n'
   'Your order leaves as soon as we know it.'),
  (gen_random_uuid(), 'Delay', 'Order {order number} will be a little late',
   E'Hello {first name},\n\nwe are sorry: order {order number} will leave later than we promised. '
   'We will write again when it is on its way.\n\n'
   'If you would rather not wait, answer this e-mail, and we will cancel it and refund all of it.'),
  (gen_random_uuid(), 'Out of stock', 'Something in order {order number} is out of stock',
   E'Hello {first name},\n\nwe are sorry: a piece of your order {order number} turned out to be damaged, and we have '
   'no other one.\n\nWould you like another colour of it, or your money back for this piece? '
   'Please answer this e-mail.'),
  (gen_random_uuid(), 'Return reminder', 'Your return of order {order number}',
   E'Hello {first name},\n\nyou asked to return something from order {order number}, and it has not reached us yet. '
   'Is it on its way?\n\nThe code for the parcel and our address are on your order’s page. '
   'If you have decided to keep it, you need not do anything.'),
  (gen_random_uuid(), 'Thank you', 'Thank you for order {order number}',
   E'Hello {first name},\n\nthank you for your order {order number}. We hope that you like it as much as we do.\n\n'
   'If anything is not right, just answer this e-mail.');
