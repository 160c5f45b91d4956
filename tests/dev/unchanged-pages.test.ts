import { appendFileSync, chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChild } from '#local/child.ts';
import { projectFolder } from '#local/settings.ts';
import { type ThrowawayDatabase, startThrowawayDatabase } from '#local/throwaway-database.ts';
import { copyProject } from '#harness/project-copy.ts';
import { testKeys } from '#harness/test-keys.ts';

let folder: string;
let project: string;
let database: ThrowawayDatabase;
let sql: postgres.Sql;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'minicia-unchanged-'));
  chmodSync(folder, 0o755);
  project = copyProject(folder);
  database = await startThrowawayDatabase(testKeys);
  sql = postgres(database.databaseUrl(), { max: 1, onnotice: () => undefined });
  await build();
}, 120_000);

afterAll(async () => {
  await sql.end();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Builds the shop. @returns the ids of the products whose pages were taken from the build before. */
async function build(...flags: string[]): Promise<number[]> {
  let said = '';
  const astro = startChild(
    path.join(projectFolder, 'node_modules/.bin/astro'),
    ['build', ...flags],
    {
      cwd: project,
      onOutput: (text) => {
        said += text;
      },
      env: {
        PATH: process.env['PATH'],
        SUPABASE_URL: database.supabaseUrl,
        SUPABASE_PUBLISHABLE_KEY: testKeys.publishableKey,
        ASTRO_TELEMETRY_DISABLED: '1',
        NO_COLOR: '1',
      },
    },
  );
  if ((await astro.exited) !== 0) throw new Error(`The build ended:\n${said}`);
  const restored = said.matchAll(/product-details\/(\d+)\/index\.html[^/]*\(restored\)/g);
  return [...restored].map(([, id]) => Number(id));
}

const pageOf = (product: number) =>
  readFileSync(path.join(project, `dist/product-details/${product}/index.html`), 'utf8');

/** Every file of the built site with its content. */
function site(): Map<string, string> {
  const dist = path.join(project, 'dist');
  const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    files.map(({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      return [path.relative(dist, file), readFileSync(file, 'latin1')] as const;
    }),
  );
}

test('a page is reused from the previous build unless something it shows has changed', async () => {
  const all = await sql<{ id: number }[]>`select id::int from products where archived_at is null`;
  // Each page shows related products, too.
  const shows = (id: number) => /product-details\/[123]\b/.test(pageOf(id));
  const others = all.map(({ id }) => id).filter((id) => !shows(id));
  const [other = 0] = others;
  const unchanged = pageOf(other);
  await sql`update products set price_pence = 12345 where id = 1`;
  await sql`update color_variants set quantity = 0 where product_id = 2`;
  await sql`update products set material = 'Spun moonlight' where id = 3`;
  const restored = await build();
  expect(restored).not.toHaveLength(0);
  expect(new Set(restored)).toEqual(new Set(others));
  expect(pageOf(other)).toBe(unchanged);
  expect(pageOf(1)).toContain('123.45');
  expect(pageOf(3)).toContain('Material: Spun moonlight');
  expect(pageOf(2)).not.toContain('https://schema.org/InStock');

  await sql`insert into categories (slug, name, position) values ('gloves', 'Gloves', 99)`;
  expect(await build()).toEqual([]);
  expect(pageOf(other)).toContain('Gloves');

  await sql`update shipping_rates set amount_pence = 777 where zone = 'domestic'`;
  await sql`update tax_settings set tax_basis_points = 0`;
  expect(await build()).toEqual([]);
  expect(pageOf(other)).toContain('7.77');
  expect(pageOf(other)).toContain('"valueAddedTaxIncluded":true');

  // A script that every page has: its new name must be in all of them.
  appendFileSync(path.join(project, 'src/features/chrome/toast.ts'), "\nconsole.debug('toast');\n");
  expect(await build()).toEqual([]);

  const fromParts = site();
  await build('--force');
  expect(site()).toEqual(fromParts);
});
