import type { FreshDatabase } from './fresh-database.ts';

/** A table that the Supabase API could expose. A view reads its tables with its caller's privileges. */
export interface Table {
  name: string;
  /** Columns of its primary key. */
  key: string[];
  /** A column that accepts any value of its type. */
  settable: string;
}

/** A function that the Supabase API could call. */
export interface Routine {
  name: string;
  /** Names of its arguments. */
  args: string[];
  isTrigger: boolean;
}

/** All tables in the exposed schema, from PostgreSQL's system catalogue. */
export async function tablesOf({ sql }: FreshDatabase): Promise<Table[]> {
  return sql<Table[]>`
    select c.relname as name,
      coalesce((
        select array_agg(a.attname order by a.attnum)
        from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
        where i.indrelid = c.oid and i.indisprimary), '{}') as key,
      (select a.attname from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         and a.attidentity <> 'a' and a.attgenerated = ''
       order by a.attnum limit 1) as settable
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'f')
    order by c.relname`;
}

/** All functions in that schema. */
export async function routinesOf({ sql }: FreshDatabase): Promise<Routine[]> {
  return sql<Routine[]>`
    select proname as name,
      coalesce(proargnames[1:pronargs], '{}') as args,
      prorettype = 'trigger'::regtype as "isTrigger"
    from pg_proc where pronamespace = 'public'::regnamespace
    order by proname`;
}
