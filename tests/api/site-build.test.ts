import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { askForBuild } from '#server/publishing/ask-for-build.ts';
import { apiKeyHeaders } from '#domain/browsing/api-key-headers.ts';
import { SiteBuild } from '#domain/contracts/staff-releases.ts';
import { siteBuild } from '#integrations/site-build.ts';
import { purgeCatalogue } from '#server/publishing/purge-catalogue.ts';
import look from '#handlers/jobs/site-build.ts';
import { type Backend, startBackend } from '../support/backend.ts';
import { type RecordingServer, startRecordingServer } from '../support/recording-server.ts';

let backend: Backend;
let hook: RecordingServer;

beforeAll(async () => {
  hook = await startRecordingServer();
  process.env['NETLIFY_BUILD_HOOK'] = `${hook.origin}/build_hooks/abc`;
  backend = await startBackend();
});
afterAll(async () => {
  delete process.env['NETLIFY_BUILD_HOOK'];
  await hook.close();
  await backend.close();
});

beforeEach(async () => {
  hook.calls = [];
  hook.answers = [];
  const { sql } = backend.database;
  await sql`truncate catalogue_changes, last_site_build`;
  for (const id of [1, 2, 3]) {
    await sql`update products set price_pence = price_pence + 1 where id = ${id}`;
  }
});

async function calmDown(): Promise<void> {
  await backend.database.sql`
    update catalogue_changes set changed_at = changed_at - interval '2 minutes'`;
}

test('a burst of changes calls the hook once, however many runs there are', async () => {
  await calmDown();
  const outcomes = await Promise.all([askForBuild(), askForBuild(), askForBuild()]);
  expect(outcomes.toSorted()).toEqual(['asked', 'nothing to do', 'nothing to do']);
  expect(await askForBuild()).toBe('nothing to do');
  expect(hook.calls).toMatchObject([{ what: 'POST /build_hooks/abc' }]);
});

test('a hook that fails once is called again', async () => {
  await calmDown();
  hook.answers = [500, 503];
  expect(await askForBuild()).toBe('asked');
  expect(hook.calls).toHaveLength(3);
});

test('a hook that fails altogether is called again by the next run', async () => {
  await calmDown();
  hook.answers = [500, 500, 500];
  expect(await askForBuild()).toBe('failed');
  expect(await askForBuild()).toBe('asked');
  expect(hook.calls).toHaveLength(4);
});

test('without Netlify’s CDN a run purges nothing and only requests the build', async () => {
  await calmDown();
  expect(await purgeCatalogue()).toBe('no CDN');
  await look();
  expect(hook.calls).toMatchObject([{ what: 'POST /build_hooks/abc' }]);
});

/** Content of a build's `/build.json`. */
async function buildWith(environment: NodeJS.ProcessEnv): Promise<SiteBuild> {
  const folder = mkdtempSync(path.join(tmpdir(), 'site-build-'));
  const { hooks } = siteBuild(environment, apiKeyHeaders);
  const logger = { warn: () => undefined };
  await hooks['astro:config:setup']?.({ command: 'build', logger } as never);
  await hooks['astro:build:done']?.({ dir: pathToFileURL(`${folder}/`) } as never);
  const text = readFileSync(path.join(folder, 'build.json'), 'utf8');
  rmSync(folder, { recursive: true });
  return SiteBuild.parse(JSON.parse(text));
}

test('a build of the live site records its start; others, and one without a database, just build', async () => {
  const { sql } = backend.database;
  const release = randomUUID();
  await sql`select save_release(null, ${release}, 'Spring', 'Studio', '{}', '{}', 0)`;
  await sql`select publish_release(null, ${release}, preview_release(${release}) ->> 'fingerprint')`;
  const started = async () => {
    const [row] = await sql<[{ build_started_at: Date | null }]>`
      select build_started_at from releases where id = ${release}`;
    return row.build_started_at;
  };
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = process.env;
  const live = { SUPABASE_URL, SUPABASE_SECRET_KEY, CONTEXT: 'production', DEPLOY_ID: 'abc' };
  for (const other of [
    { ...live, CONTEXT: 'deploy-preview' },
    { ...live, SUPABASE_SECRET_KEY: '' },
    { ...live, SUPABASE_SECRET_KEY: 'sb_secret_of_another_project' },
    { ...live, SUPABASE_URL: 'http://127.0.0.1:9' },
  ]) {
    const before = Date.now();
    const built = await buildWith(other);
    expect(built).toMatchObject({ name: 'abc', noted: false });
    expect(Date.parse(built.began_at)).toBeGreaterThanOrEqual(before);
  }
  expect(await started()).toBeNull();
  const { began_at, noted } = await buildWith(live);
  expect(noted).toBe(true);
  expect(new Date(began_at)).toEqual(await started());
});
