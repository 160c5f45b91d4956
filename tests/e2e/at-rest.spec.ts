import type { Page } from 'playwright/test';
import { WorkWatch } from '../support/scheduled-work.ts';
import { comeAgain, tokenOf } from './browser-state.ts';
import { phoneScreen } from './phone-screen.ts';
import { expect, test } from './shop-test.ts';

/** Time for which nothing may happen, in milliseconds. */
const REST_MS = 2000;
/** No timer may be due within this time, in milliseconds. */
const SOON_MS = 60_000;

/** Every kind of page. */
const paths = [
  '/',
  '/all-products',
  '/all-products?sort=price-asc',
  '/product-details/14',
  '/cart',
  '/billing',
  '/login',
  '/account',
  '/returnpolicy',
  '/Faqs',
];

async function frameOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  await session.detach();
  return frameTree.frame.id;
}

test('a page that has loaded schedules nothing: no timer, frame, layout or request', async ({
  page,
  browser,
  account,
  baseURL,
}) => {
  const token = await tokenOf(page, account);
  const watch = new WorkWatch(browser);
  const opened: { path: string; frame: string }[] = [];

  async function open(path: string): Promise<void> {
    const context = await browser.newContext({
      ...(baseURL && { baseURL }),
      viewport: phoneScreen,
      isMobile: true,
      hasTouch: true,
    });
    const visited = await context.newPage();
    if (path !== '/login')
      await comeAgain(visited, { lines: [{ product: 1, colour: 'Bone' }], token });
    await visited.goto(path, { waitUntil: 'networkidle' });
    opened.push({ path, frame: await frameOf(visited) });
  }

  const loading = await watch.during(async () => {
    await Promise.all(paths.map(open));
  }, SOON_MS);
  for (const { path, frame } of opened) expect(loading(frame), path).not.toHaveLength(0);

  await expect
    .poll(async () => {
      const work = await watch.during(
        () => new Promise((resolve) => setTimeout(resolve, REST_MS)),
        SOON_MS,
      );
      return opened
        .map(({ path, frame }) => ({ path, work: work(frame) }))
        .filter((found) => found.work.length > 0);
    })
    .toEqual([]);
});
