import type { Page } from 'playwright/test';
import { expectAccessible } from './accessibility.ts';
import { comeAgain, stored } from './browser-state.ts';
import { historyLength, isSameDocument, openShop, scrollTop, untilPrepared } from './in-place.ts';
import { touch } from './fingers.ts';
import { cardsOf, pricesOf, risingPricesOf } from './listing-cards.ts';
import { frames, scrollTo } from './scrolling.ts';
import { expect, interceptOnce, test } from './shop-test.ts';

const beanies = '/productListing/5';

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const footerLink = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name, exact: true });
const headerLink = (page: Page, name: string | RegExp) =>
  page.getByRole('banner').getByRole('link', { name });
const card = (page: Page, name: string) =>
  cardsOf(page).filter({ hasText: name }).getByRole('link').first();

/** Facts of a page: of the document on screen, or of a file's HTML. */
function factsOf(html: string | null) {
  const shown = html === null ? document : new DOMParser().parseFromString(html, 'text/html');
  const selector = 'meta[name=description],meta[name=robots],meta[property],link[rel=canonical]';
  return {
    title: shown.title,
    head: [...shown.head.querySelectorAll(selector)].map(({ outerHTML }) => outerHTML),
    overHero: shown.querySelector('[data-site-header]')?.hasAttribute('data-over-hero'),
    mains: shown.querySelectorAll('main').length,
  };
}

async function expectShownInPlace(page: Page, path: string): Promise<void> {
  await expect.poll(() => new URL(page.url()).pathname).toBe(path);
  const answer = await page.request.get(path);
  // The current page's policy also applies to inline styles of the other document.
  const file = (await answer.text()).replaceAll(/<style.*?<\/style>/gs, '');
  const expected = await page.evaluate(factsOf, file);
  await expect.poll(() => page.evaluate(factsOf, null)).toEqual(expected);
  expect(await isSameDocument(page)).toBe(true);
}

test('a walk through all kinds of pages loads one document, violates no policy, runs their scripts, and each page matches its file', async ({
  page,
}) => {
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents.push(request.url());
  });
  // A page whose policy allows fewer scripts and styles than the others’.
  await openShop(page, '/product-details/14');
  await headerLink(page, 'Home').click();
  await expectShownInPlace(page, '/');
  await page.getByRole('link', { name: 'Shop Now' }).click();
  await expectShownInPlace(page, '/all-products');
  await page.getByRole('button', { name: 'MENU' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Beanies', exact: true }).click();
  await expectShownInPlace(page, beanies);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await card(page, 'After Hours Slouch Beanie').click();
  await expect(title(page)).toHaveText('After Hours Slouch Beanie');
  await expectShownInPlace(page, new URL(page.url()).pathname);
  await headerLink(page, 'Cart').click();
  await expectShownInPlace(page, '/cart');
  await expect(page.getByText('Nothing in here yet.')).toBeVisible();
  for (const [name, path] of [
    ['FAQ', '/Faqs'],
    ['Privacy Policy', '/privacypolicy'],
    ['Terms and Conditions', '/termsandconditions'],
    ['Return Policy', '/returnpolicy'],
  ] as const) {
    await footerLink(page, name).click();
    await expectShownInPlace(page, path);
    if (name !== 'FAQ') continue;
    const answer = page.locator('details').first();
    await answer.locator('summary').click();
    await expect(answer).toHaveAttribute('open');
  }
  expect(documents).toHaveLength(1);
});

test('a product shown in place can be viewed, chosen and bought', async ({ page }) => {
  await openShop(page, '/productListing/6');
  await card(page, 'Verdict Square Sunglasses').click();
  await expect(title(page)).toHaveText('Verdict Square Sunglasses');
  await expect.poll(() => stored(page, 'recentlyViewed')).toContain('Verdict Square Sunglasses');
  await page.getByRole('radio', { name: 'Tortoise' }).check();
  const carousel = page.getByRole('region', { name: /in Tortoise$/ });
  await carousel.getByRole('button', { name: 'Next image' }).click();
  await expect(carousel.getByRole('img', { name: /worn$/ })).toBeInViewport({ ratio: 0.5 });
  await expectAccessible(page, { oneWidth: true });
  await page.getByRole('button', { name: 'Add To Cart', exact: true }).click();
  await expect(page).toHaveURL(/\/cart$/);
  const quantity = page.getByLabel('Quantity of Verdict Square Sunglasses, Tortoise');
  await quantity.selectOption('2');
  await expect(headerLink(page, 'Cart, 2 items')).toBeVisible();
  expect(await isSameDocument(page)).toBe(true);
  await expectAccessible(page, { oneWidth: true });
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Tortoise' })).toBeChecked();
  await page.getByRole('button', { name: 'Add To Cart', exact: true }).click();
  await expect(quantity).toHaveValue('3');
});

test('a page shown in place is announced by its title, and Tab starts at its top; a link’s fragment is scrolled to', async ({
  page,
}) => {
  await openShop(page, '/all-products');
  await footerLink(page, 'Return Policy').focus();
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveText('Shipping and Returns');
  const status = page.getByRole('status').filter({ hasText: 'Return' });
  await expect(status).toHaveText(await page.title());
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#main$/);
  await expect(page.getByRole('main')).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(/returnpolicy$/);
  await page.goBack();
  await expect(page).toHaveURL(/all-products$/);
  await expect(title(page)).toHaveText('All Products');

  await footerLink(page, 'Return Policy').evaluate((link: HTMLAnchorElement) => {
    link.href = '/returnpolicy#footer-help';
  });
  await footerLink(page, 'Return Policy').click();
  await expect(title(page)).toHaveText('Shipping and Returns');
  await expect(page.locator('#footer-help')).toBeInViewport();
  expect(await isSameDocument(page)).toBe(true);
});

test('a link shows the top of its page, where Back and Forward restore the scroll position; one to the current page adds no history entry, and one opened in a new tab changes nothing', async ({
  page,
  context,
}) => {
  await openShop(page, '/all-products');
  const entries = await historyLength(page);
  await test.step('a link opened in a new tab leaves the page unchanged', async () => {
    const link = footerLink(page, 'FAQ');
    const gestures: Parameters<typeof link.click>[0][] = [
      { modifiers: ['ControlOrMeta'] },
      { button: 'middle' },
    ];
    for (const gesture of gestures) {
      const opened = context.waitForEvent('page');
      await link.click(gesture);
      const tab = await opened;
      await tab.close();
      await expect(page).toHaveURL(/all-products$/);
      await expect(title(page)).toHaveText('All Products');
    }
  });

  await test.step('a link to the current page scrolls to its top and adds no history entry', async () => {
    await scrollTo(page, 600);
    await headerLink(page, 'Minicia, all products').click();
    await expect.poll(() => scrollTop(page)).toBe(0);
    await expect(cardsOf(page).first()).toBeVisible();
    expect(await historyLength(page)).toBe(entries);
  });

  await scrollTo(page, 900);
  await card(page, 'Headline Trucker').evaluate((link: HTMLElement) => link.click());
  await expect(title(page)).toHaveText('Headline Trucker');
  expect(await scrollTop(page)).toBe(0);
  await scrollTo(page, 200);
  await page.goBack();
  await expect(page).toHaveURL(/all-products$/);
  await expect.poll(() => scrollTop(page)).toBe(900);
  await page.goForward();
  await expect(title(page)).toHaveText('Headline Trucker');
  await expect.poll(() => scrollTop(page)).toBe(200);
  expect(await isSameDocument(page)).toBe(true);
});

test('a listing shown in place is sorted and paged, and adds to the cart; Back returns to it and through its earlier states', async ({
  page,
}) => {
  await openShop(page, '/Faqs');
  await headerLink(page, 'Minicia, all products').click();
  await page.getByLabel('Sort by').selectOption({ label: 'Price: Low to High' });
  await expect(page).toHaveURL(/sort=/);
  const pounds = await risingPricesOf(page, 12);
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('link', { name: 'Next' }).click();
  await expect(pages.locator('[aria-current=page]')).toHaveText('2');
  await expect(page).toHaveURL(/page=2/);
  // The scroll is smooth.
  await expect.poll(() => scrollTop(page)).toBe(0);
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();
  await expect(headerLink(page, 'Cart, 1 item')).toBeVisible();
  await expectAccessible(page, { oneWidth: true });
  await scrollTo(page, 700);
  await cardsOf(page)
    .first()
    .getByRole('link')
    .evaluate((link: HTMLElement) => link.click());
  await expect(page).toHaveURL(/product-details/);
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: seen, resolve: letAnswer } = Promise.withResolvers<void>();
  await interceptOnce(page, '**/api/listing/productListing/*', async (route) => {
    ask();
    await seen;
    await route.continue();
  });
  await page.goBack();
  await expect(pages.locator('[aria-current=page]')).toHaveText('2');
  // Cards stay while they are updated. Another product than before, if one opened meanwhile.
  await asked;
  await frames(page, 2);
  const [dearer] = await pricesOf(page, 12);
  letAnswer();
  expect(dearer).toBeGreaterThanOrEqual(pounds.at(-1) ?? Infinity);
  await expect.poll(() => scrollTop(page)).toBe(700);
  await page.goBack();
  await expect(pages.locator('[aria-current=page]')).toHaveText('1');
  await expect(page.getByLabel('Sort by')).not.toHaveValue('');
  await page.goBack();
  await expect(page).toHaveURL(/all-products$/);
  await page.goBack();
  await expect(title(page)).toHaveText('Frequently Asked Questions');
  await page.goForward();
  await page.goForward();
  await expect(page).toHaveURL(/sort=/);
  await expect(pages.locator('[aria-current=page]')).toHaveText('1');
  expect(await isSameDocument(page)).toBe(true);
});

test('a jump back over a sorted listing to the unsorted one keeps it unsorted, and the entries after it', async ({
  page,
}) => {
  await openShop(page, '/all-products');
  const first = await cardsOf(page).first().getByRole('link').first().textContent();
  const sort = page.getByLabel('Sort by');
  await sort.selectOption({ label: 'Price: Low to High' });
  await expect(page).toHaveURL(/sort=/);
  await risingPricesOf(page, 12);
  await cardsOf(page)
    .first()
    .getByRole('link')
    .evaluate((link: HTMLElement) => link.click());
  await expect(page).toHaveURL(/product-details/);
  const product = (await title(page).textContent()) ?? '';
  await page.evaluate(() => history.go(-2));
  await expect(title(page)).toHaveText('All Products');
  await expect(cardsOf(page).first()).toContainText(first ?? 'a name');
  await expect(sort).toHaveValue('newest');
  await expect(page).toHaveURL(/all-products$/);
  await page.evaluate(() => history.go(2));
  await expect(title(page)).toHaveText(product);
});

test('Back to a product whose default colour is sold out restores the scroll position and leaves the URL', async ({
  page,
  sql,
}) => {
  await sql`
    update color_variants v set quantity = 0 from products p
    where p.id = v.product_id and p.slug = 'cord-rebel-trucker' and v.color_name = 'Tobacco'`;
  await openShop(page, '/product-details/7');
  const green = page.getByRole('radio', { name: 'Bottle Green', exact: true });
  await expect(green).toBeChecked();
  await scrollTo(page, 400);
  await footerLink(page, 'FAQ').evaluate((link: HTMLElement) => link.click());
  await expect(title(page)).toHaveText('Frequently Asked Questions');
  await page.goBack();
  await expect(green).toBeChecked();
  await expect.poll(() => scrollTop(page)).toBe(400);
  await expect(page).toHaveURL(/product-details\/7$/);
});

test('choices, presses and searches on a listing before its scripts have loaded are kept', async ({
  page,
}) => {
  let held = Promise.withResolvers<void>();
  await page.route('**/_astro/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/all-products', { waitUntil: 'commit' });
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();
  await page.locator('summary').filter({ hasText: 'Filters' }).click();
  const inStock = page.getByRole('checkbox', { name: /^In stock only/ });
  await inStock.check();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByLabel('What are you looking for?').fill('beanie');
  held.resolve();
  const found = page.getByRole('listbox', { name: 'Products' }).getByRole('option');
  await expect(found.first()).toContainText('Beanie');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  await expect(page.locator('[data-listing-preview]')).toHaveText(/pieces$/);
  await expect(inStock).toBeChecked();

  held = Promise.withResolvers();
  await page.goto('/all-products', { waitUntil: 'commit' });
  await page.getByLabel('Sort by').selectOption({ label: 'Price: Low to High' });
  held.resolve();
  await expect(page).toHaveURL(/sort=/);
  await expect(page.getByLabel('Sort by')).toHaveValue(/price/);
});

test('Back works beyond the kept pages, and from a reloaded page', async ({ page }) => {
  const names = ['FAQ', 'Privacy Policy', 'Terms and Conditions', 'Return Policy'];
  await openShop(page, '/contact-us');
  const titles = [await title(page).textContent()];
  for (const name of [...names, ...names]) {
    await footerLink(page, name).click();
    await expect(title(page)).not.toHaveText(titles.at(-1) ?? '');
    titles.push(await title(page).textContent());
  }
  for (const shown of titles.slice(3, -1).toReversed()) {
    await page.goBack();
    await expect(title(page)).toHaveText(shown ?? '');
  }
  expect(await isSameDocument(page)).toBe(true);
  await page.reload();
  await expect(title(page)).toHaveText(titles[3] ?? '');
  for (const shown of titles.slice(0, 3).toReversed()) {
    await page.goBack();
    await expect(title(page)).toHaveText(shown ?? '');
  }
  await page.goForward();
  await expect(title(page)).toHaveText(titles[1] ?? '');
});

/** Waits for the script that follows links on press. */
async function untilPressed(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    const files = performance.getEntriesByType('resource').map(({ name }) => name);
    const script = files.find((name) => /\/press\.[^/]*\.js$/.test(name));
    return script !== undefined && (await import(script)) !== undefined;
  });
}

/** Moves the mouse onto a link whose page is ready. */
async function pointAt(page: Page, link: ReturnType<typeof footerLink>): Promise<void> {
  await untilPressed(page);
  await link.hover();
  const path = await link.evaluate((anchor: HTMLAnchorElement) => anchor.pathname);
  await untilPrepared(page, path);
}

test('a mouse follows a link once, on mouse down or as soon as its page is there; moving away before the release goes back', async ({
  page,
}) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/Faqs/part.html', async (route) => {
    await held.promise;
    await route.continue();
  });
  await openShop(page, '/all-products');
  const idle = () =>
    page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 })));

  await test.step('a mouse that moves away before its release goes back to the previous page', async () => {
    await scrollTo(page, 300);
    await pointAt(page, card(page, 'Headline Trucker'));
    const top = await scrollTop(page);
    await page.mouse.down();
    await expect(title(page)).toHaveText('Headline Trucker');
    await page.mouse.move(5, 5, { steps: 4 });
    await expect(title(page)).toHaveText('All Products');
    await page.mouse.up();
    await expect(page).toHaveURL(/all-products$/);
    // The browser rounds fractions of pixels.
    await expect.poll(async () => Math.abs((await scrollTop(page)) - top)).toBeLessThanOrEqual(2);
    expect(await page.evaluate(() => navigation.currentEntry?.index)).toBe(
      await page.evaluate(() => navigation.entries().length - 2),
    );
  });

  await test.step('a card’s link is followed on mouse down, and the release presses nothing', async () => {
    await pointAt(page, card(page, 'Headline Trucker'));
    const index = await page.evaluate(() => navigation.currentEntry?.index ?? 0);
    await page.mouse.down();
    await expect(title(page)).toHaveText('Headline Trucker');
    await page.mouse.up();
    await expect(page).toHaveURL(/product-details/);
    expect(await page.evaluate(() => navigation.currentEntry?.index)).toBe(index + 1);
    await expect(headerLink(page, 'Cart')).toHaveAccessibleName('Cart');
  });

  await test.step('a header link is followed once, although it is still under the mouse on release', async () => {
    await pointAt(page, headerLink(page, 'Cart'));
    const entries = await historyLength(page);
    await page.mouse.down();
    await expect(title(page)).toHaveText('Your Cart');
    await page.mouse.up();
    await idle();
    expect(await historyLength(page)).toBe(entries + 1);
    await page.goBack();
    await expect(page).toHaveURL(/product-details/);
  });

  await test.step('a link whose page is still being fetched is followed as soon as it is there', async () => {
    const index = await page.evaluate(() => navigation.currentEntry?.index ?? 0);
    await footerLink(page, 'FAQ').hover();
    await page.mouse.down();
    held.resolve();
    await expect(page).toHaveURL(/Faqs$/);
    await page.mouse.up();
    await idle();
    expect(await page.evaluate(() => navigation.currentEntry?.index)).toBe(index + 1);
  });
  expect(await isSameDocument(page)).toBe(true);
});

test('the card’s picture grows into the product’s, except with reduced motion', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const { animate } = Element.prototype;
    Element.prototype.animate = function record(...keyframes) {
      document.documentElement.dataset.animated = this.className || this.tagName;
      return animate.apply(this, keyframes);
    };
  });
  await openShop(page, '/productListing/6');
  const grows = page.locator('html[data-animated]');
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion });
    await page.evaluate(() => delete document.documentElement.dataset.animated);
    const link = card(page, 'Verdict Square Sunglasses');
    await link.scrollIntoViewIfNeeded();
    await expect
      .poll(() =>
        cardsOf(page)
          .locator('img')
          .first()
          .evaluate((image: HTMLImageElement) => image.complete),
      )
      .toBe(true);
    await pointAt(page, link);
    await link.click();
    await expect(title(page)).toHaveText('Verdict Square Sunglasses');
    await expect(grows).toHaveCount(reducedMotion === 'reduce' ? 0 : 1);
    await page.goBack();
    await expect(title(page)).toHaveText('Sunglasses');
  }
});

test('a touched card’s colour is chosen in the page laid out during the touch @phone', async ({
  page,
}) => {
  await openShop(page, '/all-products');
  const link = page.locator('[data-cards] a[href*="?colour="]').nth(1);
  await link.scrollIntoViewIfNeeded();
  const { pathname, search } = await link.evaluate((anchor: HTMLAnchorElement) => ({
    pathname: anchor.pathname,
    search: anchor.search,
  }));
  const colour = search.replace('?colour=', '');
  await untilPrepared(page, pathname);
  // The first product's page loads its script.
  await (
    await touch(page, link)
  )();
  await expect(page).toHaveURL(new RegExp(`colour=${colour}$`));
  const chosen = page.locator('main [data-product-page] input:checked');
  await expect(chosen).toHaveValue(colour);
  await page.goBack();
  const lift = await touch(page, link);
  await expect(page.locator('main[data-aside="staged"]')).toHaveCount(1);
  await expect(chosen).toHaveValue(colour);
  expect(await chosen.evaluate((radio: HTMLInputElement) => radio.defaultChecked)).toBe(true);
  await lift();
  await expect(page).toHaveURL(new RegExp(`colour=${colour}$`));
  await expect(page.locator('main')).toHaveCount(1);
  await expect(chosen).toHaveValue(colour);
  expect(await isSameDocument(page)).toBe(true);
});

test('the cart is drawn during the touch and works once shown @phone', async ({ page }) => {
  await comeAgain(page, { lines: [{ product: 14, colour: 'Black' }] });
  await openShop(page, '/product-details/14');
  await untilPrepared(page, '/cart');
  const lift = await touch(page, headerLink(page, /^Cart/));
  await expect(page.locator('main[data-aside="staged"] [data-line-name]')).toHaveCount(1);
  await lift();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.locator('main')).toHaveCount(1);
  await page.getByLabel(/^Quantity of /).selectOption('2');
  await expect(page.getByText('2 items')).toBeVisible();
  expect(await isSameDocument(page)).toBe(true);
});

test('a product opened in its first colour is shown before its scripts have loaded @phone', async ({
  page,
}) => {
  const { promise: shownFirst, resolve: letScripts } = Promise.withResolvers<void>();
  await page.route(/\/(?:_ProductPage|product)\.[^/]*\.js$/, async (route) => {
    await shownFirst;
    await route.fallback();
  });
  await openShop(page, beanies);
  await untilPrepared(page, '/product-details/12');
  const first = page.locator('main a[href^="/product-details/12?"]').first();
  const name = (await first.locator('[data-card-colour]').textContent()) ?? '';
  await first.click();
  await expect(title(page)).toBeVisible();
  expect(await isSameDocument(page)).toBe(true);
  letScripts();
  await expect(page.getByRole('img', { name: new RegExp(name) }).first()).toBeVisible();
});

test('opening a product in another colour does not fetch the large picture of the prebuilt colour @phone', async ({
  page,
}) => {
  const large: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    // Pictures of cards are smaller.
    if (pathname === '/.netlify/images' && Number(searchParams.get('w')) > 800)
      large.push(searchParams.get('url') ?? '');
  });
  // On a slow line the page is shown before its script, which handles the colours, has loaded.
  const { promise: shownFirst, resolve: letScript } = Promise.withResolvers<void>();
  await page.route(/ProductPage.*\.js$/, async (route) => {
    await shownFirst;
    await route.fallback();
  });
  await openShop(page, beanies);
  const slouch = card(page, 'Plum');
  await slouch.scrollIntoViewIfNeeded();
  await untilPrepared(page, '/product-details/12');
  await slouch.click();
  await expect(title(page)).toHaveText('After Hours Slouch Beanie');
  await frames(page, 10);
  letScript();
  const shown = page.getByRole('img', { name: /Plum/ }).first();
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => image.currentSrc))
    .toMatch(/plum-1.*w=(?:8\d\d|1\d{3})/);
  expect(large).toContainEqual(expect.stringContaining('plum-1'));
  expect(large).not.toContainEqual(expect.stringContaining('sage-1'));
});
