import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { freePort } from '#local/ports.ts';
import { startPostgres } from '#local/postgres.ts';
import { startSupabase } from '#local/supabase.ts';
import { projectFolder } from '#local/settings.ts';
import { testKeys } from './test-keys.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Port of the PostgreSQL server that all test files share. */
    postgresPort: number;
  }
}

/** The database that every test file's own is copied from. */
export const templateDatabase = 'shop_template';

/** One PostgreSQL for the whole run, with a migrated and seeded database to copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'minicia-test-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const server = await startPostgres({ dir: path.join(folder, 'postgres'), port, volatile: true });
  const postgres = await import('postgres');
  const sql = postgres.default(server.url(), { max: 1, onnotice: () => undefined });
  await sql.unsafe(`create database ${templateDatabase}`);
  await sql.end();
  const supabase = await startSupabase({
    databaseUrl: server.url(templateDatabase),
    port: 0,
    ...testKeys,
    seedFile: path.join(projectFolder, 'supabase/seed/catalogue.sql'),
  });
  await supabase.close();
  project.provide('postgresPort', port);
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
