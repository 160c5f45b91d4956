-- The CDN keeps answers about the catalogue: what changes there takes them away again.

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
revoke all on public.stale_answers from anon, authenticated;
grant all on public.stale_answers to service_role;

create or replace function public.note_catalogue_change() returns trigger
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

-- additionalPays answers with the tax, and the merchant feed is built with it.
create trigger note_new_tax after insert or delete on public.tax_settings
  for each row execute function public.note_catalogue_change();
create trigger note_changed_tax after update on public.tax_settings
  for each row when (old.* is distinct from new.*) execute function public.note_catalogue_change();

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

revoke execute on function public.claim_purge, public.settle_purge from public, anon, authenticated;
grant execute on function public.claim_purge, public.settle_purge to service_role;
