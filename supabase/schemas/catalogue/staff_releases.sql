-- Release functions of the studio, on top of releases.sql and undo_releases.sql.

create function public.staff_save_release(
  p_release uuid, p_title text, p_source text, p_changes jsonb, p_options jsonb, p_version integer,
  p_form text default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('edit_catalogue');
begin
  delete from public.edits where staff_id = v_staff and form = p_form;
  return public.save_release(v_staff, p_release, p_title, p_source, p_changes, p_options, p_version);
end
$$;
comment on function public.staff_save_release is
  'save_release for staff; drops the caller''s unsaved input of p_form, the form that it saves. Errors: those of '
  'require_staff and save_release.';

create function public.staff_preview_release(p_release uuid) returns jsonb
language sql set search_path = '' set statement_timeout = '5min'
as $$
  select public.require_staff('edit_catalogue');
  select public.preview_release(p_release)
$$;
comment on function public.staff_preview_release is
  'preview_release for staff. Errors: those of require_staff and preview_release.';

create function public.staff_publish_release(p_release uuid, p_fingerprint text) returns jsonb
language sql set search_path = '' set statement_timeout = '5min'
as $$ select public.publish_release(public.require_staff('edit_catalogue'), p_release, p_fingerprint) $$;
comment on function public.staff_publish_release is
  'publish_release for staff. Errors: those of require_staff and publish_release.';

create function public.staff_schedule_release(p_release uuid, p_at timestamptz, p_fingerprint text) returns jsonb
language sql set search_path = '' set statement_timeout = '5min'
as $$ select public.schedule_release(public.require_staff('edit_catalogue'), p_release, p_at, p_fingerprint) $$;
comment on function public.staff_schedule_release is
  'schedule_release for staff. Errors: those of require_staff and schedule_release.';

create function public.staff_unschedule_release(p_release uuid) returns jsonb
language sql set search_path = '' set statement_timeout = '5min'
as $$ select public.unschedule_release(public.require_staff('edit_catalogue'), p_release) $$;
comment on function public.staff_unschedule_release is
  'unschedule_release for staff. Errors: those of require_staff and unschedule_release.';

create function public.staff_discard_release(p_release uuid) returns jsonb
language sql set search_path = '' set statement_timeout = '5min'
as $$ select public.discard_release(public.require_staff('edit_catalogue'), p_release) $$;
comment on function public.staff_discard_release is
  'discard_release for staff. Errors: those of require_staff and discard_release.';

create function public.staff_preview_undo(p_release uuid) returns jsonb
language sql set search_path = '' set statement_timeout = '5min'
as $$
  select public.require_staff('edit_catalogue');
  select public.preview_undo(p_release)
$$;
comment on function public.staff_preview_undo is
  'preview_undo for staff. Errors: those of require_staff and preview_undo.';

create function public.staff_undo_release(p_release uuid, p_undo uuid, p_fingerprint text) returns jsonb
language sql set search_path = '' set statement_timeout = '5min'
as $$ select public.undo_release(public.require_staff('edit_catalogue'), p_release, p_undo, p_fingerprint) $$;
comment on function public.staff_undo_release is
  'undo_release for staff. Errors: those of require_staff and undo_release.';

create function public.release_row(p_release public.releases) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(entry) from (
    select p_release.id, p_release.title, p_release.source, p_release.state, p_release.version,
      p_release.scheduled_for, p_release.published_at, p_release.failure, p_release.undoes,
      (select id from public.releases where undoes = p_release.id) as undone_by,
      (select count(*) from unnest(p_release.subjects) s (name) where s.name like 'product/%') as products,
      array(select s.name from unnest(p_release.subjects) s (name) where s.name not like 'product/%') as others,
      e.at[1] as created_at, e.who[1] as created_by, e.at[cardinality(e.at)] as changed_at,
      e.who[cardinality(e.at)] as changed_by,
      (
        select coalesce(s.name, 'Command') from public.release_events x left join public.staff s on s.id = x.staff_id
        where x.release_id = p_release.id and x.what in ('published', 'published_differently')) as published_by
    from (
    select array_agg(x.at order by x.id) as at, array_agg(coalesce(s.name, 'Command') order by x.id) as who
    from public.release_events x left join public.staff s on s.id = x.staff_id
    where x.release_id = p_release.id) e) entry
$$;
comment on function public.release_row is
  'A release as a list row (ReleaseRow in src/domain/wire/staff-releases.ts). People: a staff member''s name, or '
  'Command.';

create function public.list_releases(
  p_search text default '', p_state public.release_state default null, p_after bigint default null
) returns jsonb
language sql stable set search_path = ''
as $$
  with found as (
    select r.* from public.releases r
    where (p_state is null or r.state = p_state) and (p_after is null or r.number < p_after)
      and (p_search = '' or public.has_words(concat_ws(' ', r.words, (
        select string_agg(s.name, ' ')
        from public.release_events e join public.staff s on s.id = e.staff_id where e.release_id = r.id)), p_search))
    order by r.number desc limit 51
  ), page as (select * from found order by number desc limit 50)
  select jsonb_build_object(
    'releases', (select coalesce(jsonb_agg(public.release_row(r) order by r.number desc), '[]')
                 from page p join public.releases r on r.id = p.id),
    'next', case when (select count(*) from found) > 50 then (select min(number)::text from page) end)
$$;
comment on function public.list_releases is
  'Releases, newest first, fifty a page: {releases, next}. p_search: each word must be in the title, the source, the '
  'name of a contributor, or of a product, category or page in it. p_after: next of the previous page.';

create function public.staff_releases(
  p_search text default '', p_state public.release_state default null, p_after bigint default null
) returns jsonb
language sql stable set search_path = ''
as $$
  select public.require_staff('edit_catalogue');
  select public.list_releases(p_search, p_state, p_after)
$$;
comment on function public.staff_releases is 'list_releases for staff. Errors: those of require_staff.';

create function public.staff_release(p_release uuid) returns jsonb
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
  return public.release_row(v_release) || jsonb_build_object(
    'changes', v_release.changes, 'options', v_release.options, 'report', v_release.report,
    'events', (
      select jsonb_agg(entry) from (
        select e.at, coalesce(s.name, 'Command') as by, e.what
        from public.release_events e left join public.staff s on s.id = e.staff_id where e.release_id = p_release
        order by e.id) entry));
end
$$;
comment on function public.staff_release is
  'A release with its changes, options, report and history. Errors: those of require_staff; PT404 release_unknown.';
