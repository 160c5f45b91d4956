import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from 'playwright/test';
import { everyFileLate, fileKinds, LATE_MS, startLateShop } from '#harness/late-shop.ts';
import { type Shift, shiftsOf, watchShifts } from '../support/layout-shifts.ts';
import { readE2eSettings } from '../support/e2e-settings.ts';
import { runsWhole } from '../support/long-suites.ts';
import { comeAgain, tokenOf } from './browser-state.ts';
import { frames } from './scrolling.ts';
import { expect, test } from './shop-test.ts';

/** Cumulative layout shift: a tenth of what https://web.dev/articles/cls calls good. */
const MOST = 0.01;
/**
 * Limit for pages of text, where a paragraph may get another line when its font comes late: the fallback is
 * as wide on average, not in every sentence (src/styles/fonts.css). Enlarged text stays in the fallback.
 */
const ONE_LINE = 0.03;
/** Visits at once: they mostly wait. */
const AT_ONCE = 4;
/** Time without a change that ends a visit, in milliseconds. */
const REST_MS = 300;

/** Letters of fractional width, as everywhere but in Chromium on Linux, which otherwise rounds each to a pixel. */
const flags = ['--font-render-hinting=none'];
const { browser: launched } = readE2eSettings();
test.use({
  launchOptions: { ...launched, args: [...(launched?.args ?? []), ...flags] },
});

const lines = [{ product: 1, colour: 'Bone', quantity: 2 }];

/** Every kind of page. */
const pages: readonly {
  path: string;
  /** Visited without a login and with an empty cart. */
  guest?: true;
  text?: true;
  /** Laid out like another page, so visited in the long suite only. */
  long?: true;
}[] = [
  { path: '/' },
  { path: '/all-products' },
  { path: '/all-products?sort=price-asc' },
  { path: '/productListing/1', long: true },
  { path: '/product-details/14' },
  { path: '/product-details/16?colour=2' },
  { path: '/cart' },
  { path: '/cart', guest: true },
  { path: '/billing' },
  { path: '/login', guest: true },
  { path: '/forgot-password', guest: true, text: true, long: true },
  { path: '/account' },
  { path: '/order' },
  { path: '/withdraw', text: true },
  { path: '/complaint', text: true, long: true },
  { path: '/termsandconditions', text: true, long: true },
  { path: '/Faqs', text: true },
  { path: '/launch' },
  { path: '/nothing-here', text: true, long: true },
];

const ENLARGED = 'with text of 200 %';

/** How the shopper's browser differs. */
const browsers = {
  usual: async () => undefined,
  slow: async (page: Page) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  },
  'without storage': (page: Page) =>
    page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('Storage is blocked', 'SecurityError');
          },
        });
      Object.defineProperty(Document.prototype, 'cookie', { value: '', writable: true });
    }),
  [ENLARGED]: (page: Page) =>
    page.addInitScript(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('html { font-size: 200% }');
      document.adoptedStyleSheets.push(sheet);
    }),
} satisfies Record<string, (page: Page) => Promise<unknown>>;

type BrowserName = keyof typeof browsers;

const delays: Readonly<Record<string, (pathname: string) => number>> = {
  'every file': everyFileLate,
  ...Object.fromEntries(
    Object.entries(fileKinds).map(([kind, paths]) => [
      kind,
      (pathname: string) => (paths.test(pathname) ? LATE_MS : 0),
    ]),
  ),
};

interface Visit {
  address: string;
  width: number;
  prepare(page: Page): Promise<unknown>;
}

/** Visits a page until it is at rest. */
async function visit(browser: Browser, { address, width, prepare }: Visit): Promise<Shift[]> {
  const isPhone = width < 700;
  const context = await browser.newContext({
    viewport: { width, height: isPhone ? 844 : 900 },
    isMobile: isPhone,
    hasTouch: isPhone,
    locale: 'en-GB',
  });
  const page = await context.newPage();
  await watchShifts(page);
  await prepare(page);
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.evaluate(async () => document.fonts.ready.then(() => undefined));
  await setTimeout(REST_MS);
  const shifts = await shiftsOf(page);
  await context.close();
  return shifts;
}

function describe({ value, time, moved }: Shift): string {
  return `${value.toFixed(4)} after ${time} ms: ${moved.join('; ')}`;
}

/** `npm test` visits half of the pages on a phone, the others at a desk. */
const widths = runsWhole ? [360, 390, 768, 1440] : [390, 1440];
const lateness = runsWhole ? Object.keys(delays) : ['every file'];
const names: BrowserName[] = runsWhole ? ['usual', 'slow', 'without storage', ENLARGED] : ['usual'];

for (const [half, width] of widths.entries())
  for (const name of names)
    for (const late of lateness)
      test(`nothing moves at ${width} px in a browser ${name} when ${late} comes late`, async ({
        page,
        browser,
        account,
        baseURL,
      }) => {
        const token = await tokenOf(page, account);
        const shop = await startLateShop(baseURL ?? '', delays[late] ?? everyFileLate);
        const left = pages
          .filter(({ long }) => runsWhole || !long)
          .filter((_, place) => runsWhole || place % widths.length === half)
          .values();
        const moved: string[] = [];
        async function visitNext(): Promise<void> {
          for (const { path, guest, text } of left) {
            const shifts = await visit(browser, {
              address: shop.url + path,
              width,
              async prepare(visited) {
                await browsers[name](visited);
                if (!guest && name !== 'without storage')
                  await comeAgain(visited, { lines, token, form: true });
              },
            });
            const sum = shifts.reduce((total, { value }) => total + value, 0);
            if (sum > (text && name !== ENLARGED ? ONE_LINE : MOST))
              moved.push(`${path}: ${shifts.map(describe).join('\n  ')}`);
          }
        }
        await Promise.all(Array.from({ length: AT_ONCE }, visitNext));
        await shop.close();
        expect(moved).toEqual([]);
      });

for (const last of ['orders', 'email'] as const)
  test(`nothing moves in the account when the answer about ${last} comes last`, async ({
    page,
    account,
  }) => {
    const answer = Promise.withResolvers<void>();
    const [late, early] =
      last === 'orders'
        ? [/account\/orders/, /account\/email/]
        : [/account\/email/, /account\/orders/];
    await page.route(late, async (route) => {
      await answer.promise;
      await route.continue();
    });
    await comeAgain(page, { token: await tokenOf(page, account) });
    await watchShifts(page);
    const first = page.waitForResponse(early);
    await page.goto('/account');
    await first;
    await frames(page, 3);
    answer.resolve();
    await expect(page.getByRole('heading', { name: 'Confirm your e-mail address' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Our News' })).toBeVisible();
    await frames(page, 3);
    const shifts = await shiftsOf(page);
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    expect(sum, shifts.map(describe).join('\n')).toBeLessThanOrEqual(MOST);
  });
