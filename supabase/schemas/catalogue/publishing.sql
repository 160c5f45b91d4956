-- Publishing progress: pages follow the database by a build.

create function public.note_site_build() returns timestamptz
language plpgsql set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
begin
  -- This statement sees committed rows only, so a later read of the catalogue sees it as well.
  update public.releases set build_started_at = v_now where state = 'published' and build_started_at is null;
  return v_now;
end
$$;
comment on function public.note_site_build is
  'Called by a build of the live site before it reads the catalogue: records in each published release when the first '
  'build that shows it began. Returns that time; a build shows each release whose build_started_at is not later.';

create function public.staff_publishing(p_release uuid) returns table (
  now timestamptz, database_at timestamptz, build_asked_at timestamptz, build_started_at timestamptz, awaits_build text
)
language plpgsql stable set search_path = ''
as $$
declare
  v_release public.releases;
begin
  perform public.require_staff('edit_catalogue');
  select * into v_release from public.releases where id = p_release;
  if not found then
    raise sqlstate 'PT404' using hint = 'release_unknown';
  end if;
  if v_release.state <> 'published' then
    perform public.refuse_release(v_release);
  end if;
  return query
  select clock_timestamp(), (
           select min(at) from public.release_events
           where release_id = p_release and what in ('published', 'published_differently')),
         v_release.build_asked_at, v_release.build_started_at, (
           select case when urgent then 'soon' else 'next' end from public.catalogue_changes
           where transaction_id = v_release.transaction_id);
end
$$;
comment on function public.staff_publishing is
  'Progress of a published release: one row. awaits_build: soon; next if only availability changed, which waits for '
  'the next build; null if a build was requested or none is needed. Errors: those of require_staff; PT404 '
  'release_unknown; PT409 release_state if not published.';
