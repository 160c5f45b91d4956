-- Tax display and rates, and who pays duties abroad: changed by managers or in SQL, with a permanent history.

create function public.taxes_now() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'display', coalesce((select display from public.tax_settings), 'added'),
    'basis_points', coalesce((select tax_basis_points from public.tax_settings), 600),
    'zones', (select coalesce(jsonb_object_agg(zone, tax_basis_points), '{}') from public.zone_tax_rates),
    'euro_pence', (select euro_pence from public.duty_settings),
    'countries', (
      select coalesce(jsonb_object_agg(country, policy), '{}')
      from public.country_duties where policy <> 'you_pay'))
$$;
comment on function public.taxes_now is
  'tax_settings, zone_tax_rates, duty_settings and country_duties: {display, basis_points, zones: {zone: basis '
  'points}, euro_pence, countries: {country: policy}}, only zones with their own rate and countries where the shopper '
  'does not pay duties.';

create table public.tax_changes (
  id uuid primary key default gen_random_uuid(),
  transaction_id xid8 not null default pg_current_xact_id(),
  staff_id bigint references public.staff (id) on delete restrict,
  at timestamptz not null default clock_timestamp(),
  was jsonb not null,
  now jsonb not null,
  constraint tax_changes_one_per_transaction unique (transaction_id)
);
comment on table public.tax_changes is 'Permanent history of tax changes: author, taxes before and after (taxes_now).';
comment on column public.tax_changes.id is 'Idempotency key, made in the browser for a change in the studio.';
comment on column public.tax_changes.staff_id is 'Null: changed in SQL.';
create index tax_changes_by_staff on public.tax_changes (staff_id);
create index tax_changes_newest on public.tax_changes (at desc);
alter table public.tax_changes enable row level security;

create function public.note_tax_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_when = 'BEFORE' then
    insert into public.tax_changes (was, now) values (public.taxes_now(), public.taxes_now())
    on conflict (transaction_id) do nothing;
  else
    update public.tax_changes set now = public.taxes_now() where transaction_id = pg_current_xact_id();
    delete from public.tax_changes where transaction_id = pg_current_xact_id() and was = now and staff_id is null;
  end if;
  return null;
end
$$;
comment on function public.note_tax_change is 'Records the net tax change of a transaction in tax_changes, once.';
create trigger note_taxes_before before insert or update or delete on public.tax_settings
  for each statement execute function public.note_tax_change();
create trigger note_taxes_after after insert or update or delete on public.tax_settings
  for each statement execute function public.note_tax_change();
create trigger note_zone_taxes_before before insert or update or delete on public.zone_tax_rates
  for each statement execute function public.note_tax_change();
create trigger note_zone_taxes_after after insert or update or delete on public.zone_tax_rates
  for each statement execute function public.note_tax_change();
create trigger note_country_duties_before before insert or update or delete on public.country_duties
  for each statement execute function public.note_tax_change();
create trigger note_country_duties_after after insert or update or delete on public.country_duties
  for each statement execute function public.note_tax_change();
create trigger note_duty_settings_before before update on public.duty_settings
  for each statement execute function public.note_tax_change();
create trigger note_duty_settings_after after update on public.duty_settings
  for each statement execute function public.note_tax_change();

create function public.staff_taxes() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform public.require_staff('edit_taxes');
  return jsonb_build_object(
    'taxes', public.taxes_now(),
    'changes', (
      select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'at', c.at, 'by', c.by, 'was', c.was, 'now', c.now)
        order by c.at desc), '[]')
      from (
        select t.id, t.at, s.name as by, t.was, t.now
        from public.tax_changes t left join public.staff s on s.id = t.staff_id
        order by t.at desc limit 20) c));
end
$$;
comment on function public.staff_taxes is
  'The taxes (taxes_now) and their latest twenty changes; by is null for a change in SQL. Errors: those of '
  'require_staff.';

create function public.change_taxes(p_change uuid, p_seen jsonb, p_now jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('edit_taxes');
begin
  perform pg_advisory_xact_lock(hashtextextended('change_taxes', 0));
  -- Saving the form decides for every country in it, changed or not.
  update public.duty_settings set decided_on = public.uk_day(now()) where decided_on is null;
  -- Pressed again after a lost response.
  if exists (select from public.tax_changes where id = p_change) or public.taxes_now() = p_now then
    return;
  end if;
  if public.taxes_now() <> p_seen then
    raise sqlstate 'PT409' using hint = 'taxes_changed';
  end if;
  insert into public.tax_changes (id, staff_id, was, now) values (p_change, v_staff, p_seen, p_now);
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
end
$$;
comment on function public.change_taxes is
  'Sets taxes and duties to p_now if they still equal the baseline p_seen, both in taxes_now''s form. Requests a '
  'build; open checkouts keep theirs. Records that the shop has decided who pays duties. p_change: idempotency key. '
  'Errors: those of require_staff; PT409 taxes_changed.';
