import type { Page, Route } from 'playwright/test';
import {
  fetchedParts,
  isSameDocument,
  mark,
  openShop,
  untilPrepared,
  untilSwapping,
} from './in-place.ts';
import { cardsOf } from './listing-cards.ts';
import { expect, interceptOnce, test } from './shop-test.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const footerLink = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name, exact: true });

/** Goes to a page that was not prefetched: no link on the page leads there. */
async function followUnprepared(page: Page, path: string): Promise<void> {
  await page.evaluate((href) => location.assign(href), path);
}

/** Answers with the part, changed. */
async function change(route: Route, from: string | RegExp, to: string): Promise<void> {
  const response = await route.fetch();
  await route.fulfill({ response, body: (await response.text()).replace(from, to) });
}

async function expectDocument(page: Page, path: string, heading: string): Promise<void> {
  // A document cannot be evaluated while it is being replaced.
  await expect(async () => expect(await isSameDocument(page)).toBe(false)).toPass();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(title(page)).toHaveText(heading);
}

// A part may still be prefetched at the end of a test, when its route no longer responds.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

test('a page whose part or script cannot be used is loaded as a document, and Back returns', async ({
  page,
}) => {
  const broken: {
    what: string;
    path: string;
    link: string;
    heading: string;
    answer: (route: Route) => Promise<void>;
  }[] = [
    {
      what: 'a part of a later deploy',
      path: '/Faqs',
      link: 'FAQ',
      heading: 'Frequently Asked Questions',
      answer: (route) => change(route, /data-build="[^"]+"/, 'data-build="b2"'),
    },
    {
      what: 'a part that is gone',
      path: '/privacypolicy',
      link: 'Privacy Policy',
      heading: 'Privacy Policy',
      answer: (route) => route.fulfill({ status: 404 }),
    },
    {
      what: 'a part that is no part',
      path: '/termsandconditions',
      link: 'Terms and Conditions',
      heading: 'Terms and Conditions',
      answer: (route) => route.fulfill({ body: '<p>Log in to the Wi-Fi' }),
    },
    {
      what: 'a part that cannot be reached',
      path: '/returnpolicy',
      link: 'Return Policy',
      heading: 'Shipping and Returns',
      answer: (route) => route.abort(),
    },
    {
      what: 'a script that cannot be loaded',
      path: '/all-products',
      link: 'Minicia, all products',
      heading: 'All Products',
      answer: (route) =>
        change(route, '</head>', '<script type="module" src="/_astro/gone.js"></script></head>'),
    },
  ];
  for (const { path, answer } of broken) await page.route(`**${path}/part.html`, answer);
  await openShop(page, '/contact-us');
  for (const { what, path, link, heading } of broken)
    await test.step(what, async () => {
      await page.getByRole('link', { name: link, exact: true }).click();
      await expectDocument(page, path, heading);
      await mark(page);
    });
  await expect(cardsOf(page).first()).toBeVisible();
  await page.goBack();
  await expect(title(page)).toHaveText('Shipping and Returns');
});

test('offline, the browser shows its own error, and Back returns', async ({ page, context }) => {
  await openShop(page, '/returnpolicy');
  await page.keyboard.press('Shift');
  await expect.poll(() => fetchedParts(page)).not.toHaveLength(0);
  await context.setOffline(true);
  await followUnprepared(page, '/productListing/5');
  await expect.poll(() => page.url()).toMatch(/chrome-error|productListing\/5/);
  // The document may be being replaced at that moment.
  const protocol = () => page.evaluate(() => location.protocol).catch(() => null);
  await expect.poll(protocol).toBe('chrome-error:');
  await context.setOffline(false);
  await page.goBack();
  await expect(title(page)).toHaveText('Shipping and Returns');
});

test('Add To Cart works again after the way to the cart was stopped', async ({ page }) => {
  const late = Promise.withResolvers<undefined>();
  await page.route('**/cart/part.html', async (route) => {
    await late.promise;
    await route.continue();
  });
  await openShop(page, '/product-details/14');
  const add = page.getByRole('button', { name: 'Add To Cart', exact: true });
  await add.click();
  await expect(page.locator('html[data-opening]')).toHaveCount(1);
  await expect(add).toHaveAttribute('aria-busy', 'true');
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
  await expect(page).toHaveURL(/#main$/);
  await expect(add).not.toHaveAttribute('aria-busy');
  late.resolve(undefined);
  await expect(page.locator('html[data-opening]')).toHaveCount(0);
  await add.click();
  await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible();
  await expect(page).toHaveURL(/\/cart$/);
});

test('the old page stays until a slow one has loaded, the last link wins, and Back through a listing stays intact', async ({
  page,
}) => {
  const late = Promise.withResolvers<undefined>();
  await page.route('**/productListing/5/part.html', async (route) => {
    await late.promise;
    await route.continue();
  });
  await interceptOnce(page, '**/productListing/4/part.html', async (route) => {
    await new Promise((resolve) => page.once('close', resolve));
    await route.abort();
  });
  await openShop(page, '/all-products');
  const opening = page.locator('html[data-opening]');
  await followUnprepared(page, '/productListing/5');
  await expect(opening).toHaveCount(1);
  await expect(page).toHaveURL(/all-products$/);
  await expect(title(page)).toHaveText('All Products');
  await footerLink(page, 'Return Policy').click();
  await expect(title(page)).toHaveText('Shipping and Returns');
  late.resolve(undefined);
  await untilPrepared(page, '/productListing/5');
  await expect(page).toHaveURL(/returnpolicy$/);
  await expect(title(page)).toHaveText('Shipping and Returns');
  await expect(opening).toHaveCount(0);
  await page.goBack();
  await expect(title(page)).toHaveText('All Products');

  await test.step('an abandoned slow page leaves Back through a listing intact', async () => {
    await followUnprepared(page, '/productListing/4');
    await expect(opening).toHaveCount(1);
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await pages.getByRole('link', { name: 'Next' }).click();
    await expect(pages.locator('[aria-current=page]')).toHaveText('2');
    const list = await page.locator('[data-cards]').evaluateHandle((cards) => cards);
    await page.goBack();
    await expect(pages.locator('[aria-current=page]')).toHaveText('1');
    await page.goForward();
    await expect(pages.locator('[aria-current=page]')).toHaveText('2');
    expect(await list.evaluate((cards) => cards.isConnected)).toBe(true);
  });
  expect(await isSameDocument(page)).toBe(true);
});

test('prefetches only links in or near the viewport, within 60 kB', async ({ page }) => {
  await openShop(page, '/all-products');
  await expect.poll(() => fetchedParts(page)).not.toHaveLength(0);
  await page.waitForLoadState('networkidle');
  const links = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]:not([inert] a)')].map((link) => ({
      path: link.pathname,
      top: link.getBoundingClientRect().top,
    })),
  );
  const near = new Set(links.filter(({ top }) => top <= 3 * 900).map(({ path }) => path));
  const fetched = await fetchedParts(page);
  for (const part of fetched)
    expect([...near], part).toContain(part.replace(/\/part\.html$/, '') || '/');
  const bytes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('/part.html'))
      .reduce(
        (sum, entry) =>
          sum + (entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : 0),
        0,
      ),
  );
  // The size of a part is known only once it has arrived, when others may be in flight.
  expect(bytes).toBeLessThanOrEqual(60_000 + 15_000);
  expect(bytes).toBeGreaterThan(0);
});

test('with Data Saver on, or on a 2g network, nothing is prefetched, and a link is still followed in place', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const value = location.search.includes('2g')
      ? { saveData: false, effectiveType: '2g' }
      : { saveData: true, effectiveType: '4g' };
    Object.defineProperty(navigator, 'connection', { value });
  });
  for (const how of ['save-data', '2g'])
    await test.step(how, async () => {
      await openShop(page, `/contact-us?${how}`);
      await footerLink(page, 'FAQ').hover();
      await page.waitForLoadState('networkidle');
      expect(await fetchedParts(page)).toEqual([]);
      await footerLink(page, 'FAQ').click();
      await expect(title(page)).toHaveText('Frequently Asked Questions');
      expect(await isSameDocument(page)).toBe(true);
    });
});

test('the payment return and the API are not prefetched, and the login is not swapped in place', async ({
  page,
}) => {
  await page.goto('/Faqs');
  await page.evaluate(() => {
    for (const href of ['/stripesuccess?session_id=1', '/api/listing/categories/', '/login']) {
      const link = Object.assign(document.createElement('a'), { href, textContent: href });
      document.querySelector('main')?.prepend(link);
    }
  });
  await untilSwapping(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (const link of await page.getByRole('main').getByRole('link', { name: /^\// }).all())
    await link.hover();
  await footerLink(page, 'Privacy Policy').hover();
  await untilPrepared(page, '/privacypolicy');
  // The login's document may be: the browser prerenders it on hover (speculation rules).
  for (const path of asked) expect(path).not.toMatch(/stripesuccess|\/api\/|login\/part/);
});

test('without the Navigation API a hat can be bought across documents', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'navigation'));
  await page.goto('/productListing/6');
  await cardsOf(page).filter({ hasText: 'Verdict Square' }).getByRole('link').first().click();
  await expect(title(page)).toHaveText('Verdict Square Sunglasses');
  await page.getByRole('button', { name: 'Add To Cart', exact: true }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.getByLabel(/^Quantity of Verdict Square/)).toHaveValue('1');
  await page.getByRole('button', { name: 'CHECKOUT' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.locator('html[data-swaps]').count()).toBe(0);
});

test('a listing passed before it was painted shows the content of its URL', async ({ page }) => {
  // Until pages.css has loaded, no page is shown in place and no history entry is recorded.
  const arrived = Promise.withResolvers<undefined>();
  await page.route('**/_astro/pages.*.css', async (route) => {
    await arrived.promise;
    await route.continue();
  });
  await page.goto('/all-products?category=Women');
  const sort = page.getByRole('combobox', { name: 'Sort by' });
  for (const order of ['Price: Low to High', 'Price: High to Low']) {
    await sort.selectOption(order);
    await expect(page).toHaveURL(order.startsWith('Price: Low') ? /=price-asc$/ : /=price-desc$/);
  }
  await expect(cardsOf(page).first()).toContainText('£64.00');
  await expect(page.locator('html')).not.toHaveAttribute('data-swaps');
  arrived.resolve(undefined);
  await untilSwapping(page);
  await page.evaluate(async () => {
    // The listing in between is shown but never painted, so its script does not start.
    const { requestAnimationFrame } = window;
    window.requestAnimationFrame = () => 0;
    await navigation.back().finished;
    await navigation.back().finished;
    window.requestAnimationFrame = requestAnimationFrame;
  });
  await expect(page).toHaveURL(/\?category=Women$/);
  await page.goForward();
  await expect(page).toHaveURL(/=price-asc$/);
  await expect(cardsOf(page).first()).toContainText('£22.00');
  await expect(sort).toHaveValue('price-asc');
});
