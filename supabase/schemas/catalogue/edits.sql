-- Input of the studio's forms that no draft has yet, saved while it is typed: it outlives a closed tab, an ended login
-- and the device.

create table public.edits (
  staff_id bigint not null references public.staff (id) on delete cascade,
  form text not null,
  subjects text[] not null,
  title text not null,
  input jsonb not null,
  writer uuid not null,
  version integer not null default 1,
  began_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  primary key (staff_id, form),
  constraint edits_form_in_range check (length(form) between 1 and 300),
  constraint edits_title_in_range check (length(title) between 1 and 200),
  constraint edits_input_is_object check (jsonb_typeof(input) = 'object')
);
comment on table public.edits is
  'Unsaved input of the studio''s forms. Only its author reads it; colleagues learn that something is being edited.';
comment on column public.edits.form is 'The form''s URL.';
comment on column public.edits.subjects is 'The things being edited, named as in releases.subjects.';
comment on column public.edits.input is 'The form''s own format: {base, typed}, base being what editing began with.';
comment on column public.edits.writer is
  'Made by the tab that wrote it, which thereby recognises its own save after a lost response.';
comment on column public.edits.version is 'Grows with every save, so that two devices do not overwrite one another.';
create index edits_by_age on public.edits (changed_at);
alter table public.edits enable row level security;

create function public.staff_edits(p_form text default null, p_subjects text[] default '{}') returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('edit_catalogue');
  v_user uuid := (select user_id from public.staff where id = v_staff);
begin
  return jsonb_build_object(
    'mine', (
      select to_jsonb(entry) from (
        select e.input, e.version, e.writer, e.changed_at
        from public.edits e join public.staff s on s.id = e.staff_id
        where e.form = p_form and s.user_id = v_user order by e.changed_at desc limit 1) entry),
    'edits', (
      select coalesce(jsonb_agg(entry), '[]') from (
        select e.form, e.title, s.name as by, s.user_id is not distinct from v_user as mine, e.began_at,
          e.changed_at
        from public.edits e join public.staff s on s.id = e.staff_id
        where s.until is null and (p_form is null or e.subjects && p_subjects)
        order by e.changed_at desc) entry),
    'drafts', (
      select coalesce(jsonb_agg(public.release_row(r) order by r.number desc), '[]')
      from public.releases r
      where r.state in ('draft', 'scheduled', 'failed') and p_form is not null and r.subjects && p_subjects));
end
$$;
comment on function public.staff_edits is
  'Unsaved input of the studio: {mine, edits, drafts}. mine: the caller''s, of p_form, whatever their role was then; '
  'null if none. edits: everybody''s, without the input, of p_subjects; of everything without p_form. drafts: '
  'unpublished releases of p_subjects, as release_row. Errors: those of require_staff.';

create function public.staff_save_edit(
  p_form text, p_subjects text[], p_title text, p_input jsonb, p_writer uuid, p_version integer
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_staff bigint := public.require_staff('edit_catalogue');
  v_edit public.edits;
begin
  if p_input is null then
    delete from public.edits where staff_id = v_staff and form = p_form;
    return jsonb_build_object('version', 0, 'changed_at', now());
  end if;
  insert into public.edits as e (staff_id, form, subjects, title, input, writer)
  values (v_staff, p_form, p_subjects, p_title, p_input, p_writer)
  on conflict (staff_id, form) do update
  set subjects = p_subjects, title = p_title, input = p_input, writer = p_writer, version = e.version + 1,
      changed_at = now()
  where e.version = p_version or e.writer = p_writer
  returning * into v_edit;
  if not found then
    raise sqlstate 'PT409' using hint = 'edit_changed';
  end if;
  return jsonb_build_object('version', v_edit.version, 'changed_at', v_edit.changed_at);
end
$$;
comment on function public.staff_save_edit is
  'Keeps the caller''s unsaved input of a form, or drops it (p_input null): {version, changed_at}. p_version: the '
  'replaced version, 0 for none. A tab (p_writer) may always replace its own. Errors: PT409 edit_changed (in another '
  'tab or on another device); those of require_staff.';
