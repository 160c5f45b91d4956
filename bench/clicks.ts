import type { Browser } from 'playwright';
import { openPhone } from './conditions.ts';

/** Reports when a press happened and when the header's count stood on screen, in Unix time. */
const watchCount = `
  addEventListener('click', (event) => reportPress(performance.timeOrigin + event.timeStamp), true);
  const report = () => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => reportCount(performance.timeOrigin + performance.now());
    port2.postMessage(null);
  });
  addEventListener('DOMContentLoaded', () => {
    const count = document.querySelector('[data-cart-count]');
    if (!count) return;
    if (!count.hidden) report();
    new MutationObserver(() => count.hidden || report()).observe(count, { attributes: true });
  });`;

const settleMs = 3000;

/** Milliseconds from the press on Add to Cart until the header's count has been painted. */
export async function timeAddToCart(browser: Browser, address: string): Promise<number> {
  const phone = await openPhone(browser, watchCount);
  const { page } = phone;
  let pressed = 0;
  try {
    await page.exposeFunction('reportPress', (time: number) => (pressed = time));
    const shown = new Promise<number>((resolve) => {
      void page.exposeFunction('reportCount', resolve);
    });
    await page.goto(address, { waitUntil: 'load', timeout: 60_000 });
    await page.waitForTimeout(settleMs);
    await page
      .getByRole('button', { name: /^Add to Cart/i })
      .first()
      .tap();
    return (await shown) - pressed;
  } finally {
    await phone.close();
  }
}

/** What a page knows of its first paint, counted from when it was shown, in Unix time. */
const paintTime = `new Promise((resolve) => {
  const { activationStart } = performance.getEntriesByType('navigation')[0];
  new PerformanceObserver((list) => {
    const paint = list.getEntriesByName('first-contentful-paint')[0];
    if (paint) resolve(performance.timeOrigin + Math.max(paint.startTime, activationStart));
  }).observe({ type: 'paint', buffered: true });
})`;

/**
 * Milliseconds from the press on a link until the next page has painted, when the shopper's pointer
 * lay on the link before, so that the page could be fetched in advance.
 */
export async function timeNextPage(
  browser: Browser,
  address: string,
  link: string,
): Promise<number> {
  const watch = `addEventListener('click', (event) => {
    reportPress(performance.timeOrigin + event.timeStamp);
  }, true);`;
  const phone = await openPhone(browser, watch);
  const { page } = phone;
  let pressed = 0;
  try {
    await page.exposeFunction('reportPress', (time: number) => (pressed = time));
    await page.goto(address, { waitUntil: 'load', timeout: 60_000 });
    const target = page.locator(link).first();
    await target.scrollIntoViewIfNeeded();
    await target.hover();
    await page.waitForTimeout(settleMs);
    const left = page.waitForURL((url) => url.href !== address, { waitUntil: 'commit' });
    await Promise.all([left, target.click()]);
    return Number(await page.evaluate(paintTime)) - pressed;
  } finally {
    await phone.close();
  }
}
