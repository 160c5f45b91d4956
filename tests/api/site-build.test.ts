import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { askForBuild } from '#server/publishing/ask-for-build.ts';
import { purgeCatalogue } from '#server/publishing/purge-catalogue.ts';
import look from '../../netlify/functions/site-build.ts';
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

test('while the catalogue is being changed, no build is requested', async () => {
  expect(await askForBuild()).toBe('nothing to do');
  expect(hook.calls).toEqual([]);
});

test('a burst of changes is one call of the hook, however many runs there are', async () => {
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

test('a colour that sells out soon after a build waits for the hour to pass', async () => {
  const { sql } = backend.database;
  await calmDown();
  expect(await askForBuild()).toBe('asked');
  await sql`update color_variants set quantity = 0 where id = 1`;
  await calmDown();
  expect(await askForBuild()).toBe('nothing to do');
  await sql`update last_site_build set asked_at = asked_at - interval '1 hour'`;
  expect(await askForBuild()).toBe('asked');
});
