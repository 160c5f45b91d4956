import type { Page } from 'playwright';

/** A page counts as idle after this many milliseconds without a request. */
const quietMs = 1500;
const longestMs = 30_000;

/** Opens a page and waits until it is idle, up to a limit. */
export async function openUntilIdle(page: Page, address: string): Promise<void> {
  let lastRequest = performance.now();
  const note = () => {
    lastRequest = performance.now();
  };
  page.on('request', note);
  page.on('response', note);
  page.on('requestfinished', note);
  const began = performance.now();
  await page.goto(address, { waitUntil: 'load', timeout: 60_000 });
  const loaded = performance.now();
  while (
    performance.now() - Math.max(lastRequest, loaded) < quietMs &&
    performance.now() - began < longestMs
  ) {
    await page.waitForTimeout(200);
  }
}
