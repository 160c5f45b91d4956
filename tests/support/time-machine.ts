import type { FreshDatabase } from './fresh-database.ts';

/** Lets time pass in a database: every moment stored in the shop's tables becomes so much earlier. Dates stay. */
export async function letTimePass(
  { sql }: Pick<FreshDatabase, 'sql'>,
  minutes: number,
): Promise<void> {
  await sql.begin(async (transaction) => {
    // No trigger takes it for a change.
    await transaction`set local session_replication_role = replica`;
    const tables = await transaction<{ name: string; columns: string[] }[]>`
      select c.table_name as name, array_agg(c.column_name::text) as columns
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
        and c.data_type = 'timestamp with time zone' and c.is_generated = 'NEVER'
      group by 1`;
    const statements = tables.map(({ name, columns }) => {
      const changes = columns.map(
        (column) => `${column} = ${column} - interval '${minutes} minutes'`,
      );
      return `update public.${name} set ${changes.join(', ')} where true`;
    });
    await transaction.unsafe(statements.join(';'));
  });
}
