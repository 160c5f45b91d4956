-- Pages are built from the catalogue and the CDN caches responses about it: a change requests a build and purges them.

create table public.catalogue_changes (
  transaction_id xid8 primary key default pg_current_xact_id(),
  changed_at timestamptz not null default clock_timestamp(),
  urgent boolean not null default true,
  claim uuid,
  claimed_at timestamptz,
  constraint catalogue_changes_claim_has_time check ((claim is null) = (claimed_at is null))
);
comment on table public.catalogue_changes is
  'Changes not yet in a build, one row per transaction. Deleted once a build that will see them has been requested.';
comment on column public.catalogue_changes.urgent is
  'False when colours only sold out or came back into stock, which pages fetch themselves, or reviews were written: '
  'these can wait for the next build.';
comment on column public.catalogue_changes.claim is 'The build hook call in progress for this change, if any.';
alter table public.catalogue_changes enable row level security;

create table public.stale_answers (
  transaction_id xid8 primary key default pg_current_xact_id(),
  claim uuid,
  claimed_at timestamptz,
  constraint stale_answers_claim_has_time check ((claim is null) = (claimed_at is null))
);
comment on table public.stale_answers is
  'Catalogue changes that responses cached by the CDN may not show yet, one row per transaction. Deleted after the '
  'purge. Separate from catalogue_changes, because a purge need not wait for a burst of changes to end.';
comment on column public.stale_answers.claim is 'The purge in progress for this change, if any.';
alter table public.stale_answers enable row level security;

create table public.last_site_build (
  only_row boolean primary key default true,
  asked_at timestamptz not null default clock_timestamp(),
  constraint last_site_build_is_one_row check (only_row)
);
comment on table public.last_site_build is
  'When the last build was requested; empty before the first. Builds cost money, so those for stock alone are spaced '
  'out.';
alter table public.last_site_build enable row level security;

create function public.note_catalogue_change() returns trigger
language plpgsql set search_path = ''
as $$
declare
  v_urgent boolean := true;
begin
  if tg_table_name = 'color_variants' and tg_op = 'UPDATE' then
    v_urgent :=
      (old.product_id, old.color_name, old.hex, old.position, old.archived_at, old.sku, old.gtin, old.worn, old.film)
      is distinct from
      (new.product_id, new.color_name, new.hex, new.position, new.archived_at, new.sku, new.gtin, new.worn, new.film);
  elsif tg_table_name = 'product_reviews' then
    -- Pages lose a withdrawn one at once.
    v_urgent := new.stars is null;
  end if;
  insert into public.catalogue_changes (urgent) values (v_urgent) on conflict do nothing;
  if v_urgent and not found then
    update public.catalogue_changes set urgent = true
    where transaction_id = pg_current_xact_id() and not urgent;
  end if;
  insert into public.stale_answers default values on conflict do nothing;
  return null;
end
$$;
comment on function public.note_catalogue_change is
  'Records that built pages and responses cached by the CDN are out of date. One row per transaction keeps shoppers '
  'and marketers from blocking one another.';

create trigger note_new_category after insert or delete on public.categories
  for each row execute function public.note_catalogue_change();
create trigger note_changed_category after update on public.categories
  for each row when (old.* is distinct from new.*) execute function public.note_catalogue_change();
create trigger note_new_product after insert or delete on public.products
  for each row execute function public.note_catalogue_change();
create trigger note_changed_product after update on public.products
  for each row when (old.* is distinct from new.*) execute function public.note_catalogue_change();
create trigger note_new_picture after insert or delete on public.variant_images
  for each row execute function public.note_catalogue_change();
create trigger note_changed_picture after update on public.variant_images
  for each row when (old.* is distinct from new.*) execute function public.note_catalogue_change();
create trigger note_changed_place after insert or update or delete on public.product_order
  for each row execute function public.note_catalogue_change();
create trigger note_new_colour after insert or delete on public.color_variants
  for each row execute function public.note_catalogue_change();
-- Pages fetch stock counts themselves; only availability is built in.
create trigger note_changed_colour after update on public.color_variants
  for each row when (
    (old.product_id, old.color_name, old.hex, old.position, old.archived_at, old.sku, old.gtin, old.worn,
     old.film, old.quantity > 0)
    is distinct from
    (new.product_id, new.color_name, new.hex, new.position, new.archived_at, new.sku, new.gtin, new.worn,
     new.film, new.quantity > 0))
  execute function public.note_catalogue_change();
create trigger note_new_review after insert or delete on public.product_reviews
  for each row execute function public.note_catalogue_change();
create trigger note_changed_review after update on public.product_reviews
  for each row when (old.* is distinct from new.*) execute function public.note_catalogue_change();
create trigger note_hidden_review after insert or delete on public.hidden_reviews
  for each row execute function public.note_catalogue_change();
create trigger note_review_photo after insert or update or delete on public.review_photos
  for each row execute function public.note_catalogue_change();
create trigger note_new_page after insert or delete on public.own_pages
  for each row execute function public.note_catalogue_change();
create trigger note_changed_page after update on public.own_pages
  for each row when (old.* is distinct from new.*) execute function public.note_catalogue_change();
create trigger note_changed_redirect after insert or update or delete on public.redirects
  for each row execute function public.note_catalogue_change();
create trigger note_new_content after insert or delete on public.site_content
  for each row execute function public.note_catalogue_change();
create trigger note_changed_content after update on public.site_content
  for each row when (old.* is distinct from new.*) execute function public.note_catalogue_change();
-- additionalPays returns the tax, and the merchant feed includes it.
create trigger note_new_tax after insert or delete on public.tax_settings
  for each row execute function public.note_catalogue_change();
create trigger note_changed_tax after update on public.tax_settings
  for each row when (old.* is distinct from new.*) execute function public.note_catalogue_change();

-- Pages state who pays duties, and the billing form leaves out countries where the shop does not sell.
create trigger note_changed_duties after insert or update or delete on public.country_duties
  for each row execute function public.note_catalogue_change();
-- Structured data state delivery prices.
create trigger note_changed_rate after insert or update or delete on public.shipping_rates
  for each row execute function public.note_catalogue_change();
create trigger note_changed_zone_tax after insert or update or delete on public.zone_tax_rates
  for each row execute function public.note_catalogue_change();

create table public.noted_moments (
  only_row boolean primary key default true,
  noted_until timestamptz not null,
  constraint noted_moments_is_one_row check (only_row)
);
comment on table public.noted_moments is
  'Time up to which catalogue_moments have been turned into catalogue_changes; empty before the first.';
alter table public.noted_moments enable row level security;

create function public.last_unnoted_moment() returns timestamptz
language sql stable set search_path = ''
as $$
  select max(at) from public.catalogue_moments
  where at <= now() and at > coalesce((select noted_until from public.noted_moments), '-infinity')
$$;
comment on function public.last_unnoted_moment is
  'The last of catalogue_moments for which no build has been requested; null when there is none.';

create function public.note_catalogue_moments() returns void
language plpgsql set search_path = ''
as $$
declare
  v_last constant timestamptz := public.last_unnoted_moment();
begin
  if v_last is not null then
    insert into public.catalogue_changes (changed_at) values (v_last)
    on conflict (transaction_id) do update set urgent = true;
    insert into public.noted_moments (noted_until) values (v_last)
    on conflict (only_row) do update set noted_until = excluded.noted_until;
  end if;
end
$$;
comment on function public.note_catalogue_moments is
  'Requests a build, once, after products have opened. Needs no purge, because catalogue responses expire at such a '
  'moment (next_opening). Part of claim_site_build, which serialises its callers.';

create function public.claim_site_build(
  p_quiet_seconds integer, p_longest_seconds integer, p_lease_seconds integer, p_spacing_seconds integer)
returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_claim uuid := gen_random_uuid();
begin
  perform pg_advisory_xact_lock(hashtextextended('claim_site_build', 0));
  perform public.pass_content_times();
  perform public.note_catalogue_moments();
  if exists (
    select from public.catalogue_changes
    where claimed_at > clock_timestamp() - make_interval(secs => p_lease_seconds)
  ) then
    return null;
  end if;
  if not exists (
    select from public.catalogue_changes
    having max(changed_at) <= clock_timestamp() - make_interval(secs => p_quiet_seconds)
        or min(changed_at) <= clock_timestamp() - make_interval(secs => p_longest_seconds)
  ) then
    return null;
  end if;
  if not exists (select from public.catalogue_changes where urgent) and exists (
    select from public.last_site_build
    where asked_at > clock_timestamp() - make_interval(secs => p_spacing_seconds)
  ) then
    return null;
  end if;
  -- All rows; hosted projects refuse an update without a where (safeupdate).
  update public.catalogue_changes set claim = v_claim, claimed_at = clock_timestamp() where transaction_id is not null;
  return v_claim;
end
$$;
comment on function public.claim_site_build is
  'Claims a build when nothing has changed for p_quiet_seconds or a change has waited p_longest_seconds; else null. '
  'Openings count as changes at their minute. Changes of stock alone also wait p_spacing_seconds after the last '
  'build. The claim is a lease: without settle_site_build within p_lease_seconds it counts as failed and passes to '
  'the next caller.';

create function public.settle_site_build(p_claim uuid, p_asked boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  if p_asked then
    update public.releases r set build_asked_at = clock_timestamp()
    from public.catalogue_changes c
    where c.claim = p_claim and r.transaction_id = c.transaction_id and r.build_asked_at is null;
    delete from public.catalogue_changes where claim = p_claim;
    insert into public.last_site_build default values
    on conflict (only_row) do update set asked_at = excluded.asked_at;
  else
    update public.catalogue_changes set claim = null, claimed_at = null where claim = p_claim;
  end if;
end
$$;
comment on function public.settle_site_build is
  'Ends a claim. p_asked: the build was requested and will see the claimed changes, so they are deleted and their '
  'releases note the time; otherwise they wait for the next claim.';

create function public.claim_purge(p_lease_seconds integer) returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_claim uuid := gen_random_uuid();
begin
  update public.stale_answers set claim = v_claim, claimed_at = clock_timestamp()
  where claimed_at is null or claimed_at <= clock_timestamp() - make_interval(secs => p_lease_seconds);
  return case when found then v_claim end;
end
$$;
comment on function public.claim_purge is
  'Claims all changes that are not being purged already, or null when there are none. The claim is a lease: without '
  'settle_purge within p_lease_seconds it counts as failed and passes to the next caller.';

create function public.settle_purge(p_claim uuid, p_purged boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  if p_purged then
    delete from public.stale_answers where claim = p_claim;
  else
    update public.stale_answers set claim = null, claimed_at = null where claim = p_claim;
  end if;
end
$$;
comment on function public.settle_purge is
  'Ends a claim. p_purged: the CDN''s cached responses are purged, so the claimed changes are deleted; otherwise they '
  'wait for the next claim.';
