import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { baseline, baselineFault, baselineFile, writeBaseline } from './baseline.ts';
import { migrations } from './migrations.ts';
import { releasedFile } from './released-schema.ts';

const shop = mkdtempSync(path.join(os.tmpdir(), 'minicia-baseline-'));
afterAll(() => rmSync(shop, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(shop, file)), { recursive: true });
  writeFileSync(path.join(shop, file), text);
}

const sqlOf = (wanted: string) => migrations(shop).find(({ name }) => name === wanted)?.sql;

test('before the first deployment the schema is the first migration, with or without a file', () => {
  write('supabase/config.toml', '[db.migrations]\nschema_paths = ["./schemas/hats.sql"]\n');
  write('supabase/schemas/hats.sql', 'create table hats ();');
  write('supabase/migrations/20261122001600_first_rows.sql', 'select 1;');
  expect(baselineFault(shop)).toMatch(/missing. Run npm run baseline/);
  expect(migrations(shop).map(({ name }) => name)).toEqual(['baseline', 'first_rows']);
  expect(sqlOf('baseline')).toContain('create table hats ();');

  writeBaseline(shop);
  expect(baselineFault(shop)).toBeNull();
  write('supabase/schemas/hats.sql', 'create table gloves ();');
  expect(baselineFault(shop)).toMatch(/older than supabase\/schemas. Run npm run baseline/);
  expect(migrations(shop)).toHaveLength(2);
  expect(sqlOf('baseline')).toBe(baseline(shop));
});

test('from then on the file is the first migration, and never written again', () => {
  write(releasedFile, JSON.stringify({ functions: {}, tables: {}, enums: {} }));
  expect(baselineFault(shop)).toBeNull();
  expect(sqlOf('baseline')).toContain('create table hats ();');
  expect(() => writeBaseline(shop)).toThrow('npm run migration');

  rmSync(path.join(shop, baselineFile));
  expect(baselineFault(shop)).toMatch(/Restore it from Git/);
  expect(() => migrations(shop)).toThrow(/Restore it from Git/);
});
