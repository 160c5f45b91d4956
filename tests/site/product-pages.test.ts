import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { parseJson } from '#domain/basics/record.ts';
import look from '#handlers/jobs/site-build.ts';
import { functionsBehindCdn } from '#harness/cdn-functions.ts';
import { type RunningCdn, startCdn } from '#harness/cdn-server.ts';
import { loadAnswers } from '#harness/function-server.ts';
import { shopEnvironment, testKeys } from '#harness/test-keys.ts';
import { startThrowawayDatabase, type ThrowawayDatabase } from '#local/throwaway-database.ts';
import { type Element, elementsIn, parsePage } from '#server/html/element-tree.ts';
import { siteUrl, stockAwkwardly } from '../support/awkward-site.ts';
import { type RecordingServer, startRecordingServer } from '../support/recording-server.ts';
import { catalogueColours } from '../support/site-pages.ts';

let database: ThrowawayDatabase;
let cdn: RunningCdn;
let netlify: RecordingServer;
let functions: ReturnType<typeof functionsBehindCdn>;

const settings = { SITE_ID: 'site-of-the-tests', NETLIFY_PURGE_API_TOKEN: 'token-of-the-tests' };

/** A shop of its own with the catalogue that the site was built from: prices change here. */
beforeAll(async () => {
  [database, netlify] = await Promise.all([
    startThrowawayDatabase(testKeys),
    startRecordingServer(),
  ]);
  await stockAwkwardly(database.databaseUrl());
  functions = functionsBehindCdn(await loadAnswers());
  cdn = await startCdn({ folder: inject('distFolder'), functions, compression: 'quick' });
  Object.assign(
    process.env,
    shopEnvironment(database.supabaseUrl, 'http://127.0.0.1:1'),
    settings,
    {
      NETLIFY_API_BASE: netlify.origin,
      SITE_URL: cdn.origin,
    },
  );
});
afterAll(async () => {
  for (const name of [...Object.keys(settings), 'NETLIFY_API_BASE', 'SITE_URL'])
    delete process.env[name];
  await Promise.all([cdn.close(), netlify.close(), database.close()]);
});

/** A page as the function answers it, through the CDN's cache. */
async function rendered(address: string): Promise<Response> {
  const target = `${cdn.origin}/.netlify/functions/product-pages/product-details/${address}`;
  const answer = await functions(new Request(target));
  expect(answer.status).toBe(200);
  const html = brotliDecompressSync(await answer.arrayBuffer()).toString();
  return new Response(html.replaceAll(cdn.origin, siteUrl), { headers: answer.headers });
}

const Purge = z.object({ cache_tags: z.array(z.string()) });

const ids = [...new Set((await catalogueColours()).map(({ product }) => product))];

/** Differs between two renderings of one page: Astro's names of islands, the picture of shared links. */
const OWN = new Set(['uid', 'prefix', 'og:image', 'og:image:alt']);

function valueOf(name: string, value: string): unknown {
  if (!['data-product-page', 'props'].includes(name)) return value.trim();
  // This shop's own time.
  return parseJson(value.replace(/"created_at":"[^"]*"/, '"created_at":""'));
}

function contentOf({ childNodes }: Element): unknown[] {
  return childNodes.flatMap((node) => {
    if ('tagName' in node) return [treeOf(node)];
    const text = 'value' in node ? node.value.replaceAll(/\s+/g, ' ') : '';
    return text.trim() === '' ? [] : [parseJson(text) ?? text];
  });
}

/** An element as data, without what its HTML may vary in: order and quotes of attributes, white space. */
function treeOf(element: Element): unknown {
  const { tagName, attrs } = element;
  const property = attrs.find(({ name }) => name === 'property')?.value ?? '';
  if (OWN.has(property)) return property;
  const attributes = attrs
    .filter(({ name }) => !OWN.has(name))
    .map(({ name, value }) => [name, valueOf(name, value)]);
  return { tagName, attributes: Object.fromEntries(attributes), content: contentOf(element) };
}

function treeOfPage(html: string): unknown {
  const [root] = elementsIn(parsePage(html));
  return root && treeOf(root);
}

test.each(ids)('the page of product %i is rendered by the function as by the build', async (id) => {
  for (const file of ['index.html', 'part.html']) {
    const built = readFileSync(
      path.join(inject('distFolder'), `product-details/${id}`, file),
      'utf8',
    );
    const answer = await rendered(file === 'part.html' ? `${id}/${file}` : String(id));
    expect(treeOfPage(await answer.text())).toEqual(treeOfPage(built));
  }
});

test('the CDN keeps a rendered page until the catalogue changes', async () => {
  const [id = 0] = ids;
  const priceOf = async () =>
    /"price":"([\d.]+)"/.exec(await (await rendered(String(id))).text())?.[1];
  const { headers } = await rendered(String(id));
  expect(headers.get('Netlify-CDN-Cache-Control')).toBe('durable, public, s-maxage=3600');
  const before = await priceOf();
  const sql = postgres(database.databaseUrl(), { max: 1, onnotice: () => undefined });
  await sql`update products set price_pence = price_pence + 100 where id = ${id}`;
  await sql.end();
  expect(await priceOf()).toBe(before);
  await look();
  const [purge] = netlify.calls;
  expect(purge?.what).toBe('POST /api/v1/purge');
  functions.purge(Purge.parse(JSON.parse(purge?.body ?? '')).cache_tags);
  expect(Number(await priceOf())).toBe(Number(before) + 1);
});
