-- The pages are built from the catalogue, and the CDN keeps answers about it: what changes there asks for a new build
-- and takes those answers away.

create table public.catalogue_changes (
  transaction_id xid8 primary key default pg_current_xact_id(),
  changed_at timestamptz not null default clock_timestamp(),
  claim uuid,
  claimed_at timestamptz,
  constraint catalogue_changes_claim_has_time check ((claim is null) = (claimed_at is null))
);
comment on table public.catalogue_changes is
  'Changes that no build of the site knows yet, one row for a transaction. A row goes when a build that will see it was asked for.';
comment on column public.catalogue_changes.claim is 'The call of the build hook that is under way for this change, if any.';
alter table public.catalogue_changes enable row level security;

create table public.stale_answers (
  transaction_id xid8 primary key default pg_current_xact_id(),
  claim uuid,
  claimed_at timestamptz,
  constraint stale_answers_claim_has_time check ((claim is null) = (claimed_at is null))
);
comment on table public.stale_answers is
  'Changes of the catalogue that answers kept by the CDN may not show yet, one row for a transaction. A row goes when those answers were purged. '
  'Apart from catalogue_changes, because a purge need not wait until a burst of changes is over.';
comment on column public.stale_answers.claim is 'The purge that is under way for this change, if any.';
alter table public.stale_answers enable row level security;

create function public.note_catalogue_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  insert into public.catalogue_changes default values on conflict do nothing;
  insert into public.stale_answers default values on conflict do nothing;
  return null;
end
$$;
comment on function public.note_catalogue_change is
  'Notes that the built pages and the answers kept by the CDN are out of date, once in a transaction. '
  'A note of each transaction''s own keeps shoppers and marketers from waiting for one another.';

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
create trigger note_new_colour after insert or delete on public.color_variants
  for each row execute function public.note_catalogue_change();
-- Pages ask for stock themselves. What is built into them is only whether there is any.
create trigger note_changed_colour after update on public.color_variants
  for each row when (
    (old.product_id, old.color_name, old.hex, old.position, old.archived_at, old.quantity > 0)
    is distinct from
    (new.product_id, new.color_name, new.hex, new.position, new.archived_at, new.quantity > 0))
  execute function public.note_catalogue_change();
-- additionalPays answers with the tax, and the merchant feed is built with it.
create trigger note_new_tax after insert or delete on public.tax_settings
  for each row execute function public.note_catalogue_change();
create trigger note_changed_tax after update on public.tax_settings
  for each row when (old.* is distinct from new.*) execute function public.note_catalogue_change();

create function public.claim_site_build(p_quiet_seconds integer, p_longest_seconds integer, p_lease_seconds integer)
returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_claim uuid := gen_random_uuid();
begin
  perform pg_advisory_xact_lock(hashtextextended('claim_site_build', 0));
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
  -- All of them; but hosted projects refuse an update without a condition (safeupdate).
  update public.catalogue_changes set claim = v_claim, claimed_at = clock_timestamp() where transaction_id is not null;
  return v_claim;
end
$$;
comment on function public.claim_site_build is
  'Lets one caller ask for a build: a claim when nothing has changed for p_quiet_seconds, or something has waited for p_longest_seconds; else null. '
  'Whoever got it has p_lease_seconds to ask and call settle_site_build; then it counts as failed and the next caller gets a claim.';

create function public.settle_site_build(p_claim uuid, p_asked boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  if p_asked then
    delete from public.catalogue_changes where claim = p_claim;
  else
    update public.catalogue_changes set claim = null, claimed_at = null where claim = p_claim;
  end if;
end
$$;
comment on function public.settle_site_build is
  'Ends a claim. p_asked: the build was asked for and will see the changes claimed, so they are forgotten; otherwise they wait for the next claim.';

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
  'Lets one caller purge what has changed: a claim on all changes that nobody purges at the moment, or null when there are none. '
  'Whoever got it has p_lease_seconds to purge and call settle_purge; then it counts as failed and the next caller gets a claim.';

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
  'Ends a claim. p_purged: the answers are gone from the CDN, so the changes claimed are forgotten; otherwise they wait for the next claim.';
