import { readE2eSettings } from '../support/e2e-settings.ts';
import { openTab, type Tab, type TabPage } from '#harness/tab.ts';
import { expect, test } from './shop-test.ts';

const { browser: launch = {}, origin = '' } = readE2eSettings();
const stockLookUp = '/api/listing/cartvalidate/';

/** Reports every toast, with the page that shows it. */
const watchToasts = `addEventListener('DOMContentLoaded', () => {
  const message = document.querySelector('[data-toast-message]');
  new MutationObserver(() => {
    if (message.textContent) report(location.pathname + ' says ' + message.textContent);
  }).observe(message, { childList: true });
});`;

let tab: Tab;

test.beforeEach(async () => {
  tab = await openTab(launch, {
    init: watchToasts,
    setUp: (send) => [
      send('Emulation.setDeviceMetricsOverride', {
        width: 1440,
        height: 900,
        deviceScaleFactor: 1,
        mobile: false,
      }),
    ],
  });
});

test.afterEach(() => tab.close());

/** Puts a hat into the cart and opens the cart, from which links load documents. */
async function goToFullCart(): Promise<void> {
  await tab.goTo(`${origin}/productListing/6`);
  await tab.shown().evaluate("document.querySelector('[data-cards] [data-add]').click()");
  await expect.poll(() => tab.shown().evaluate(count)).toBe('1');
  await tab.goTo(`${origin}/cart`);
  const works = "document.querySelector('main select')?.closest('[inert]') === null";
  await expect.poll(() => tab.shown().evaluate(works)).toBe(true);
}

/** Hovers a link until the browser has prerendered its page. @returns the prerendered page. */
async function turnTo(link: string): Promise<TabPage> {
  await tab.hover(link);
  await expect.poll(() => tab.prepared().length, 'prepared pages').toBe(1);
  const [page] = tab.prepared();
  if (!page) throw new Error('The browser has given the page up');
  const state = 'location.protocol + document.readyState';
  await expect
    .poll(() => page.evaluate(state), 'the page, not the blank one')
    .toBe('http:complete');
  // Lets idle callbacks run.
  await page.evaluate(
    'new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve), { timeout: 2000 }))',
  );
  expect(await page.evaluate('document.prerendering')).toBe(true);
  return page;
}

/** Presses the hovered link and waits until its page is shown. */
async function open(page: TabPage): Promise<void> {
  await tab.press();
  await expect.poll(() => page.prepared, 'nobody sees the page').toBe(false);
  const started = await page.evaluate(
    "performance.getEntriesByType('navigation')[0].activationStart",
  );
  expect(started, 'milliseconds from its preparation until it was shown').toBeGreaterThan(0);
}

function callsOf({ requests }: TabPage): string[] {
  return requests.filter((request) => request.startsWith('/api/'));
}

const textOf = (selector: string) =>
  `document.querySelector(${JSON.stringify(selector)})?.textContent.trim()`;
const count = textOf('[data-cart-count]');
const viewed = "localStorage.getItem('recentlyViewed') ?? ''";

test('a listing whose link is hovered is prerendered, makes no calls until activated, and shows a toast for the next page once', async () => {
  await tab.goTo(`${origin}/accessibility`);
  const leave = "sessionStorage.setItem('nextPageToast', 'You are logged out.')";
  await tab.shown().evaluate(leave);
  const listing = await turnTo('header a[href="/all-products"]');
  expect(callsOf(listing)).toEqual([]);
  expect(tab.reports).toEqual([]);
  await open(listing);
  await expect
    .poll(() => callsOf(listing))
    .toEqual([expect.stringContaining('/api/listing/productListing/')]);
  expect(await listing.evaluate('location.pathname')).toBe('/all-products');
  await expect.poll(() => tab.reports).toEqual(['/all-products says You are logged out.']);
  expect(listing.errors).toEqual([]);
  await tab.goTo(`${origin}/returnpolicy`);
  expect(await tab.shown().evaluate("sessionStorage.getItem('nextPageToast')")).toBeNull();
  expect(tab.reports).toHaveLength(1);
});

test('a prerendered product does not count as viewed; once shown, it checks its stock once, has the current cart and can be bought', async () => {
  await goToFullCart();
  const product = await turnTo('main a[href^="/product-details/"]');
  const name = String(await product.evaluate(textOf('h1')));
  expect(callsOf(product)).toEqual([]);
  expect(await tab.shown().evaluate(viewed)).not.toContain(name);
  // The cart changes after the page was prepared.
  await tab.shown().evaluate(`{
    const quantity = document.querySelector('main [data-line-name]').closest('li').querySelector('select');
    quantity.value = '2';
    quantity.dispatchEvent(new Event('change', { bubbles: true }));
  }`);
  await expect.poll(() => tab.shown().evaluate(count)).toBe('2');

  await open(product);
  await expect.poll(() => product.evaluate(count)).toBe('2');
  expect(await product.evaluate("document.querySelector('[data-cart-count]').hidden")).toBe(false);
  await expect.poll(() => product.evaluate(viewed)).toContain(name);
  await expect.poll(() => callsOf(product)).toEqual([stockLookUp]);
  // React, loaded when the gallery is hovered, makes no request.
  await tab.hover('.product-picker img[fetchpriority=high]');
  await expect
    .poll(() =>
      product.evaluate("'awake' in document.querySelector('[data-product-gallery]').dataset"),
    )
    .toBe(true);
  await product.evaluate(
    'new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 }))',
  );
  expect(callsOf(product)).toEqual([stockLookUp]);

  await tab.hover('.product-picker [data-add]');
  await tab.press();
  await expect.poll(() => tab.shown().evaluate('location.pathname')).toBe('/cart');
  await expect.poll(() => tab.shown().evaluate(count)).toBe('3');
  expect(product.errors).toEqual([]);
});
