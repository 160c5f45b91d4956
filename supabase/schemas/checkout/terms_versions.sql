-- Versions of the terms that contracts refer to. Before checkouts, which refer to them; content.sql writes them.

create table public.terms_versions (
  id bigint generated always as identity primary key,
  texts jsonb not null,
  published_at timestamptz not null default now(),
  constraint terms_versions_texts_form check (
    jsonb_typeof(texts) = 'object' and texts ?& array['terms', 'returns', 'privacy', 'duties'])
);
comment on table public.terms_versions is
  'Versions of the terms, returns policy and privacy policy in force together. A change to one of them, or to who '
  'pays duties, adds a version; versions never change or go.';
comment on column public.terms_versions.texts is
  '{terms, returns, privacy}, each as in site_content, where COMPANY_… stays a placeholder for a fact of '
  'src/company.ts, and duties (duties_now), which replace COUNTRY_DUTIES.';
alter table public.terms_versions enable row level security;

create function public.refuse_change_of_terms() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise sqlstate 'PT409' using hint = 'terms_kept';
end
$$;
comment on function public.refuse_change_of_terms is
  'Refuses changes to a version of the terms. Errors: PT409 terms_kept.';
create trigger keep_terms before update or delete on public.terms_versions
  for each row execute function public.refuse_change_of_terms();
create trigger keep_all_terms before truncate on public.terms_versions
  for each statement execute function public.refuse_change_of_terms();

create function public.current_terms_version() returns bigint
language sql stable set search_path = ''
as $$
  select max(id) from public.terms_versions
$$;
comment on function public.current_terms_version is 'Version of the terms in force.';
