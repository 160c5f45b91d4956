-- Release functions for npm run catalogue, which has the secret key and no staff member.

create function public.draft_by_command(
  p_release uuid, p_title text, p_source text, p_changes jsonb, p_options jsonb
) returns jsonb
language sql set search_path = ''
as $$ select public.save_release(null, p_release, p_title, p_source, p_changes, p_options, 0) $$;
comment on function public.draft_by_command is 'save_release of a new draft, for npm run catalogue.';

create function public.schedule_import(
  p_release uuid, p_title text, p_source text, p_changes jsonb, p_options jsonb, p_at timestamptz, p_fingerprint text
) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '5min'
as $$
begin
  perform public.save_release(null, p_release, p_title, p_source, p_changes, p_options, 0);
  return public.schedule_release(null, p_release, p_at, p_fingerprint);
end
$$;
comment on function public.schedule_import is
  'Creates and schedules a release, all or nothing: {version}. Called by npm run catalogue. Errors: those of '
  'save_release and schedule_release.';

create function public.allow_by_command(p_release uuid, p_options jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_release public.releases := public.locked_release(p_release);
begin
  return public.save_release(
    null, p_release, v_release.title, v_release.source, v_release.changes, v_release.options || p_options,
    v_release.version);
end
$$;
comment on function public.allow_by_command is
  'Adds options of import_catalogue to a draft: {version}. Called by npm run catalogue. Errors: those of save_release.';

create function public.publish_by_command(p_release uuid, p_fingerprint text) returns jsonb
language sql set search_path = '' set statement_timeout = '5min'
as $$ select public.publish_release(null, p_release, p_fingerprint) $$;
comment on function public.publish_by_command is 'publish_release for npm run catalogue.';

create function public.schedule_by_command(p_release uuid, p_at timestamptz, p_fingerprint text) returns jsonb
language sql set search_path = '' set statement_timeout = '5min'
as $$ select public.schedule_release(null, p_release, p_at, p_fingerprint) $$;
comment on function public.schedule_by_command is 'schedule_release for npm run catalogue.';

create function public.unschedule_by_command(p_release uuid) returns jsonb
language sql set search_path = '' set statement_timeout = '5min'
as $$ select public.unschedule_release(null, p_release) $$;
comment on function public.unschedule_by_command is 'unschedule_release for npm run catalogue.';

create function public.discard_by_command(p_release uuid) returns jsonb
language sql set search_path = '' set statement_timeout = '5min'
as $$ select public.discard_release(null, p_release) $$;
comment on function public.discard_by_command is 'discard_release for npm run catalogue.';
