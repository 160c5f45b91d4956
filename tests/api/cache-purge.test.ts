import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { purgeCatalogue } from '#server/publishing/purge-catalogue.ts';
import look from '#handlers/jobs/site-build.ts';
import { type Backend, startBackend } from '../support/backend.ts';
import { call } from '../support/call.ts';
import { type RecordingServer, startRecordingServer } from '../support/recording-server.ts';
import { shopDatabase } from '../support/shop-database.ts';

let backend: Backend;
let netlify: RecordingServer;

const settings = {
  SITE_ID: 'site-of-the-tests',
  NETLIFY_PURGE_API_TOKEN: 'token-of-the-tests',
};
const purge = 'POST /api/v1/purge';
const build = 'POST /build_hooks/abc';

beforeAll(async () => {
  netlify = await startRecordingServer();
  Object.assign(process.env, settings, {
    NETLIFY_API_BASE: netlify.origin,
    NETLIFY_BUILD_HOOK: `${netlify.origin}/build_hooks/abc`,
  });
  backend = await startBackend();
});
beforeEach(async () => {
  netlify.calls = [];
  netlify.answers = [];
  netlify.beforeAnswer = undefined;
  await backend.database.sql`truncate catalogue_changes, stale_answers`;
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  for (const name of [...Object.keys(settings), 'NETLIFY_API_BASE', 'NETLIFY_BUILD_HOOK']) {
    delete process.env[name];
  }
  await netlify.close();
  await backend.close();
});

async function changePrice(id = 1): Promise<void> {
  await backend.database.sql`update products set price_pence = price_pence + 1 where id = ${id}`;
}

/** Requests to Netlify since the last call. */
function asked(): string[] {
  return netlify.calls.splice(0).map(({ what }) => what);
}

test('a change is purged on the next run, long before a build is requested', async () => {
  await changePrice();
  await look();
  const [{ body, ...request } = { body: '' }, ...more] = netlify.calls;
  expect(more).toEqual([]);
  expect(request).toEqual({ what: purge, authorization: 'Bearer token-of-the-tests' });
  expect(JSON.parse(body)).toEqual({ cache_tags: ['catalogue'], site_id: 'site-of-the-tests' });
});

test('ongoing changes are purged on every run, and nothing is purged twice', async () => {
  await changePrice(1);
  await changePrice(2);
  await look();
  expect(asked()).toEqual([purge]);
  await look();
  expect(asked()).toEqual([]);
  await changePrice(1);
  await look();
  expect(asked()).toEqual([purge]);
});

test('a change of tax is also purged', async () => {
  await backend.database.sql`update tax_settings set tax_basis_points = tax_basis_points + 1`;
  await look();
  expect(asked()).toEqual([purge]);
});

test('a sale purges nothing unless it sells the colour out', async () => {
  const shop = shopDatabase(backend.database);
  const sku = await shop.newSku(3);
  await look();
  asked();
  for (const [quantity, calls] of [
    [2, []],
    [1, [purge]],
  ] as const) {
    const { checkout_id } = await shop.open(await shop.newShopper(), [{ sku, quantity }]);
    await shop.complete(checkout_id);
    await look();
    expect(asked()).toEqual(calls);
  }
});

test('a failed purge is retried on the next run, and does not delay a build', async () => {
  await changePrice();
  await backend.database.sql`
    update catalogue_changes set changed_at = changed_at - interval '2 minutes'`;
  netlify.answers = [500, 200, 429];
  await look();
  expect(asked()).toEqual([purge, build]);
  await look();
  expect(asked()).toEqual([purge]);
  await look();
  expect(asked()).toEqual([purge]);
  await look();
  expect(asked()).toEqual([]);
});

test('concurrent runs purge once', async () => {
  await changePrice();
  const outcomes = await Promise.all([purgeCatalogue(), purgeCatalogue(), purgeCatalogue()]);
  expect(outcomes.toSorted()).toEqual(['nothing to do', 'nothing to do', 'purged']);
  expect(asked()).toEqual([purge]);
});

test('a change during a purge is purged on the next run', async () => {
  await changePrice();
  netlify.beforeAnswer = () => changePrice();
  expect(await purgeCatalogue()).toBe('purged');
  netlify.beforeAnswer = undefined;
  expect(await purgeCatalogue()).toBe('purged');
  expect(await purgeCatalogue()).toBe('nothing to do');
  expect(asked()).toEqual([purge, purge]);
});

test('a purge that never reports back is repeated', async () => {
  const { sql } = backend.database;
  await changePrice();
  await sql`select claim_purge(60)`;
  expect(await purgeCatalogue()).toBe('nothing to do');
  await sql`update stale_answers set claimed_at = claimed_at - interval '61 seconds'`;
  expect(await purgeCatalogue()).toBe('purged');
});

test.each([
  '/api/listing/categories/',
  '/api/listing/productListing/',
  '/api/listing/productListing/1/',
  '/api/listing/additionalPays/',
])('%s is purged', async (path) => {
  const { headers } = await call(backend.origin + path);
  expect(headers.get('netlify-cache-tag')).toBe('catalogue');
});
