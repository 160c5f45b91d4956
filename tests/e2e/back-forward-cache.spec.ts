import { createServer } from 'node:http';
import { type Browser, chromium, type Page } from 'playwright';
import { z } from 'zod';
import { readE2eSettings } from '../support/e2e-settings.ts';
import { expect, test } from './shop-test.ts';

const { browser: launch } = readE2eSettings();
let browser: Browser;

/** Opens a page, goes to another and comes back. @returns the first page. */
async function thereAndBack(address: string, other: string): Promise<Page> {
  const page = await browser.newPage();
  await page.addInitScript(() =>
    addEventListener('pageshow', ({ persisted }) => {
      document.documentElement.dataset.persisted = String(persisted);
    }),
  );
  await page.goto(address, { waitUntil: 'load' });
  await page.goto(other, { waitUntil: 'load' });
  // A page restored from the cache loads nothing.
  await page.goBack({ waitUntil: 'commit' });
  return page;
}

/** Whether the browser has a back-forward cache and keeps an empty page: the packaged one does not. */
async function keepsEmptyPage(): Promise<boolean> {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Empty</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.int() }).parse(server.address());
  const origin = `http://127.0.0.1:${port}`;
  const page = await thereAndBack(`${origin}/one`, `${origin}/two`);
  await page.waitForTimeout(500);
  const kept = await page.evaluate(() => document.documentElement.dataset.persisted === 'true');
  await page.close();
  server.close();
  server.closeAllConnections();
  return kept;
}

const paths = [
  '/',
  '/all-products',
  '/productListing/1',
  '/product-details/16',
  '/cart',
  '/login',
  '/contact-us',
  '/Faqs',
  '/privacypolicy',
  '/launch',
];

test('Back shows pages unchanged, without reloading them', async ({ baseURL }) => {
  // Playwright disables the cache by default.
  const ignoreDefaultArgs = ['--disable-back-forward-cache'];
  browser = await chromium.launch({ ...launch, ignoreDefaultArgs });
  try {
    test.skip(
      !(await keepsEmptyPage()),
      'the packaged browser has no back/forward cache (CHROMIUM_PATH names another)',
    );
    for (const path of paths)
      await test.step(path, async () => {
        const page = await thereAndBack(`${baseURL}${path}`, `${baseURL}/returnpolicy`);
        await expect.soft(page.locator('html')).toHaveAttribute('data-persisted', 'true');
        await page.close();
      });
  } finally {
    await browser.close();
  }
});
