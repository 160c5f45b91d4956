import { type Browser, chromium } from 'playwright';
import { readE2eSettings } from '../support/e2e-settings.ts';
import { expect, test } from './shop-test.ts';

const { browser: launch } = readE2eSettings();
let browser: Browser;

test.beforeAll(async () => {
  // Playwright switches it off for other tests.
  const ignoreDefaultArgs = ['--disable-back-forward-cache'];
  browser = await chromium.launch({ ...launch, ignoreDefaultArgs });
});

test.afterAll(() => browser.close());

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

for (const path of paths) {
  test(`Back shows ${path} as it was left, without loading it again`, async ({ baseURL }) => {
    const page = await browser.newPage();
    await page.addInitScript(() =>
      addEventListener('pageshow', ({ persisted }) => {
        document.documentElement.dataset.persisted = String(persisted);
      }),
    );
    await page.goto(`${baseURL}${path}`, { waitUntil: 'load' });
    await page.goto(`${baseURL}/returnpolicy`, { waitUntil: 'load' });
    // A page that comes back so loads nothing.
    await page.goBack({ waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveAttribute('data-persisted', 'true');
    await page.close();
  });
}
