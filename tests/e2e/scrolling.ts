import type { Page } from 'playwright/test';

/** Lets the page draw as many frames. */
export async function frames(page: Page, count: number): Promise<void> {
  await page.evaluate(async (left) => {
    for (let frame = 0; frame < left; frame += 1) await new Promise(requestAnimationFrame);
  }, count);
}

/** Jumps to a height of the page, and lets the page answer. */
export async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate((pixels) => window.scrollTo({ top: pixels, behavior: 'instant' }), top);
  await frames(page, 3);
}
