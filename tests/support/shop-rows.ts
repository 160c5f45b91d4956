import type { FreshDatabase } from './fresh-database.ts';

/** A checksum of every table of the shop, except those that count refused calls as well. */
export async function markOfAllRows({ sql }: FreshDatabase): Promise<Record<string, string>> {
  const tables = await sql<{ select: string }[]>`
    select format(
      $$select %1$L as name,
        count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as mark from %1$s t$$,
      format('%I.%I', n.nspname, c.relname)) as select
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.oid <> all ('{rate_limits,login_codes,second_factor_codes}'::regclass[])
      and (n.nspname = 'public' or c.oid = 'auth.users'::regclass)`;
  // One query, because there are many tables and it runs before and after every batch.
  const marks = await sql.unsafe<{ name: string; mark: string }[]>(
    tables.map(({ select }) => select).join(' union all '),
    [],
    { prepare: true },
  );
  return Object.fromEntries(marks.map(({ name, mark }) => [name, mark]));
}
