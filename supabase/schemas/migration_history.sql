-- What the operator's check (npm run doctor) asks the database about itself.

create function public.applied_migrations() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_versions jsonb;
begin
  -- The Supabase CLI keeps this table; a database that was made without it has none.
  if to_regclass('supabase_migrations.schema_migrations') is null then
    return null;
  end if;
  execute 'select jsonb_agg(version order by version) from supabase_migrations.schema_migrations' into v_versions;
  return v_versions;
end
$$;
comment on function public.applied_migrations is
  'Versions of the migrations that ran here, oldest first; null where no record of them was kept. Only the functions'' '
  'secret key may ask.';
