-- Texts and pictures of pages: home, launch, FAQ, legal texts and the announcement bar.

create table public.site_content (
  key text primary key,
  value jsonb not null,
  changed_at timestamptz not null default now(),
  build_due_at timestamptz,
  constraint site_content_is_object check (jsonb_typeof(value) = 'object'),
  constraint site_content_length_in_range check (length(value::text) <= 200000),
  constraint site_content_times_in_order check ((value ->> 'from')::timestamptz < (value ->> 'until')::timestamptz)
);
comment on table public.site_content is
  'Page content, one row per kind; the kinds and their shapes are in src/domain/site-content/content.ts. Pages are '
  'built from it.';
comment on column public.site_content.build_due_at is
  'When the next of its times ("from", "until") passes and the pages need a rebuild; null without one '
  '(pass_content_times).';
alter table public.site_content enable row level security;
-- The build reads with the publishable key, as anyone can: announcements scheduled for later stay hidden.
create policy "everyone reads content from its time on" on public.site_content for select to anon, authenticated
  using (coalesce((value ->> 'from')::timestamptz <= now(), true));
grant select on public.site_content to anon, authenticated;

create function public.time_content() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.build_due_at := (
    select min(t) from unnest(array[(new.value ->> 'from')::timestamptz, (new.value ->> 'until')::timestamptz]) t
    where t > now());
  if tg_op = 'UPDATE' and new.value is distinct from old.value then
    new.changed_at := now();
  end if;
  return new;
end
$$;
comment on function public.time_content is 'Records when content changed, and when the next of its times passes.';
create trigger time_content before insert or update on public.site_content
  for each row execute function public.time_content();

create function public.note_terms() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- The second of two simultaneous changes sees the result of the first.
  perform pg_advisory_xact_lock(hashtextextended('terms_versions', 0));
  insert into public.terms_versions (texts)
  select jsonb_object_agg(key, value) || jsonb_build_object('duties', public.duties_now())
  from public.site_content
  where key in ('terms', 'returns', 'privacy')
  having count(*) = 3
    and jsonb_object_agg(key, value) || jsonb_build_object('duties', public.duties_now()) is distinct from (
      select texts from public.terms_versions where id = public.current_terms_version());
  return null;
end
$$;
comment on function public.note_terms is
  'Stores a version of the terms after a change to one of their texts, or to who pays duties. Only such changes wait '
  'for one another: a checkout reads the newest version without a lock.';
create trigger note_terms after insert or update on public.site_content
  for each statement execute function public.note_terms();
create trigger note_terms after insert or update or delete on public.country_duties
  for each statement execute function public.note_terms();

create function public.pass_content_times() returns void
language sql set search_path = ''
as $$
  -- The trigger time_content sets the next time; the row change requests a build.
  update public.site_content set build_due_at = null where build_due_at <= now()
$$;
comment on function public.pass_content_times is
  'Requests a build when content has begun or ended by its times. Called before each check for a due build '
  '(claim_site_build).';

create function public.values_report(p_merged jsonb, p_key text) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'changed', coalesce(
      jsonb_agg(jsonb_build_object(p_key, g -> p_key, 'was', g -> 'was', 'now', g -> 'now') order by place)
      filter (where g -> 'conflict' = 'false'), '[]'),
    'conflicts', coalesce(
      jsonb_agg(jsonb_build_object(p_key, g -> p_key, 'seen', g -> 'seen', 'shop', g -> 'was', 'file', g -> 'now')
        order by place)
      filter (where g -> 'conflict' = 'true'), '[]'))
  from jsonb_array_elements(p_merged) with ordinality as m (g, place)
$$;
comment on function public.values_report is
  'Report of an import of whole values, [{p_key, was, now, seen, conflict}]: {changed: [{p_key, was, now}], conflicts: '
  '[{p_key, seen, shop, file}]}.';

create function public.import_content(p_content jsonb, p_options jsonb default '{}') returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_overwrite constant boolean := coalesce((p_options ->> 'overwrite')::boolean, false);
  v_unknown text;
  v_merged jsonb;
begin
  select g.key into v_unknown
  from jsonb_object_keys(p_content) as g (key)
  where not exists (select from public.site_content c where c.key = g.key)
  limit 1;
  if v_unknown is not null then
    raise sqlstate 'PT409' using hint = 'content_unknown', detail = jsonb_build_object('key', v_unknown)::text;
  end if;

  perform 1 from public.site_content where key in (select jsonb_object_keys(p_content)) order by key for update;
  select coalesce(jsonb_agg(entry), '[]') into v_merged from (
    select c.key, c.value as was, g.item -> 'now' as now, g.item -> 'seen' as seen,
      g.item ? 'seen' and c.value <> g.item -> 'seen' and not v_overwrite as conflict
    from jsonb_each(p_content) as g (key, item)
    join public.site_content c on c.key = g.key
    where c.value <> g.item -> 'now'
    order by c.key) entry;

  update public.site_content c
  set value = g -> 'now'
  from jsonb_array_elements(v_merged) g
  where c.key = g ->> 'key' and g -> 'conflict' = 'false';

  return public.values_report(v_merged, 'key');
end
$$;
comment on function public.import_content is
  'Changes content by key, {key: {seen, now}}. seen is the baseline of the change: a current value that is neither '
  'seen nor now is a conflict, which stays unless p_options has overwrite. Returns {changed: [{key, was, now}], '
  'conflicts: [{key, seen, shop, file}]}. The caller has validated the values (ContentChanges in '
  'src/domain/site-content/content.ts). Errors: PT409 content_unknown. Part of a release.';
