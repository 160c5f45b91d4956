import type { Page } from 'playwright/test';

/** Waits for `count` frames. */
export async function frames(page: Page, count: number): Promise<void> {
  await page.evaluate(async (left) => {
    for (let frame = 0; frame < left; frame += 1) await new Promise(requestAnimationFrame);
  }, count);
}

/** Jumps to a scroll position and lets the page react. */
export async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate((pixels) => window.scrollTo({ top: pixels, behavior: 'instant' }), top);
  await frames(page, 3);
}
