import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Sql } from 'postgres';
import { projectFolder } from './settings.ts';

/**
 * Checks that a database was made by migrations that this clone has.
 * @param sql a connection as superuser.
 * @throws Error when it was made by others, as after they were rewritten or on another branch.
 */
export async function requireKnownMigrations(sql: Sql): Promise<void> {
  const [history] = await sql`select to_regclass('supabase_migrations.schema_migrations') as name`;
  if (!history?.['name']) return;
  const files = readdirSync(path.join(projectFolder, 'supabase/migrations'));
  const known = new Set(files.map((file) => file.split('_')[0]));
  const applied = await sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations order by version`;
  const strange = applied.find(({ version }) => !known.has(version));
  if (!strange) return;
  throw new Error(
    `The database on this machine was made by migrations that are not here (${strange.version}).\n` +
      'Go back to the branch that has them, or start over without its data: npm run dev -- --fresh',
  );
}
