import { globSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type RunningCdn, startCdn } from '#harness/cdn-server.ts';
import { readNetlifyRules } from '#harness/netlify-rules.ts';
import { loadAnswers } from '#harness/function-server.ts';
import { imageAddress } from '#domain/catalogue/image.ts';
import { builtPages } from '../support/site-pages.ts';
import { shopEnvironment } from '#harness/test-keys.ts';

/** Cached by Netlify's CDN until the next deploy; browsers revalidate. */
const revalidated = 'public, max-age=0, must-revalidate';
/** Never revalidated: changed content has a new name. */
const immutable = 'public, max-age=31536000, immutable';
/** Keeps its name for years, and may be a day old. */
const picture = 'public, max-age=86400, stale-while-revalidate=604800';
const never = 'no-store';

let cdn: RunningCdn;

beforeAll(async () => {
  Object.assign(process.env, shopEnvironment(inject('builtFromApi'), 'http://127.0.0.1:1'));
  cdn = await startCdn({
    folder: inject('distFolder'),
    functions: await loadAnswers(),
    compression: 'quick',
  });
});
afterAll(() => cdn.close());

const files = globSync('**/*', { cwd: inject('distFolder') });

/** The first built file whose path matches. */
function some(pattern: RegExp): string {
  const found = files.find((file) => pattern.test(file));
  if (!found) throw new Error(`No file is like ${pattern}`);
  return `/${found}`;
}

test.each([
  ['a hashed script', some(/^_astro\/.*\.js$/), 200, immutable],
  ['a font', some(/^_astro\/.*\.woff2$/), 200, immutable],
  ['a picture of the catalogue', some(/^catalogue\/.*\.jpg$/), 200, picture],
  ['such a picture, scaled', imageAddress(some(/^catalogue\/.*\.jpg$/), 320), 200, picture],
  ['a picture of a shared link', some(/^share\/.*\.jpg$/), 200, picture],
  ['what the search box loads', '/search.json', 200, revalidated],
  ['the site map', '/sitemap.xml', 200, revalidated],
  ['the feed for Google', '/merchant-feed.xml', 200, revalidated],
  ['the feed for Meta', '/feeds/meta.csv', 200, revalidated],
  ['the manifest', '/site.webmanifest', 200, revalidated],
  ['the drawing beside the title', '/favicon.svg', 200, revalidated],
  ['what robots may read', '/robots.txt', 200, revalidated],
  ['what programs that read for people may know', '/llms.txt', 200, revalidated],
  ['a text as Markdown', '/returnpolicy.md', 200, revalidated],
  ['the page of a payment’s return', '/stripesuccess', 200, never],
  ['an address that there is not', '/nothing-here', 404, revalidated],
  ['an address deep down that there is not', '/nothing/here/at/all', 404, revalidated],
  ['a product that there is not', '/product-details/999999', 404, revalidated],
  ['a category that there is not', '/productListing/999999', 404, revalidated],
])('%s: %s', async (_what, address, status, kept) => {
  const answer = await fetch(cdn.origin + address);
  expect(answer.status).toBe(status);
  const said = answer.headers.get('cache-control') ?? '';
  expect(said.replaceAll(/,\s*/g, ', ')).toBe(kept);
});

const oneShoppers = new Set(['/stripesuccess']);
const pages = builtPages().map(({ path: address }) => address);

test.each(pages.filter((page) => !oneShoppers.has(page)))(
  '%s is kept by the CDN and revalidated by browsers, which download it again only if it has changed',
  async (page) => {
    const answer = await fetch(cdn.origin + page);
    expect(answer.headers.get('cache-control')).toBe(revalidated);
    const etag = answer.headers.get('etag') ?? '';
    const again = await fetch(cdn.origin + page, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    expect(again.headers.get('cache-control')).toBe(revalidated);
  },
);

describe('netlify.toml', () => {
  const rules = readNetlifyRules();
  const published = files.filter((file) => !file.endsWith('.html') && path.extname(file) !== '');
  const addresses = [...pages, ...published.map((file) => `/${file}`)];
  const saying = (least: (times: number) => boolean) =>
    addresses.filter((address) => least(rules.valuesOf(address, 'Cache-Control').length));

  test('sets Cache-Control for every page and file', () => {
    const unsaid = saying((times) => times === 0);
    // Icons and brand marks use Netlify's default, which is to revalidate.
    expect(unsaid.filter((address) => !/^\/(?:icons|brand)\//.test(address))).toEqual([]);
  });

  test('caches page parts like pages, and keeps them out of search engines', () => {
    const parts = files.filter((file) => path.basename(file) === 'part.html');
    expect(parts.length).toBeGreaterThan(0);
    for (const part of parts) {
      expect(rules.valuesOf(`/${part}`, 'Cache-Control')).toEqual([revalidated]);
      expect(rules.headersOf(`/${part}`)['X-Robots-Tag']).toBe('noindex');
    }
  });

  test('sets it once, because Netlify may join the values of two rules', () => {
    // Joined or not, the values forbid caching.
    expect(saying((times) => times > 1)).toEqual([...oneShoppers]);
  });
});
