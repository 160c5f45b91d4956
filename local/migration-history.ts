import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Sql } from 'postgres';
import { baselineFile } from './baseline.ts';
import { projectFolder } from './settings.ts';

const startOver = 'start over without its data: npm run dev -- --fresh';

/** SQL without its layout: the history stores statements without the text between them. */
function withoutLayout(sql: string): string {
  return sql.replaceAll(/[ \t\r\n;]/g, '');
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
  const [baselineVersion = ''] = path.basename(baselineFile).split('_');
  const applied = await sql<{ version: string; text: string | null }[]>`
    select version, case version when ${baselineVersion} then array_to_string(statements, '') end as text
    from supabase_migrations.schema_migrations order by version`;
  const strange = applied.find(({ version }) => !known.has(version));
  if (strange) {
    throw new Error(
      `The local database was created by a migration that this branch does not have (${strange.version}).\n` +
        `Switch back to the branch that has it, or ${startOver}`,
    );
  }
  const baseline = readFileSync(path.join(projectFolder, baselineFile), 'utf8');
  const rewritten = applied.some(
    ({ text }) => text !== null && withoutLayout(text) !== withoutLayout(baseline),
  );
  if (rewritten) {
    throw new Error(
      `The local database was created by an earlier baseline (npm run baseline has changed it).\nPlease ${startOver}`,
    );
  }
}
