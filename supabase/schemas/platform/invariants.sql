-- Invariants of the shop's database: true at every moment, during sales as well. Each is a view in the schema
-- `invariants`, defined in the file of the tables that it compares. Each of its rows is a violation.
--
-- Read-only, one statement, so it looks at one moment and may be run on the live database at any time:
--   psql "$DATABASE_URL" -c 'set statement_timeout = 0; select * from public.violations()'

create function public.violations() returns table (invariant text, "row" text, found text)
language plpgsql stable set search_path = '' set statement_timeout = '10min'
-- Compiling a plan of this size takes longer than it saves.
set jit = off
as $$
begin
  return query execute (
    select string_agg('table invariants.' || quote_ident(relname), ' union all ') || ' order by 1, 2'
    from pg_catalog.pg_class where relnamespace = 'invariants'::regnamespace and relkind = 'v');
end
$$;
comment on function public.violations is
  'One row for each violation: the invariant, the row that violates it, and what was found there.';

create function public.check_invariants(p_run uuid) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '10min'
as $$
declare
  v_counts jsonb;
begin
  -- One check at a time: the one that a dead run began may still be at work.
  if not pg_try_advisory_xact_lock(hashtextextended('check_invariants', 0)) then
    return null;
  end if;
  select coalesce(jsonb_object_agg(invariant, number), '{}') into v_counts
  from (
    select invariant, count(*) as number from public.violations()
    -- Work for packers, and listed for them as late.
    where invariant <> 'an order leaves by the day it was promised'
    group by invariant) found;
  perform public.end_job_run(p_run, 'done', v_counts);
  return v_counts;
end
$$;
comment on function public.check_invariants is
  'Stores the number of violations of each invariant with the run p_run and ends it; the caller need not wait. Returns '
  'the numbers; null if a check is running.';
