import type { Response } from 'playwright/test';
import { comeAgain } from './browser-state.ts';
import { packed, weighPage } from '../support/page-weight.ts';
import { expect, test } from './shop-test.ts';

/** The most that a page may send, in bytes of gzip -9. */
const budgets = [
  // With the code that shows the next page in place, and what a product or the cart needs to run there.
  { path: '/', script: 18_000, markup: 20_000 },
  // With what each price comes to with tax, and labels that wait for the stock.
  { path: '/all-products', script: 24_000, markup: 25_000 },
  { path: '/productListing/1', script: 24_000, markup: 25_000 },
  // With React, which is fetched when nothing else is to be done; this one's pictures are a carousel.
  { path: '/product-details/14', script: 100_000, markup: 22_000 },
  // 400 bytes of these are the bundler's helpers in a file of their own, since the studio's libraries are there; 300 say
  // what prices come to with the tax of the country, or what tax is in them.
  { path: '/billing', script: 80_800, markup: 20_000 },
  { path: '/cart', script: 80_800, markup: 20_000 },
  { path: '/login', script: 80_000, markup: 20_000 },
];

/** The most bytes that the fonts of a page may have. */
const fontBudget = 30_000;

function isScript(response: Response): boolean {
  return /javascript/.test(response.headers()['content-type'] ?? '');
}

for (const { path, script, markup } of budgets) {
  test(`${path} loads at most ${script / 1000} kB of scripts and ${markup / 1000} kB of HTML and CSS @phone`, async ({
    page,
    baseURL,
    account,
  }) => {
    if (path === '/billing') await comeAgain(page, { customer: account });
    const responses: Response[] = [];
    page.on('response', (response) => responses.push(response));
    await page.goto(path, { waitUntil: 'networkidle' });
    const bodies = await Promise.all(responses.filter(isScript).map((response) => response.body()));
    const loaded = bodies.reduce((sum, body) => sum + packed(body), 0);
    await expect(page).toHaveURL(new RegExp(`${path}/?$`));
    expect(loaded).toBeGreaterThan(0);
    expect(loaded).toBeLessThanOrEqual(script);
    expect((await weighPage(baseURL ?? '', path)).markup).toBeLessThanOrEqual(markup);

    const fonts = responses.filter((response) => response.url().endsWith('.woff2'));
    const fontBodies = await Promise.all(fonts.map((response) => response.body()));
    expect(fonts).not.toHaveLength(0);
    expect(fontBodies.reduce((sum, body) => sum + body.length, 0)).toBeLessThanOrEqual(fontBudget);
  });
}

test('every product can be used after 10 kB of scripts and 22 kB of HTML and CSS', async ({
  baseURL,
  request,
}) => {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const paths = [...sitemap.matchAll(/\/product-details\/\d+/g)].map(([path]) => path);
  expect(paths).not.toHaveLength(0);
  for (const path of paths) {
    const weight = await weighPage(baseURL ?? '', path);
    expect.soft(weight.script, `scripts of ${path}`).toBeLessThanOrEqual(10_000);
    expect.soft(weight.markup, `HTML and CSS of ${path}`).toBeLessThanOrEqual(22_000);
  }
});
