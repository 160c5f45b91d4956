import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Sql } from 'postgres';
import { baseline, baselineFault, baselineFile } from './baseline.ts';
import { releasedSchema } from './released-schema.ts';
import { projectFolder } from './settings.ts';

/** A migration, by the parts of its file's name. */
export interface Migration {
  /** 14 digits. */
  version: string;
  name: string;
  sql: string;
}

function migration(file: string, sql: string): Migration {
  const [, version = '', name = ''] = /^(\d{14})_(\w+)\.sql$/.exec(path.basename(file)) ?? [];
  if (version === '') throw new Error(`${file}: migrations are named 20261122000000_name.sql.`);
  return { version, name, sql };
}

/**
 * All migrations, oldest first. Until the first deployment the baseline is `supabase/schemas` as they are, from then on
 * the file that was pushed.
 * @throws Error when the file that was pushed is missing.
 */
export function migrations(folder = projectFolder): Migration[] {
  const released = releasedSchema(folder) !== null;
  const fault = released ? baselineFault(folder) : null;
  if (fault) throw new Error(fault);
  const files = readdirSync(path.join(folder, 'supabase/migrations')).filter(
    (file) => released || file !== path.basename(baselineFile),
  );
  return [
    ...(released ? [] : [migration(baselineFile, baseline(folder))]),
    ...files.map((file) =>
      migration(file, readFileSync(path.join(folder, 'supabase/migrations', file), 'utf8')),
    ),
  ].toSorted((a, b) => a.version.localeCompare(b.version));
}

const startOver = 'start over without its data: npm run dev -- --fresh';

/** SQL without its layout: other tools store the statements without the text between them. */
function withoutLayout(sql: string): string {
  return sql.replaceAll(/[ \t\r\n;]/g, '');
}

/**
 * Runs the migrations that a database lacks, each in a transaction, and records them as the Supabase CLI does.
 * @param sql a connection as superuser.
 * @param known all migrations, oldest first.
 * @returns the versions of those that ran now.
 * @throws Error when the database was created by others, e.g. on another branch or by an earlier schema.
 */
export async function migrate(sql: Sql, known = migrations()): Promise<string[]> {
  await sql.unsafe(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations
      (version text primary key, statements text[], name text)`);
  const [first] = known;
  const history = await sql<{ version: string; text: string | null }[]>`
    select version, case version when ${first?.version ?? ''} then array_to_string(statements, '') end as text
    from supabase_migrations.schema_migrations order by version`;
  const strange = history.find(({ version }) => known.every((one) => one.version !== version));
  if (strange) {
    throw new Error(
      `The local database was created by a migration that this branch does not have (${strange.version}).\n` +
        `Switch back to the branch that has it, or ${startOver}`,
    );
  }
  const made = history.find(({ version }) => version === first?.version)?.text;
  if (first && made && withoutLayout(made) !== withoutLayout(first.sql)) {
    throw new Error(
      `The local database was created by an earlier schema (supabase/schemas has changed).\nPlease ${startOver}`,
    );
  }
  const missing = known.filter(({ version }) => history.every((one) => one.version !== version));
  for (const { version, name, sql: text } of missing) {
    await sql.begin(async (transaction) => {
      await transaction.unsafe(text);
      await transaction`insert into supabase_migrations.schema_migrations (version, name, statements)
        values (${version}, ${name}, ${[text]})`;
    });
  }
  return missing.map(({ version }) => version);
}
