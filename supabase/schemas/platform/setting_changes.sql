-- Tax, duties, delivery and packing: changed by managers or in SQL, with a permanent history.

create function public.settings_now() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'display', coalesce((select display from public.tax_settings), 'added'),
    'basis_points', coalesce((select tax_basis_points from public.tax_settings), 600),
    'zones', (select coalesce(jsonb_object_agg(zone, tax_basis_points), '{}') from public.zone_tax_rates),
    'euro_pence', (select euro_pence from public.duty_settings),
    'countries', (
      select coalesce(jsonb_object_agg(country, policy), '{}')
      from public.country_duties where policy <> 'you_pay'),
    'fees', (select coalesce(jsonb_agg(to_jsonb(f) order by place, name), '[]') from public.import_fees f),
    'deliveries', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select zone, name, amount_pence, min_business_days, max_business_days, express from public.shipping_rates
        order by zone, position, id) entry),
    'packing', jsonb_build_object(
      'paper_grams', coalesce((select paper_grams from public.packaging_weights), 0),
      'plastic_grams', coalesce((select plastic_grams from public.packaging_weights), 0),
      'carrier', (select carrier from public.label_settings),
      'return_labels', coalesce((select return_labels from public.label_settings), 'never'),
      'rules', (
        select coalesce(jsonb_agg(to_jsonb(r) order by abroad, express, most_grams), '[]') from public.parcel_rules r)))
$$;
comment on function public.settings_now is
  'All settings: {display, basis_points, zones: {zone: basis points}, euro_pence, countries: {country: policy}, '
  'fees: [import_fees], deliveries: [shipping_rates], packing: {paper_grams, plastic_grams, carrier, return_labels, '
  'rules: [parcel_rules]}}, only zones with their own tax rate and countries where the shopper does not pay duties.';

create table public.setting_changes (
  id uuid primary key default gen_random_uuid(),
  transaction_id xid8 not null default pg_current_xact_id(),
  staff_id bigint references public.staff (id) on delete restrict,
  at timestamptz not null default clock_timestamp(),
  was jsonb not null,
  now jsonb not null,
  constraint setting_changes_one_per_transaction unique (transaction_id)
);
comment on table public.setting_changes is
  'Permanent history of the settings: author, settings before and after (settings_now).';
comment on column public.setting_changes.id is 'Idempotency key, made in the browser for a change in the studio.';
comment on column public.setting_changes.staff_id is 'Null: changed in SQL.';
create index setting_changes_by_staff on public.setting_changes (staff_id);
create index setting_changes_newest on public.setting_changes (at desc);
alter table public.setting_changes enable row level security;

create function public.note_setting_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_when = 'BEFORE' then
    insert into public.setting_changes (was, now) values (public.settings_now(), public.settings_now())
    on conflict (transaction_id) do nothing;
  else
    update public.setting_changes set now = public.settings_now() where transaction_id = pg_current_xact_id();
    delete from public.setting_changes where transaction_id = pg_current_xact_id() and was = now and staff_id is null;
  end if;
  return null;
end
$$;
comment on function public.note_setting_change is 'Records the net change of a transaction in setting_changes, once.';
create trigger note_taxes_before before insert or update or delete on public.tax_settings
  for each statement execute function public.note_setting_change();
create trigger note_taxes_after after insert or update or delete on public.tax_settings
  for each statement execute function public.note_setting_change();
create trigger note_zone_taxes_before before insert or update or delete on public.zone_tax_rates
  for each statement execute function public.note_setting_change();
create trigger note_zone_taxes_after after insert or update or delete on public.zone_tax_rates
  for each statement execute function public.note_setting_change();
create trigger note_country_duties_before before insert or update or delete on public.country_duties
  for each statement execute function public.note_setting_change();
create trigger note_country_duties_after after insert or update or delete on public.country_duties
  for each statement execute function public.note_setting_change();
create trigger note_duty_settings_before before update on public.duty_settings
  for each statement execute function public.note_setting_change();
create trigger note_duty_settings_after after update on public.duty_settings
  for each statement execute function public.note_setting_change();

create trigger note_import_fees_before before insert or update or delete on public.import_fees
  for each statement execute function public.note_setting_change();
create trigger note_import_fees_after after insert or update or delete on public.import_fees
  for each statement execute function public.note_setting_change();

create trigger note_rates_before before insert or update or delete on public.shipping_rates
  for each statement execute function public.note_setting_change();
create trigger note_rates_after after insert or update or delete on public.shipping_rates
  for each statement execute function public.note_setting_change();
create trigger note_packaging_before before insert or update or delete on public.packaging_weights
  for each statement execute function public.note_setting_change();
create trigger note_packaging_after after insert or update or delete on public.packaging_weights
  for each statement execute function public.note_setting_change();
create trigger note_parcel_rules_before before insert or update or delete on public.parcel_rules
  for each statement execute function public.note_setting_change();
create trigger note_parcel_rules_after after insert or update or delete on public.parcel_rules
  for each statement execute function public.note_setting_change();

create trigger note_label_settings_before before insert or update or delete on public.label_settings
  for each statement execute function public.note_setting_change();
create trigger note_label_settings_after after insert or update or delete on public.label_settings
  for each statement execute function public.note_setting_change();

create function public.staff_settings() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff('edit_settings');
  return jsonb_build_object(
    'settings', public.settings_now(),
    'changes', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select t.id, t.at, s.name as by, t.was, t.now
        from public.setting_changes t left join public.staff s on s.id = t.staff_id
        order by t.at desc limit 20) entry));
end
$$;
comment on function public.staff_settings is
  'The settings (settings_now) and their latest twenty changes; by is null for a change in SQL. Errors: those of '
  'require_staff.';

create function public.change_settings(p_change uuid, p_seen jsonb, p_now jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('edit_settings');
begin
  perform pg_advisory_xact_lock(hashtextextended('change_settings', 0));
  -- Saving the form of taxes decides for every country in it, changed or not.
  update public.duty_settings set decided_on = public.uk_day(now())
  where decided_on is null
    and p_now -> 'deliveries' = p_seen -> 'deliveries' and p_now -> 'packing' = p_seen -> 'packing';
  -- Pressed again after a lost response.
  if exists (select from public.setting_changes where id = p_change) or public.settings_now() = p_now then
    return;
  end if;
  if public.settings_now() <> p_seen then
    raise sqlstate 'PT409' using hint = 'settings_changed';
  end if;
  insert into public.setting_changes (id, staff_id, was, now) values (p_change, v_staff, p_seen, p_now);
  insert into public.tax_settings (display, tax_basis_points)
  values ((p_now ->> 'display')::public.tax_display, (p_now ->> 'basis_points')::integer)
  on conflict (only_row) do update set display = excluded.display, tax_basis_points = excluded.tax_basis_points;
  -- Hosted projects refuse a delete without a where (safeupdate).
  delete from public.zone_tax_rates where zone is not null and not p_now -> 'zones' ? zone::text;
  insert into public.zone_tax_rates (zone, tax_basis_points)
  select key::public.shipping_zone, value::integer from jsonb_each_text(p_now -> 'zones')
  on conflict (zone) do update set tax_basis_points = excluded.tax_basis_points;
  update public.duty_settings set euro_pence = (p_now ->> 'euro_pence')::integer where only_row;
  update public.country_duties set policy = 'you_pay' where policy <> 'you_pay' and not p_now -> 'countries' ? country;
  insert into public.country_duties (country, policy)
  select key, value::public.duty_payment from jsonb_each_text(p_now -> 'countries')
  on conflict (country) do update set policy = excluded.policy where country_duties.policy <> excluded.policy;
  if p_now -> 'fees' <> p_seen -> 'fees' then
    delete from public.import_fees where place is not null;
    insert into public.import_fees select * from jsonb_populate_recordset(null::public.import_fees, p_now -> 'fees');
  end if;
  if p_now -> 'deliveries' <> p_seen -> 'deliveries' then
    delete from public.shipping_rates where id is not null;
    insert into public.shipping_rates (
      zone, name, amount_pence, min_business_days, max_business_days, express, position)
    select zone, name, amount_pence, min_business_days, max_business_days, express, place
    from rows from (jsonb_to_recordset(p_now -> 'deliveries') as (
      zone public.shipping_zone, name text, amount_pence integer, min_business_days integer,
      max_business_days integer, express boolean))
      with ordinality as d (zone, name, amount_pence, min_business_days, max_business_days, express, place);
  end if;
  if p_now -> 'packing' <> p_seen -> 'packing' then
    insert into public.packaging_weights (paper_grams, plastic_grams)
    values ((p_now #>> '{packing,paper_grams}')::integer, (p_now #>> '{packing,plastic_grams}')::integer)
    on conflict (only_row) do update
    set paper_grams = excluded.paper_grams, plastic_grams = excluded.plastic_grams;
    insert into public.label_settings (carrier, return_labels)
    select carrier, return_labels from jsonb_populate_record(null::public.label_settings, p_now -> 'packing')
    on conflict (only_row) do update set carrier = excluded.carrier, return_labels = excluded.return_labels;
    delete from public.parcel_rules where most_grams is not null;
    insert into public.parcel_rules
    select * from jsonb_populate_recordset(null::public.parcel_rules, p_now #> '{packing,rules}');
  end if;
end
$$;
comment on function public.change_settings is
  'Sets the settings to p_now if they still equal the baseline p_seen, both in settings_now''s form. Requests a '
  'build; open checkouts keep theirs. Records that the shop has decided who pays duties. p_change: idempotency key. '
  'Errors: those of require_staff; PT409 settings_changed.';
