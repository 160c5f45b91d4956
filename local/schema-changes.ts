import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { owner } from './bare-schema.ts';
import { splitPolicies } from './policy-statements.ts';
import { projectFolder } from './settings.ts';

/** Supabase's own comparison of two databases, the one behind `supabase db diff`. */
const pgDelta = path.join(projectFolder, 'node_modules/.bin/pgdelta');

/** Exit status of `render` when there is nothing to do. */
const nothingToDo = 3;

/**
 * @returns the program's exit status: 0 or `nothingToDo`.
 * @throws Error with the program's output when it fails.
 */
function runPgDelta(args: string[]): number {
  const { status, stdout, stderr } = spawnSync(pgDelta, args, { encoding: 'utf8' });
  if (status === 0 || status === nothingToDo) return status;
  throw new Error(`pgdelta ${args[0]} failed:\n${stdout}${stderr}`);
}

/** A migration that waits for a lock makes all later queries of that table wait: better it fails and is run again. */
const timeouts = `set lock_timeout = '2s';\nset statement_timeout = '1min';\n`;

/**
 * The role that runs a migration owns the objects it creates, so the throwaway database's owner must not be
 * named.
 */
function withoutOwner(statements: string): string {
  const ofOwner = new RegExp(`^(?:ALTER|GRANT|REVOKE) [^;]* "${owner}";\\s*`, 'gm');
  return `${statements.replaceAll(ofOwner, '').trim()}\n`;
}

/** Statements that turn one database's schema into another's, with `--allow-drops`; empty when there are none. */
function statementsBetween(source: string, desired: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'minicia-migration-'));
  try {
    const [plan, sql] = [path.join(folder, 'plan.json'), path.join(folder, 'migration.sql')];
    runPgDelta(['plan', '--source', source, '--desired', desired, '--out', plan]);
    const status = runPgDelta(['render', '--plan', plan, '--out', sql, '--allow-drops']);
    return status === nothingToDo ? '' : withoutOwner(readFileSync(sql, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function migrationOf(sql: string): string | null {
  return sql.trim() === '' ? null : `${timeouts}\n${sql.trim()}\n`;
}

/** SQL of the migrations between two schemas; null for one that would be empty. */
interface SchemaChanges {
  others: string | null;
  policies: string | null;
}

/**
 * The migrations that turn one database's schema into another's.
 * @param source connection URL of the present schema, as superuser.
 * @param desired connection URL of the new one.
 */
export function schemaChanges(source: string, desired: string): SchemaChanges {
  const { others, policies } = splitPolicies(statementsBetween(source, desired));
  return { others: migrationOf(others), policies: migrationOf(policies) };
}
