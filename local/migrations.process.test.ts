import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Migration, migrate } from './migrations.ts';
import { freePort } from './ports.ts';
import { type RunningPostgres, startPostgres } from './postgres.ts';

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

const first: Migration = {
  version: '20260101000000',
  name: 'baseline',
  sql: 'create table hats (id int);\n\ninsert into hats values (1);\n',
};
const second: Migration = {
  version: '20260102000000',
  name: 'second',
  sql: 'alter table hats add column name text',
};

test('each migration runs once, and one that fails leaves nothing behind', async () => {
  await expect(migrate(sql, [first])).resolves.toEqual([first.version]);
  const broken = { ...second, sql: `${second.sql}; select 1 / 0` };
  await expect(migrate(sql, [first, broken])).rejects.toThrow('division by zero');
  await expect(migrate(sql, [first, second])).resolves.toEqual([second.version]);
  await expect(migrate(sql, [first, second])).resolves.toEqual([]);
  expect([...(await sql`select * from hats`)]).toEqual([{ id: 1, name: null }]);
});

test('a first migration recorded statement by statement is the same one', async () => {
  const statements = first.sql.split(/;\n+/);
  await sql`update supabase_migrations.schema_migrations set statements = ${statements}
    where version = ${first.version}`;
  await expect(migrate(sql, [first, second])).resolves.toEqual([]);
});

test('a database created by an earlier schema is rejected, with instructions to start over', async () => {
  const changed = { ...first, sql: `${first.sql}create table gloves ();` };
  await expect(migrate(sql, [changed, second])).rejects.toThrow(/earlier schema[^]*-- --fresh/);
});

test('a database created by other migrations is rejected, with instructions to start over', async () => {
  await expect(migrate(sql, [first])).rejects.toThrow(/20260102000000[^]*-- --fresh/);
});
