import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { baselineFile } from './baseline.ts';
import { requireKnownMigrations } from './migration-history.ts';
import { freePort } from './ports.ts';
import { type RunningPostgres, startPostgres } from './postgres.ts';
import { projectFolder } from './settings.ts';

let folder: string;
let server: RunningPostgres;
let sql: Sql;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'minicia-history-'));
  chmodSync(folder, 0o755);
  const dir = path.join(folder, 'postgres');
  server = await startPostgres({ dir, port: await freePort(), volatile: true });
  sql = postgres(server.url(), { max: 1, onnotice: () => undefined });
});

afterAll(async () => {
  await sql.end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a new database, or one created by the existing migrations, is accepted', async () => {
  await expect(requireKnownMigrations(sql)).resolves.toBeUndefined();
  await sql`create schema supabase_migrations`;
  await sql`
    create table supabase_migrations.schema_migrations (version text primary key, statements text[])`;
  const file = path.join(projectFolder, baselineFile);
  const [version = ''] = path.basename(file).split('_');
  // Split without semicolons and blank lines, as in the migration history.
  const statements = readFileSync(file, 'utf8').split(/;\n/);
  await sql`
    insert into supabase_migrations.schema_migrations ${sql({ version, statements })}`;
  await expect(requireKnownMigrations(sql)).resolves.toBeUndefined();
});

test('a database created by an earlier baseline is rejected, with instructions to start over', async () => {
  await sql`
    update supabase_migrations.schema_migrations set statements = statements || 'select 1'::text
    where true`;
  await expect(requireKnownMigrations(sql)).rejects.toThrow(/earlier baseline[^]*-- --fresh/);
});

test('a database created by other migrations is rejected, with instructions to start over', async () => {
  await sql`insert into supabase_migrations.schema_migrations values ('19990101000000', '{}')`;
  await expect(requireKnownMigrations(sql)).rejects.toThrow(/19990101000000[^]*-- --fresh/);
});
