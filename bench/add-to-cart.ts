import type { BrowserLaunch } from '#harness/chromium.ts';
import { phone } from './conditions.ts';
import type { PageName, Shop } from './shop.ts';
import { openShopperTab } from './shopper-tab.ts';

/**
 * Taps a page's Add to Cart button on a phone.
 * @returns milliseconds until the header shows the count; undefined if it never does, or without such a
 *   button.
 */
export async function timeAddToCart(
  launch: BrowserLaunch,
  { origin, pages, adds, count }: Shop,
  page: PageName,
): Promise<number | undefined> {
  const target = adds[page];
  const path = pages[page];
  if (path === undefined || target === undefined || count === undefined) return undefined;
  const tab = await openShopperTab(launch, phone, {
    address: origin + path,
    state: '',
    target,
    content: [count],
    back: target,
    pictures: false,
  });
  try {
    const { content } = await tab.shown((times) => times.content !== undefined);
    return content;
  } finally {
    await tab.close();
  }
}
