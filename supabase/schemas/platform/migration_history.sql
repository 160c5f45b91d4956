-- Migration status for the operator's check (npm run doctor).

create function public.applied_migrations() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_versions jsonb;
begin
  -- The Supabase CLI creates this table; a database made without the CLI lacks it.
  if to_regclass('supabase_migrations.schema_migrations') is null then
    return null;
  end if;
  execute 'select jsonb_agg(version order by version) from supabase_migrations.schema_migrations' into v_versions;
  return v_versions;
end
$$;
comment on function public.applied_migrations is
  'Versions of the migrations that ran here, oldest first; null without a record of them. Secret key only.';
