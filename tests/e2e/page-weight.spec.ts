import { brotliCompressSync } from 'node:zlib';
import type { Response } from 'playwright/test';
import {
  fontBudget,
  laterSheetBudget,
  type PageBudget,
  pageBudgets,
} from '#harness/page-budgets.ts';
import { isSwappedPage } from '#domain/browsing/swapped-page.ts';
import { comeAgain } from './browser-state.ts';
import { packed, weighPage } from '../support/page-weight.ts';
import { expect, test } from './shop-test.ts';

/** Compressed size of all files of a type, in bytes. */
async function packedOf(type: RegExp, responses: readonly Response[]): Promise<number> {
  const ofType = responses.filter((response) =>
    type.test(response.headers()['content-type'] ?? ''),
  );
  const bodies = await Promise.all(ofType.map((response) => response.body()));
  return bodies.reduce((sum, body) => sum + packed(body), 0);
}

/** Bytes of all but pictures, as the CDN sends them: text in brotli. */
async function sentOf(responses: readonly Response[]): Promise<number> {
  const sizes = responses.map(async (response) => {
    const type = response.headers()['content-type'] ?? '';
    if (type.startsWith('image/')) return 0;
    const body = await response.body();
    return type.includes('font') ? body.length : brotliCompressSync(body).length;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

const budgets: readonly PageBudget[] = Object.values(pageBudgets);

for (const { path, usedScript } of budgets) {
  if (usedScript === undefined) continue;
  test(`${path} loads at most ${usedScript / 1000} kB of scripts once the shopper does something @phone`, async ({
    page,
  }) => {
    const responses: Response[] = [];
    page.on('response', (response) => responses.push(response));
    // Repeated, because the page listens only after it has loaded.
    await page.addInitScript(() => setInterval(() => dispatchEvent(new Event('keydown')), 100));
    await page.goto(path, { waitUntil: 'networkidle' });
    const loaded = await packedOf(/javascript/, responses);
    expect(loaded).toBeLessThanOrEqual(usedScript);
  });
}

for (const { path, script, markup, sent } of budgets) {
  test(`${path} loads at most ${script / 1000} kB of scripts, ${markup / 1000} kB of HTML and CSS and ${sent / 1000} kB in all @phone`, async ({
    page,
    baseURL,
    account,
  }) => {
    if (path === '/billing') await comeAgain(page, { customer: account });
    const responses: Response[] = [];
    page.on('response', (response) => responses.push(response));
    await page.goto(path, { waitUntil: 'networkidle' });
    const loaded = await packedOf(/javascript/, responses);
    await expect(page).toHaveURL(new RegExp(`${path}/?$`));
    expect(loaded).toBeGreaterThan(0);
    expect(loaded).toBeLessThanOrEqual(script);
    expect(await sentOf(responses)).toBeLessThanOrEqual(sent);
    expect((await weighPage(baseURL ?? '', path)).markup).toBeLessThanOrEqual(markup);
    // The styles of the page itself are inline.
    const laterSheet = isSwappedPage(path) ? laterSheetBudget : 0;
    expect(await packedOf(/css/, responses)).toBeLessThanOrEqual(laterSheet);

    const fonts = responses.filter((response) => response.url().endsWith('.woff2'));
    const fontBodies = await Promise.all(fonts.map((response) => response.body()));
    expect(fonts).not.toHaveLength(0);
    expect(fontBodies.reduce((sum, body) => sum + body.length, 0)).toBeLessThanOrEqual(fontBudget);
  });
}

test(`every product can be used after 10.25 kB of scripts and ${pageBudgets.product.markup / 1000} kB of HTML and CSS`, async ({
  baseURL,
  request,
}) => {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const paths = [...sitemap.matchAll(/\/product-details\/\d+/g)].map(([path]) => path);
  expect(paths).not.toHaveLength(0);
  for (const path of paths) {
    const weight = await weighPage(baseURL ?? '', path);
    expect.soft(weight.script, `scripts of ${path}`).toBeLessThanOrEqual(10_250);
    expect
      .soft(weight.markup, `HTML and CSS of ${path}`)
      .toBeLessThanOrEqual(pageBudgets.product.markup);
  }
});
