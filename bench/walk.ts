import { setTimeout } from 'node:timers/promises';
import type { BrowserLaunch } from '#harness/chromium.ts';
import type { Device } from './conditions.ts';
import type { ShownTimes } from './frame-reports.ts';
import { type Shop, stateFor, type WalkName, walkStarts } from './shop.ts';
import { openShopperTab } from './shopper-tab.ts';

/** Pause on the next page before pressing Back, in milliseconds. */
const lookMs = 1200;

/** Follows the link to a page and comes back. @returns undefined if the shop has no such link. */
export async function takeWalk(
  launch: BrowserLaunch,
  device: Device,
  shop: Shop,
  to: WalkName,
): Promise<ShownTimes | undefined> {
  const from = walkStarts[to];
  const path = shop.pages[from];
  const walk = shop.walks[to];
  if (path === undefined || !walk) return undefined;
  const { link, content, back } = walk;
  const state = stateFor(shop, to);
  const tab = await openShopperTab(launch, device, {
    address: shop.origin + path,
    state,
    target: link,
    content,
    back,
    pictures: true,
  });
  try {
    await tab.shown(({ picture }) => picture !== undefined);
    await setTimeout(lookMs);
    const times = await tab.shown(() => true);
    return { ...times, back: await tab.back() };
  } finally {
    await tab.close();
  }
}
