import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Sql } from 'postgres';
import { baselineFile } from './baseline.ts';
import { projectFolder } from './settings.ts';

const startOver = 'start over without its data: npm run dev -- --fresh';

/** Hash of SQL that ignores layout: the history stores statements without the text between them. */
function hashOf(sql: string): string {
  return createHash('md5')
    .update(sql.replaceAll(/[ \t\r\n;]/g, ''))
    .digest('hex');
}

/**
 * Checks that a database was created by migrations of this clone.
 * @param sql a connection as superuser.
 * @throws Error when it was created by others, e.g. on another branch or before they were rewritten.
 */
export async function requireKnownMigrations(sql: Sql): Promise<void> {
  const [history] = await sql`select to_regclass('supabase_migrations.schema_migrations') as name`;
  if (!history?.['name']) return;
  const files = readdirSync(path.join(projectFolder, 'supabase/migrations'));
  const known = new Set(files.map((file) => file.split('_')[0]));
  const applied = await sql<{ version: string; hash: string }[]>`
    select version,
      md5(translate(array_to_string(statements, ''), E' \\t\\r\\n;', '')) as hash
    from supabase_migrations.schema_migrations order by version`;
  const strange = applied.find(({ version }) => !known.has(version));
  if (strange) {
    throw new Error(
      `The local database was created by a migration that this branch does not have (${strange.version}).\n` +
        `Switch back to the branch that has it, or ${startOver}`,
    );
  }
  const [version] = path.basename(baselineFile).split('_');
  const baseline = applied.find((row) => row.version === version);
  const current = hashOf(readFileSync(path.join(projectFolder, baselineFile), 'utf8'));
  if (baseline && baseline.hash !== current) {
    throw new Error(
      `The local database was created by an earlier baseline (npm run baseline has changed it).\nPlease ${startOver}`,
    );
  }
}
