import type postgres from 'postgres';

/** Sorts grants, whose stored order depends on when they were made. */
const grants = (acl: string) =>
  `(select string_agg(g::text, ', ' order by g::text) from unnest(${acl}) g)`;

/**
 * Each object of the schema by name, with its complete definition as PostgreSQL prints it. The order of
 * columns is ignored: a migration can add columns only at the end.
 */
const everything = `
  select concat('grants in schema ', nspname) as name, ${grants('nspacl')} as definition
  from pg_namespace where nspname in ('public', 'invariants')

  union all
  select concat('default privileges of ', defaclrole::regrole, ' on ', defaclobjtype, ' in ',
           coalesce(n.nspname, 'all schemas')), ${grants('defaclacl')}
  from pg_default_acl left join pg_namespace n on n.oid = defaclnamespace
  where defaclrole = (select nspowner from pg_namespace where nspname = 'public')

  union all
  select concat('relation ', relname), concat_ws(E'\\n', 'kind ' || relkind::text, 'persistence ' || relpersistence::text,
           'row level security ' || relrowsecurity || ', forced ' || relforcerowsecurity,
           'options ' || reloptions::text, 'grants ' || ${grants('relacl')},
           case when relkind in ('v', 'm') then pg_get_viewdef(c.oid, true) end)
  from pg_class c
  where relnamespace in ('public'::regnamespace, 'invariants'::regnamespace) and relkind <> 'i'

  union all
  select concat('sequence of ', s.seqrelid::regclass), to_jsonb(s) - 'seqrelid' #>> '{}'
  from pg_sequence s join pg_class c on c.oid = s.seqrelid where c.relnamespace = 'public'::regnamespace

  union all
  select concat('column ', relname, '.', attname), concat_ws(E'\\n',
           format_type(atttypid, atttypmod), case when attnotnull then 'not null' end,
           'default ' || pg_get_expr(adbin, adrelid), 'identity ' || nullif(attidentity::text, ''),
           'generated ' || nullif(attgenerated::text, ''), 'grants ' || ${grants('attacl')})
  from pg_attribute a join pg_class c on c.oid = attrelid
  left join pg_attrdef d on d.adrelid = attrelid and d.adnum = attnum
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f', 'c')
    and attnum > 0 and not attisdropped

  union all
  select concat('constraint ', conname, ' on ', coalesce(nullif(conrelid, 0)::regclass::text, contypid::regtype::text)),
         concat_ws(E'\\n', pg_get_constraintdef(oid), case when not convalidated then 'not valid' end)
  from pg_constraint where connamespace = 'public'::regnamespace

  union all
  select concat('index ', relname), pg_get_indexdef(oid)
  from pg_class where relnamespace = 'public'::regnamespace and relkind in ('i', 'I')

  union all
  select concat('function ', oid::regprocedure), concat_ws(E'\\n', pg_get_functiondef(oid), 'grants ' || ${grants('proacl')})
  from pg_proc where pronamespace = 'public'::regnamespace and prokind in ('f', 'p', 'w')

  union all
  select concat('trigger ', tgname, ' on ', tgrelid::regclass), concat_ws(E'\\n', pg_get_triggerdef(t.oid, true), 'enabled ' || tgenabled::text)
  from pg_trigger t join pg_proc p on p.oid = tgfoid
  where not tgisinternal and pronamespace = 'public'::regnamespace

  union all
  select concat('policy "', policyname, '" on ', tablename), concat_ws(E'\\n', permissive, cmd, roles::text,
           'using ' || qual, 'with check ' || with_check)
  from pg_policies where schemaname = 'public'

  union all
  select concat('type ', oid::regtype), concat_ws(E'\\n', 'kind ' || typtype::text, 'of ' || nullif(typbasetype, 0)::regtype::text,
           'not null ' || nullif(typnotnull, false), 'default ' || typdefault,
           (select string_agg(enumlabel, E'\\n' order by enumsortorder) from pg_enum where enumtypid = t.oid),
           'grants ' || ${grants('typacl')})
  from pg_type t
  where typnamespace = 'public'::regnamespace and typtype in ('e', 'd', 'r')

  union all
  select concat('comment on ', i.type, ' ', i.identity), description
  from pg_description d, pg_identify_object(d.classoid, d.objoid, d.objsubid) i
  where i.schema = 'public' or i.identity like '% on public.%' or i.identity like '%.create_profile_for_new_user'

  union all
  select concat('extension ', extname), extversion from pg_extension`;

/** All objects of schema `public` by name, for `differences`. */
export type SchemaSnapshot = Record<string, string>;

export async function schemaSnapshot(
  sql: postgres.Sql | postgres.TransactionSql,
): Promise<SchemaSnapshot> {
  const rows = await sql.unsafe<{ name: string; definition: string }[]>(
    `${everything} order by 1, 2`,
  );
  return Object.fromEntries(rows.map(({ name, definition }) => [name, definition]));
}

/** Objects of each that are missing from or different in the other. */
export function differences(
  ours: SchemaSnapshot,
  theirs: SchemaSnapshot,
): [ours: SchemaSnapshot, theirs: SchemaSnapshot] {
  const lacking = (of: SchemaSnapshot, than: SchemaSnapshot) =>
    Object.fromEntries(
      Object.entries(of).filter(([name, definition]) => than[name] !== definition),
    );
  return [lacking(ours, theirs), lacking(theirs, ours)];
}
