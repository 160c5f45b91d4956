import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { owner, refillSchema } from '#local/bare-schema.ts';
import { baseline, writeBaseline } from '#local/baseline.ts';
import { migrations } from '#local/migrations.ts';
import { releasedSchema } from '#local/released-schema.ts';
import { projectFolder } from '#local/settings.ts';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.ts';
import { differences, schemaSnapshot } from '../support/schema-snapshot.ts';

/** The Supabase CLI, if installed: at SUPABASE_CLI or on the PATH. */
const cli =
  process.env['SUPABASE_CLI'] ??
  process.env['PATH']
    ?.split(path.delimiter)
    .flatMap((folder) => listed(folder))
    .find((file) => path.basename(file) === 'supabase');

function listed(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => path.join(folder, name));
  } catch {
    return [];
  }
}

// Too large (130 MB) to be a dependency of the shop.
describe.skipIf(!cli)('the Supabase CLI, on a project whose owner is not a superuser', () => {
  let database: FreshDatabase;
  let folder: string;
  let address: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'minicia-cli-'));
    // A copy, because the CLI writes its own files next to the migrations.
    cpSync(path.join(projectFolder, 'supabase'), path.join(folder, 'supabase'), {
      recursive: true,
    });
    if (!releasedSchema()) writeBaseline(folder);
    mkdirSync(path.join(folder, 'home'));
    database = await freshDatabase(1);
    await refillSchema(database.sql, []);
    const { pathname, host } = new URL(database.url);
    await database.sql.unsafe(`
      drop schema supabase_migrations cascade;
      alter role ${owner} login;
      grant create on database ${pathname.slice(1)} to ${owner};
      grant usage, create on schema public to ${owner}`);
    address = `postgres://${owner}:unused@${host}${pathname}?sslmode=disable`;
  });
  afterAll(async () => {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function run(...args: string[]): Promise<string> {
    const env = { PATH: process.env['PATH'], HOME: path.join(folder, 'home'), DO_NOT_TRACK: '1' };
    const { stdout, stderr } = await promisify(execFile)(
      cli ?? '',
      [...args, '--db-url', address, '--workdir', folder, '--yes'],
      { env, cwd: folder },
    );
    return stdout + stderr;
  }

  test('db push creates the declared schema and the seed', async () => {
    const said = await run('db', 'push', '--include-seed');
    expect(said).toContain('Finished supabase db push');
    const [{ products }] = await database.sql<[{ products: number }]>`
      select count(*)::int as products from public.products`;
    expect(products).toBeGreaterThan(0);

    const declared = await freshDatabase(1);
    await refillSchema(declared.sql, [{ sql: baseline() }]);
    const [pushed, expected] = differences(
      await schemaSnapshot(database.sql),
      await schemaSnapshot(declared.sql),
    );
    await declared.drop();
    expect(pushed).toEqual(expected);
  });

  test('a second push changes nothing', async () => {
    expect(await run('db', 'push', '--include-seed')).toContain('up to date');
  });

  test('migration list shows each migration locally and remotely', async () => {
    const lines = (await run('migration', 'list')).split('\n');
    for (const { version } of migrations()) {
      const line = lines.find((text) => text.includes(version)) ?? '';
      expect(line.split(version), `${version} in ${line}`).toHaveLength(3);
    }
  });

  test('the functions’ key can read the applied migrations', async () => {
    const [{ versions }] = await database.sql.begin(async (sql) => {
      await sql`set local role service_role`;
      return sql<[{ versions: string[] }]>`select public.applied_migrations() as versions`;
    });
    expect(versions).toHaveLength(migrations().length);
  });
});
