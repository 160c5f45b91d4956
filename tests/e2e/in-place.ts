import { expect, type Page } from 'playwright/test';
import { frames } from './scrolling.ts';

/** Waits until the document shows the next page in place. */
export async function untilSwapping(page: Page): Promise<void> {
  await expect(page.locator('html[data-swaps]')).toHaveCount(1);
}

/** Opens a page as a document that shows the next one in place, and marks the document. */
export async function openShop(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await mark(page);
}

/** Marks the document once it shows the next page in place. */
export async function mark(page: Page): Promise<void> {
  await untilSwapping(page);
  await page.evaluate(() => Object.assign(window, { marked: true }));
}

/** Whether the document is still the one marked by `openShop`. */
export function isSameDocument(page: Page): Promise<boolean> {
  return page.evaluate(() => 'marked' in window);
}

/** Paths of the page parts fetched by the document, in order. */
export function fetchedParts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.endsWith('/part.html')),
  );
}

/** Waits until a page is ready to be shown without a request. */
export async function untilPrepared(page: Page, path: string): Promise<void> {
  // Before the shopper does something, only the likeliest pages are fetched.
  await page.keyboard.press('Shift');
  await expect.poll(() => fetchedParts(page)).toContain(`${path}/part.html`);
  // The text arrives in the store a few tasks after the response has ended; on a busy machine idle time can come first.
  await frames(page, 5);
  await page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 })),
  );
}

/** Number of entries in the tab's history. */
export function historyLength(page: Page): Promise<number> {
  return page.evaluate(() => history.length);
}

/** Scroll position, in pixels. */
export function scrollTop(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(scrollY));
}
