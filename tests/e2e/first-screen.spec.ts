import type { Page } from 'playwright/test';
import { scrollTop, untilSwapping } from './in-place.ts';
import { scrollTo } from './scrolling.ts';
import { expect, test } from './shop-test.ts';

/** Records for each frame whether content below the home page's first screen is laid out. */
function watchBelow(): void {
  const seen: string[] = [];
  Object.assign(window, { belowSeen: seen });
  const look = () => {
    const below = document.querySelector('main [data-below]');
    const now = below && getComputedStyle(below).display;
    if (now && seen.at(-1) !== now) seen.push(now);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function belowSeen(page: Page): Promise<unknown> {
  return page.evaluate(() => Reflect.get(window, 'belowSeen'));
}

test('a phone lays out content below the first screen one frame later, unless the page is reloaded further down or restored by Back @phone', async ({
  page,
}) => {
  await page.addInitScript(watchBelow);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'New Arrivals' })).toBeVisible();
  await expect.poll(() => belowSeen(page)).toEqual(['none', 'block']);

  await test.step('a page reloaded further down keeps its position and is laid out at once', async () => {
    await untilSwapping(page);
    await scrollTo(page, 2500);
    await page.reload();
    await expect.poll(() => scrollTop(page)).toBe(2500);
    await expect.poll(() => belowSeen(page)).toEqual(['block']);
  });

  await test.step('a page restored by Back hides nothing', async () => {
    await untilSwapping(page);
    await scrollTo(page, 0);
    await page.getByRole('link', { name: 'Shop Now' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'All Products' })).toBeVisible();
    await page.evaluate(watchBelow);
    await page.goBack();
    await expect(page.getByRole('link', { name: 'Shop Now' })).toBeInViewport();
    await expect.poll(() => belowSeen(page)).toEqual(['block']);
  });
});

test('scrolls to a fragment below the first screen @phone', async ({ page }) => {
  await page.goto('/#featured');
  await expect(page.getByRole('heading', { name: 'Featured' })).toBeInViewport();
});
