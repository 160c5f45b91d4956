/**
 * `npm run migration -- add_material`: writes a migration from the existing ones to supabase/schemas. Review
 * it: no tool knows how to convert existing rows. Policies get a migration of their own.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { migrationFiles, owner, refillSchema, schemaFiles } from './bare-schema.ts';
import { newMigrationPath } from './new-migration-path.ts';
import { splitPolicies } from './policy-statements.ts';
import { projectFolder } from './settings.ts';
import { startThrowawayDatabase } from './throwaway-database.ts';

/** Supabase's own comparison of two databases, the one behind `supabase db diff`. */
const pgDelta = '@supabase/pg-delta@1.0.0-alpha.34';

/** Exit status of `render` when there is nothing to do. */
const nothingToDo = 3;

/**
 * @returns the program's exit status: 0 or `nothingToDo`.
 * @throws Error with the program's output when it fails.
 */
function runPgDelta(args: string[]): number {
  const { status, stdout, stderr } = spawnSync('npx', ['--yes', pgDelta, ...args], {
    encoding: 'utf8',
  });
  if (status === 0 || status === nothingToDo) return status;
  throw new Error(`${pgDelta} ${args[0]} failed:\n${stdout}${stderr}`);
}

/** A migration that waits for a lock makes all later queries of that table wait: better it fails and is run again. */
const timeouts = `set lock_timeout = '2s';\nset statement_timeout = '1min';\n`;

/** Fills the `public` schema of a database from SQL files. */
async function fill(url: string, files: readonly string[]): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  await refillSchema(sql, files);
  await sql.end();
}

/**
 * The role that runs a migration owns the objects it creates, so the throwaway database's owner must not be
 * named.
 */
function withoutOwner(statements: string): string {
  const ofOwner = new RegExp(`^(?:ALTER|GRANT|REVOKE) [^;]* "${owner}";\\s*`, 'gm');
  return `${statements.replaceAll(ofOwner, '').trim()}\n`;
}

/**
 * The statements that turn the migrations' database into the schema; null when there are none.
 * @param folder folder for the files of the comparison.
 */
async function missingStatements(folder: string): Promise<string | null> {
  const keys = { publishableKey: 'unused', secretKey: 'unused', jwtSecret: 'unused'.repeat(6) };
  const database = await startThrowawayDatabase(keys, { name: 'migrated' });
  try {
    await database.closeApi();
    const server = postgres(database.databaseUrl('postgres'), { max: 1 });
    await server`create database declared template migrated`;
    await server.end();
    const [migrated, declared] = [
      database.databaseUrl('migrated'),
      database.databaseUrl('declared'),
    ];
    await fill(migrated, migrationFiles());
    await fill(declared, schemaFiles());
    const [plan, sql] = [path.join(folder, 'plan.json'), path.join(folder, 'migration.sql')];
    runPgDelta(['plan', '--source', migrated, '--desired', declared, '--out', plan]);
    const status = runPgDelta(['render', '--plan', plan, '--out', sql, '--allow-drops']);
    return status === nothingToDo ? null : withoutOwner(readFileSync(sql, 'utf8'));
  } finally {
    await database.close();
  }
}

const [name = ''] = process.argv.slice(2);
if (!/^[a-z0-9]+(_[a-z0-9]+)*$/.test(name)) {
  throw new Error('Name the migration in lower case: npm run migration -- add_material');
}
const folder = mkdtempSync(path.join(os.tmpdir(), 'minicia-migration-'));
try {
  const statements = await missingStatements(folder);
  if (statements === null)
    throw new Error('Nothing to do: the migrations already match supabase/schemas.');
  const { others, policies } = splitPolicies(statements);
  for (const [sql, file] of [
    [others, newMigrationPath(name)],
    [policies, newMigrationPath(`${name}_policies`, 1)],
  ] as const) {
    if (sql.trim() === '') continue;
    writeFileSync(path.join(projectFolder, file), `${timeouts}\n${sql.trim()}\n`);
    console.log(file);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
