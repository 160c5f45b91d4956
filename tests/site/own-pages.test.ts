import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'smol-toml';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { type RunningCdn, startCdn } from '#harness/cdn-server.ts';
import { loadAnswers, loadFunctions } from '#harness/function-server.ts';
import { shopEnvironment } from '#harness/test-keys.ts';
import { capitalSegments, otherSpellings } from '#domain/browsing/right-spelling.ts';
import { shopRoutes } from '#domain/enums.ts';
import { runsOn } from '#local/netlify-edge/edge-path.ts';
import { projectFolder } from '#local/settings.ts';
import { ownPageSlugs } from '../support/awkward-pages.ts';
import { builtPages } from '../support/site-pages.ts';

const Rules = z.object({ redirects: z.array(z.object({ from: z.string() })) });

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

const read = (file: string) => readFileSync(path.join(inject('distFolder'), file), 'utf8');
const pages = new Map(builtPages().map((page) => [page.path, page]));

test('every path of the shop, and no other, is closed to redirects and to pages that marketers make', async () => {
  const own = new Set(ownPageSlugs);
  const rules = parse(readFileSync(path.join(projectFolder, 'netlify.toml'), 'utf8'));
  const paths = [
    ...globSync(['*', '.*'], { cwd: inject('distFolder') })
      .filter((name) => !own.has(name))
      .map((name) => `/${name}`),
    ...Rules.parse(rules).redirects.map(({ from }) => from),
    ...(await loadFunctions()).flatMap((loaded) => loaded.paths),
  ];
  const used = new Set(paths.map((one) => one.split('/')[1]?.toLowerCase()));
  // Parts of the search file in a large shop, and what visitors would take for the way into the studio.
  const all = new Set([...used, 'search', 'admin']);
  expect([...all].toSorted()).toEqual(shopRoutes.toSorted());
});

test('every page is found in other letters too, and at its own address without a look at them', async () => {
  const capitals = new Set<string>();
  for (const { path: right } of pages.values()) {
    if (right.includes('.')) continue;
    expect([right, runsOn(otherSpellings, right)]).toEqual([right, false]);
    for (const segment of right.split('/')) if (/[A-Z]/.test(segment)) capitals.add(segment);
    for (const other of [right.toUpperCase(), right.toLowerCase()]) {
      if (other === right) continue;
      const { status, headers } = await fetch(`${cdn.origin}${other}?x=Y`, { redirect: 'manual' });
      expect([other, status, headers.get('location')]).toEqual([other, 301, `${right}?x=Y`]);
    }
  }
  for (const text of ['/FAQS.MD', '/faqs.md', '/RETURNPOLICY.md', '/returnpolicy.MD']) {
    expect((await fetch(cdn.origin + text)).status).toBe(200);
  }
  const texts = ['Faqs.md'].filter((name) => existsSync(path.join(inject('distFolder'), name)));
  expect([...capitals, ...texts].toSorted()).toEqual([...capitalSegments].toSorted());
});

test.each(ownPageSlugs)('the page /%s is found by sitemap, search and programs', (slug) => {
  expect(pages.get(`/${slug}`)?.isPrivate).toBe(false);
  expect(read('arrivals/sitemap.xml')).toContain(`https://shop.example/${slug}</loc>`);
  expect(read('search.json')).toContain(`["${slug}",`);
  expect(read('llms.txt')).toContain(`(https://shop.example/${slug})`);
});

test('menu and footer of every page lead to the pages that are to be there', () => {
  for (const { path: at, isPrivate, targets } of pages.values()) {
    if (isPrivate || at === '/launch') continue;
    const links = targets();
    expect(links.filter((link) => link === '/size-guide').length).toBeGreaterThanOrEqual(2);
    expect(links).toContain('/journal');
    expect(links).not.toContain('/hidden');
  }
});

test('the journal lists its entries, newest first', () => {
  const html = read('journal/index.html');
  expect(html.indexOf('href="/second-entry"')).toBeGreaterThan(-1);
  expect(html.indexOf('href="/second-entry"')).toBeLessThan(html.indexOf('href="/first-entry"'));
});

test('a page’s texts cannot break it, and products that are gone are left out', () => {
  const html = read('size-guide/index.html');
  const withoutAttributes = html.replaceAll(/="[^"]*"/g, '');
  expect(withoutAttributes).not.toContain('<script>alert(1)');
  expect(html).toContain('&lt;script&gt;');
  expect(html).toContain('Bare');
  expect(html).not.toContain('gone-product');
});

test.each([
  ['/old-guide', 301, '/size-guide'],
  ['/old-guide/?colour=1', 301, '/size-guide?colour=1'],
  ['/caf%C3%A9-menu', 301, '/size-guide'],
  ['/products/tide-cap', 301, '/product-details/14?colour=1'],
  ['/product-details/27/tide-cap?colour=85', 301, '/product-details/27?colour=85'],
  ['/productListing/1/autumn-drop', 301, '/productListing/1'],
  ['/faqs/?from=mail', 301, '/Faqs?from=mail'],
  ['/productlisting/99999/?page=2', 301, '/productListing/99999?page=2'],
  ['/productlisting/1/autumn-drop', 301, '/productListing/1/autumn-drop'],
  ['//EVIL%2Ecom/', 301, '/evil%2Ecom'],
  ['/feeds/hats.csv', 404, null],
  ['/product-details/99999/part.html', 404, null],
  ['/productListing/99999/part.html', 404, null],
  ['/product-details/14/part.html', 200, null],
  ['/nothing-here', 404, null],
])('%s answers %i, and leads to %s', async (address, status, location) => {
  const answer = await fetch(cdn.origin + address, { redirect: 'manual' });
  expect({ status: answer.status, location: answer.headers.get('location') }).toEqual({
    status,
    location,
  });
});

test('own titles, descriptions and pictures are those of search results and shared links', () => {
  const product = pages.get('/product-details/14');
  expect(product?.title).toBe('A hat for storms – Minicia');
  expect(product?.meta('description')).toEqual(['It stays on.']);
  expect(product?.meta('og:title')).toEqual(['A hat for storms – Minicia']);
  expect(pages.get('/productListing/1')?.title).toBe('Everything for her – Minicia');
  expect(pages.get('/all-products')?.title).toBe('All our hats – Minicia');
  expect(pages.get('/size-guide')?.title).toBe('Find your size – Minicia');
});
