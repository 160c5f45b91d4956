import type { FreshDatabase } from './fresh-database.ts';

/**
 * A mark of every table of the shop that changes with any of its rows. Not of who has tried how
 * often: refused calls count there, as they should.
 */
export async function markOfAllRows({ sql }: FreshDatabase): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.oid <> 'public.rate_limits'::regclass
      and (n.nspname = 'public' or c.oid = 'auth.users'::regclass)`;
  const marks = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await sql.unsafe<{ mark: string }[]>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as mark
         from ${name} t`,
      );
      return [name, row?.mark ?? ''] as const;
    }),
  );
  return Object.fromEntries(marks);
}
