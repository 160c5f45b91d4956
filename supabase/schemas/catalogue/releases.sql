-- Releases: marketers' changes, prepared, previewed, published at once or at a time, and undone. Lock order: the
-- release's row first, then the locks of import_catalogue and the other imports.

create type public.release_state as enum ('draft', 'scheduled', 'published', 'failed', 'discarded');
comment on type public.release_state is
  'draft: being prepared. scheduled: published at its time. published: done; another release can undo it. failed: not '
  'publishable at its time; can be prepared again. discarded: given up.';

create function public.release_subjects(p_changes jsonb) returns text[]
language sql immutable set search_path = ''
as $$
  select coalesce(array_agg(distinct subject order by subject), '{}') from (
    select 'product/' || (item ->> 'slug') from jsonb_array_elements(
      coalesce(p_changes -> 'catalogue' -> 'products', '[]') || coalesce(p_changes -> 'catalogue' -> 'colours', '[]')
      || coalesce(p_changes -> 'catalogue' -> 'renames', '[]')) item
    union all select 'category/' || (item ->> 'slug')
    from jsonb_array_elements(coalesce(p_changes -> 'catalogue' -> 'categories', '[]')) item
    union all select 'content/' || key from jsonb_object_keys(coalesce(p_changes -> 'content', '{}')) key
    union all select 'page/' || key from jsonb_object_keys(coalesce(p_changes -> 'pages', '{}')) key
    union all select 'redirect' || key from jsonb_object_keys(coalesce(p_changes -> 'redirects', '{}')) key
    union all select 'order/' || key from jsonb_object_keys(coalesce(p_changes -> 'order', '{}')) key
    union all select part from unnest('{pages, redirects, menu}'::text[]) part where p_changes ? part) as s (subject)
$$;
comment on function public.release_subjects is
  'The things that a release''s changes are about: product/SLUG, category/SLUG, content/KEY, page/ID, '
  'redirect/PATH, order/SLUG, menu; pages and redirects if it changes any, for the forms of all of them.';

create table public.releases (
  id uuid primary key,
  number bigint generated always as identity unique,
  title text not null,
  source text not null,
  changes jsonb not null,
  subjects text[] not null generated always as (public.release_subjects(changes)) stored,
  options jsonb not null default '{}',
  version integer not null default 1,
  state public.release_state not null default 'draft',
  scheduled_for timestamptz,
  fingerprint text,
  ahead jsonb,
  report jsonb,
  failure jsonb,
  undoes uuid unique references public.releases (id) on delete restrict,
  words text not null,
  transaction_id xid8,
  published_at timestamptz,
  build_asked_at timestamptz,
  build_started_at timestamptz,
  constraint releases_title_in_range check (length(btrim(title)) between 1 and 120),
  constraint releases_scheduled_has_time
    check (state <> 'scheduled' or (scheduled_for is not null and fingerprint is not null)),
  constraint releases_ahead_is_scheduled check (ahead is null or state = 'scheduled'),
  constraint releases_published_has_report check (
    (state = 'published') = (published_at is not null) and (state = 'published') = (report is not null)
    and (state = 'published') = (transaction_id is not null)),
  constraint releases_failed_has_reason check ((state = 'failed') = (failure is not null)),
  constraint releases_undo_is_published check (undoes is null or state = 'published')
);
comment on table public.releases is
  'Changes of catalogue, pages and product order that belong together, with authors, results and times.';
comment on column public.releases.id is
  'Idempotency key made by the client that begins it, so that saving, publishing and undoing can be retried after a '
  'lost response.';
comment on column public.releases.number is 'Sequence in which releases were begun.';
comment on column public.releases.source is 'Source of the changes: a file''s name, Studio, Command.';
comment on column public.releases.changes is 'Input of apply_changes.';
comment on column public.releases.subjects is 'release_subjects.';
comment on column public.releases.options is 'Options of import_catalogue.';
comment on column public.releases.version is
  'Grows with every change, so that two editors do not overwrite one another.';
comment on column public.releases.fingerprint is 'Fingerprint of the preview seen at scheduling.';
comment on column public.releases.ahead is
  'Scheduled releases: the part inserted ahead, hidden (put_ahead); null if none is.';
comment on column public.releases.report is 'Result of apply_changes at publishing.';
comment on column public.releases.failure is
  'Reason why it could not be published at its time: the refusal''s {reason, facts}, or {error} with PostgreSQL''s '
  'message; plus archived, the slugs of products bought before they were taken out again.';
comment on column public.releases.undoes is 'The release that this one undoes.';
comment on column public.releases.words is 'Search words.';
comment on column public.releases.transaction_id is
  'Transaction that published it: the key to its build in catalogue_changes.';
comment on column public.releases.build_asked_at is
  'When a build that will show it was requested (settle_site_build); null if none was needed or a deploy came first.';
comment on column public.releases.build_started_at is 'When the first build that shows it began (note_site_build).';
create index releases_due on public.releases (scheduled_for) where state = 'scheduled';
create index releases_by_publication on public.releases (published_at) where published_at is not null;
alter table public.releases enable row level security;

create type public.release_event as enum (
  'made', 'saved', 'scheduled', 'unscheduled', 'published', 'published_differently', 'failed', 'undone', 'discarded'
);
comment on type public.release_event is
  'published_differently: the result differs from the preview, because the shop had changed.';

create table public.release_events (
  id bigint generated by default as identity primary key,
  release_id uuid not null references public.releases (id) on delete cascade,
  staff_id bigint references public.staff (id) on delete restrict,
  what public.release_event not null,
  at timestamptz not null default clock_timestamp()
);
comment on table public.release_events is 'History of releases.';
comment on column public.release_events.staff_id is 'Null: the command, which has the shop''s secret key.';
create index release_events_by_release on public.release_events (release_id, id);
create index release_events_by_staff on public.release_events (staff_id);
alter table public.release_events enable row level security;

create function public.apply_changes(p_changes jsonb, p_options jsonb default '{}') returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_unknown text := (
    select string_agg(key, ', ') from jsonb_object_keys(p_changes) as k (key)
    where key not in ('catalogue', 'content', 'pages', 'redirects', 'order', 'menu'));
  v_report jsonb :=
    '{"catalogue": null, "content": null, "pages": null, "redirects": null, "order": null, "menu": null}';
  v_part text;
  v_dead jsonb;
  v_message text;
begin
  -- One release at a time, or two could wait for one another's rows.
  perform pg_advisory_xact_lock(hashtextextended('import_catalogue', 0));
  if v_unknown is not null then
    raise sqlstate 'PT400' using hint = 'changes_unknown', detail = jsonb_build_object('parts', v_unknown)::text;
  end if;
  v_dead := public.dead_links();
  foreach v_part in array array['catalogue', 'content', 'pages', 'redirects', 'order', 'menu'] loop
    continue when not p_changes ? v_part;
    v_report := v_report || jsonb_build_object(v_part, case v_part
      when 'catalogue' then public.import_catalogue(p_changes -> v_part, p_options)
      when 'content' then public.import_content(p_changes -> v_part, p_options)
      when 'pages' then public.import_pages(p_changes -> v_part, p_options)
      when 'redirects' then public.import_redirects(p_changes -> v_part, p_options)
      when 'order' then public.import_product_order(p_changes -> v_part, p_options)
      when 'menu' then public.import_menu(p_changes -> v_part, p_options) end);
  end loop;
  -- Last, because a collection with products is not empty.
  if p_changes -> 'catalogue' ? 'drop_categories' then
    v_report := jsonb_set(v_report, '{catalogue,categories}', v_report -> 'catalogue' -> 'categories'
      || public.drop_categories(p_changes -> 'catalogue' -> 'drop_categories'));
  end if;
  -- Any part may bring a page to an address or take it away.
  perform public.refuse_redirects(jsonb_path_query_array(v_report, '$.redirects.changed[*].from'));
  v_dead := (
    select jsonb_agg(link) from jsonb_array_elements(public.dead_links()) link
    where not v_dead @> jsonb_build_array(link));
  return v_report || case when v_dead is null then '{}' else jsonb_build_object('dead_links', v_dead) end;
exception
  when check_violation or not_null_violation or unique_violation or foreign_key_violation or data_exception then
    get stacked diagnostics v_message = message_text;
    raise sqlstate 'PT400' using hint = 'changes_invalid', detail = jsonb_build_object('error', v_message)::text;
end
$$;
comment on function public.apply_changes is
  'Applies a release''s changes, all or nothing: p_changes {catalogue, content, pages, redirects, order, menu}, in the '
  'formats of import_catalogue (and drop_categories, slugs for the function of that name), import_content, '
  'import_pages, import_redirects, import_product_order and import_menu. Returns each one''s report under the same '
  'keys, null if not requested, and dead_links, those that the release brings about, if there are any. Errors: those '
  'of the six and of refuse_redirects; PT400 changes_unknown, changes_invalid.';

create function public.report_fingerprint(p_report jsonb) returns text
language sql immutable set search_path = ''
as $$
  select md5(jsonb_set(p_report #- '{catalogue,oversold}', '{catalogue,colours,changed}', coalesce((
    select jsonb_agg(jsonb_set(c.item, '{changes}', (
      select jsonb_agg(case
        when x ->> 'field' <> 'quantity' then x
        when x ? 'moves' then x - array['was', 'now']
          || jsonb_build_object('by', (x ->> 'now')::bigint - (x ->> 'was')::bigint)
        else x - 'was' end order by i)
      from jsonb_array_elements(c.item -> 'changes') with ordinality as e (x, i))) order by c.place)
    from jsonb_array_elements(p_report -> 'catalogue' -> 'colours' -> 'changed') with ordinality as c (item, place)),
      '[]'),
    p_report -> 'catalogue' <> 'null')::text)
$$;
comment on function public.report_fingerprint is
  'Fingerprint of a report of apply_changes: the same as long as its effect is. Ignores shoppers'' actions: a stock '
  'movement counts by its size, a stock count by the new number; open checkouts do not count.';

create function public.preview_of(p_report jsonb, p_options jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'report', p_report,
    'fingerprint', public.report_fingerprint(p_report),
    'guards', jsonb_build_object(
      'price_jumps', case when coalesce((p_options ->> 'allow_price_jumps')::boolean, false) then '[]'::jsonb
        else coalesce(p_report -> 'catalogue' -> 'price_jumps', '[]') end,
      'mass_archive', case
        when coalesce((p_report -> 'catalogue' ->> 'mass_archive')::integer, 0)
          > coalesce((p_options ->> 'allow_archiving')::integer, 0)
        then (p_report -> 'catalogue' ->> 'mass_archive')::integer else 0 end))
$$;
comment on function public.preview_of is
  'A dry run''s report as previews show it: {report, fingerprint (report_fingerprint), guards}. guards: the report''s '
  'price_jumps and mass_archive not yet allowed by p_options.';

create function public.preview_changes(p_changes jsonb, p_options jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_report jsonb;
begin
  begin
    v_report := public.apply_changes(p_changes, p_options || '{"preview": true}');
    raise exception using errcode = 'PV001';
  exception when sqlstate 'PV001' then
    -- The block's changes are rolled back; its findings stay.
    return public.preview_of(v_report, p_options);
  end;
end
$$;
comment on function public.preview_changes is 'Dry run of apply_changes, rolled back, in preview_of''s form.';

create function public.preview_of_release(p_release public.releases) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_report jsonb;
begin
  begin
    v_report := public.apply_release(p_release, '{"preview": true}');
    raise exception using errcode = 'PV001';
  exception when sqlstate 'PV001' then
    return public.preview_of(v_report, p_release.options) || jsonb_build_object('version', p_release.version);
  end;
end
$$;
comment on function public.preview_of_release is
  'Dry run of apply_release, rolled back, in preview_of''s form, with the release''s version.';

create function public.preview_release(p_release uuid) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '5min'
as $$
declare
  v_release public.releases := public.locked_release(p_release);
begin
  if v_release.state not in ('draft', 'scheduled', 'failed') then
    perform public.refuse_release(v_release);
  end if;
  return public.preview_of_release(v_release);
end
$$;
comment on function public.preview_release is
  'Preview of publishing a release now, as preview_of_release. Errors: PT404 release_unknown; PT409 release_state, '
  'and those of apply_changes.';

create function public.note_release(p_release uuid, p_staff bigint, p_what public.release_event) returns void
language sql set search_path = ''
as $$ insert into public.release_events (release_id, staff_id, what) values (p_release, p_staff, p_what) $$;
comment on function public.note_release is 'Adds to a release''s history.';

create function public.locked_release(p_release uuid) returns public.releases
language plpgsql set search_path = ''
as $$
declare
  v_release public.releases;
begin
  select * into v_release from public.releases where id = p_release for update;
  if not found then
    raise sqlstate 'PT404' using hint = 'release_unknown';
  end if;
  return v_release;
end
$$;
comment on function public.locked_release is 'A release, locked until the transaction ends. PT404 release_unknown.';

create function public.refuse_release(p_release public.releases) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  raise sqlstate 'PT409' using hint = 'release_state', detail = to_json(p_release.state)::text;
end
$$;
comment on function public.refuse_release is 'Raises PT409 release_state, with the state as detail.';

create function public.save_release(
  p_staff bigint, p_release uuid, p_title text, p_source text, p_changes jsonb, p_options jsonb, p_version integer
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_words constant text := public.search_form(concat_ws(' ', p_title, p_source, (
    select string_agg(distinct word, ' ') from (
      select item ->> 'slug' from jsonb_array_elements(
        coalesce(p_changes -> 'catalogue' -> 'products', '[]') || coalesce(p_changes -> 'catalogue' -> 'colours', '[]')
        || coalesce(p_changes -> 'catalogue' -> 'categories', '[]')) item
      union all select jsonb_object_keys(coalesce(p_changes -> 'content', '{}'))
      union all select jsonb_path_query(p_changes, '$.pages.*.now.slug') #>> '{}'
      union all select jsonb_object_keys(coalesce(p_changes -> 'redirects', '{}'))
      union all select jsonb_object_keys(coalesce(p_changes -> 'order', '{}'))) as w (word))));
  v_release public.releases;
begin
  insert into public.releases (id, title, source, changes, options, words)
  select p_release, p_title, p_source, p_changes, p_options, v_words where p_version = 0
  on conflict (id) do nothing;
  if found then
    perform public.note_release(p_release, p_staff, 'made');
    return '{"version": 1}';
  end if;
  v_release := public.locked_release(p_release);
  -- Saved before; the response was lost.
  if v_release.version = p_version + 1 and (v_release.title, v_release.source, v_release.changes, v_release.options)
    = (p_title, p_source, p_changes, p_options)
  then
    return jsonb_build_object('version', v_release.version);
  end if;
  if v_release.state not in ('draft', 'failed') then
    perform public.refuse_release(v_release);
  end if;
  if v_release.version <> p_version then
    raise sqlstate 'PT409' using hint = 'release_changed',
      detail = jsonb_build_object('version', v_release.version)::text;
  end if;
  update public.releases
  set title = p_title, source = p_source, changes = p_changes, options = p_options, words = v_words,
      state = 'draft', failure = null, version = version + 1
  where id = p_release;
  perform public.note_release(p_release, p_staff, 'saved');
  return jsonb_build_object('version', p_version + 1);
end
$$;
comment on function public.save_release is
  'Makes or replaces a draft: {version}. p_version: the replaced version, 0 for a new draft. p_staff: the author; '
  'null for the command. A repeat changes nothing. Errors: PT404 release_unknown; PT409 release_state (only draft and '
  'failed can be changed), release_changed (by someone else meanwhile; detail: {version}).';

create function public.draft_by_command(
  p_release uuid, p_title text, p_source text, p_changes jsonb, p_options jsonb
) returns jsonb
language sql set search_path = ''
as $$ select public.save_release(null, p_release, p_title, p_source, p_changes, p_options, 0) $$;
comment on function public.draft_by_command is 'save_release of a new draft, for npm run catalogue.';

create function public.publish_release(p_staff bigint, p_release uuid, p_fingerprint text) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '5min'
as $$
declare
  v_release public.releases := public.locked_release(p_release);
  v_report jsonb;
begin
  if v_release.state = 'published' then
    return jsonb_build_object('release', p_release, 'report', v_release.report);
  end if;
  if v_release.state not in ('draft', 'scheduled', 'failed') then
    perform public.refuse_release(v_release);
  end if;
  v_report := public.apply_release(v_release);
  if p_fingerprint <> public.report_fingerprint(v_report) then
    raise sqlstate 'PT409' using hint = 'preview_outdated';
  end if;
  update public.releases
  set state = 'published', report = v_report, failure = null, scheduled_for = null, ahead = null, published_at = now(),
      version = version + 1,
      transaction_id = pg_current_xact_id()
  where id = p_release;
  perform public.note_release(p_release, p_staff, 'published');
  return jsonb_build_object('release', p_release, 'report', v_report);
end
$$;
comment on function public.publish_release is
  'Publishes a release, if its effect is still the one seen (p_fingerprint of its preview): {release, report}. A '
  'repeat returns the first result. Errors: PT404 release_unknown; PT409 release_state, preview_outdated, and those '
  'of apply_changes.';

create function public.schedule_release(
  p_staff bigint, p_release uuid, p_at timestamptz, p_fingerprint text
) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '5min'
as $$
declare
  v_release public.releases := public.locked_release(p_release);
  v_preview jsonb;
begin
  if v_release.state = 'scheduled' and v_release.scheduled_for = p_at then
    return jsonb_build_object('version', v_release.version);
  end if;
  if v_release.state not in ('draft', 'scheduled', 'failed') then
    perform public.refuse_release(v_release);
  end if;
  if p_at <= now() or p_at > now() + interval '1 year' or p_at <> date_trunc('minute', p_at) then
    raise sqlstate 'PT400' using hint = 'time_invalid';
  end if;
  v_preview := public.preview_of_release(v_release);
  if p_fingerprint <> v_preview ->> 'fingerprint' then
    raise sqlstate 'PT409' using hint = 'preview_outdated';
  end if;
  perform public.refuse_lacking(coalesce(v_preview -> 'report' -> 'catalogue' -> 'lacking', '[]'));
  if v_preview -> 'guards' <> '{"price_jumps": [], "mass_archive": 0}' then
    raise sqlstate 'PT409' using hint = 'not_allowed', detail = (v_preview -> 'guards')::text;
  end if;
  update public.releases
  set state = 'scheduled', scheduled_for = p_at, fingerprint = p_fingerprint, failure = null, version = version + 1
  where id = p_release;
  perform public.put_ahead(v_release, p_at, v_preview -> 'report');
  perform public.note_release(p_release, p_staff, 'scheduled');
  return jsonb_build_object('version', v_release.version + 1);
end
$$;
comment on function public.schedule_release is
  'Schedules a release for a minute, if its effect is still the one seen: {version}. Inserts its new products at '
  'once, hidden until then (put_ahead). Errors: PT404 release_unknown; PT400 time_invalid; PT409 release_state, '
  'preview_outdated, not_allowed (detail: guards), facts_missing, and those of apply_changes.';

create function public.unschedule_release(p_staff bigint, p_release uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_release public.releases := public.locked_release(p_release);
  v_archived jsonb;
begin
  if v_release.state = 'draft' then
    return jsonb_build_object('version', v_release.version);
  end if;
  if v_release.state <> 'scheduled' then
    perform public.refuse_release(v_release);
  end if;
  v_archived := public.take_back_ahead(v_release);
  update public.releases
  set state = 'draft', scheduled_for = null, fingerprint = null, version = version + 1 where id = p_release;
  perform public.note_release(p_release, p_staff, 'unscheduled');
  return jsonb_build_object('version', v_release.version + 1, 'archived', v_archived);
end
$$;
comment on function public.unschedule_release is
  'Turns a scheduled release back into a draft: {version, archived}, archived as in take_back_ahead. Errors: PT404 '
  'release_unknown; PT409 release_state.';

create function public.discard_release(p_staff bigint, p_release uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_release public.releases := public.locked_release(p_release);
  v_archived jsonb;
begin
  if v_release.state = 'discarded' then
    return jsonb_build_object('version', v_release.version);
  end if;
  if v_release.state = 'published' then
    perform public.refuse_release(v_release);
  end if;
  v_archived := public.take_back_ahead(v_release);
  update public.releases
  set state = 'discarded', scheduled_for = null, fingerprint = null, failure = null, version = version + 1
  where id = p_release;
  perform public.note_release(p_release, p_staff, 'discarded');
  return jsonb_build_object('version', v_release.version + 1, 'archived', v_archived);
end
$$;
comment on function public.discard_release is
  'Discards an unpublished release: {version, archived}, archived as in take_back_ahead. Errors: PT404 '
  'release_unknown; PT409 release_state.';

create function public.publish_due_release() returns jsonb
language plpgsql set search_path = '' set statement_timeout = '5min'
as $$
declare
  v_release public.releases;
  v_staff bigint;
  v_report jsonb;
  v_code text;
  v_reason text;
  v_facts text;
  v_error text;
  v_failure jsonb;
begin
  select * into v_release from public.releases
  where state = 'scheduled' and scheduled_for <= now()
  order by scheduled_for, number limit 1
  for update skip locked;
  if not found then
    return null;
  end if;
  select staff_id into v_staff from public.release_events
  where release_id = v_release.id and what = 'scheduled' order by id desc limit 1;
  begin
    v_report := public.apply_release(v_release);
    update public.releases
    set state = 'published', report = v_report, ahead = null, published_at = now(), version = version + 1,
        transaction_id = pg_current_xact_id()
    where id = v_release.id;
    perform public.note_release(v_release.id, v_staff,
      case when public.report_fingerprint(v_report) = v_release.fingerprint then 'published'::public.release_event
        else 'published_differently' end);
  exception when others then
    get stacked diagnostics
      v_code = returned_sqlstate, v_reason = pg_exception_hint, v_facts = pg_exception_detail, v_error = message_text;
    v_failure := case when v_code like 'PT%'
      then jsonb_strip_nulls(jsonb_build_object('reason', v_reason, 'facts', nullif(v_facts, '')::jsonb))
      else jsonb_build_object('error', v_error) end;
    if v_release.ahead is not null then
      v_failure := v_failure || jsonb_build_object('archived', public.take_back_ahead(v_release));
    end if;
    update public.releases set state = 'failed', failure = v_failure, version = version + 1 where id = v_release.id;
    perform public.note_release(v_release.id, v_staff, 'failed');
  end;
  return jsonb_build_object('release', v_release.id, 'title', v_release.title, 'failure', v_failure);
end
$$;
comment on function public.publish_due_release is
  'Publishes the release that is due first: {release, title, failure}; null when none is due. Changes in the shop '
  'since scheduling stay, as in any import, and are in its report. A release that cannot be published (a guard, a '
  'deleted category) becomes failed with the reason and changes nothing; products inserted ahead that have just '
  'opened are taken out again.';

-- Invariants

create view invariants.release_undone_once (invariant, "row", found) as
select 'a release is undone once, after it was published', 'releases ' || u.id, u.undoes::text
from public.releases u join public.releases r on r.id = u.undoes
where r.state <> 'published' or u.published_at < r.published_at;

create view invariants.publisher_in_history (invariant, "row", found) as
select 'who published a release is in its history', 'releases ' || r.id, count(e.id)::text
from public.releases r
left join public.release_events e on e.release_id = r.id and e.what in ('published', 'published_differently')
where r.state = 'published'
group by r.id having count(e.id) <> 1;

create view invariants.product_ahead_is_hidden (invariant, "row", found) as
select 'what is put in ahead belongs to a scheduled release, and is hidden until its minute',
       'products ' || p.id, r.id::text
from public.products p join public.releases r on r.id = p.comes_with
where r.ahead is null or p.visible_from is null or p.visible_from < r.scheduled_for;
