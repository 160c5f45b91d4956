import { findChromium } from '#harness/chromium.ts';
import { passE2eSettings } from './e2e-settings.ts';
import { turnOfBrowserTests } from './shared-folder.ts';
import { startWholeShop } from './whole-shop.ts';

/** Builds and starts the whole shop once for all browser tests. */
export default async function setup(): Promise<() => Promise<void>> {
  const browser = await findChromium();
  const shop = await startWholeShop();
  const { close, ...settings } = shop;
  passE2eSettings({ ...settings, browser });
  await turnOfBrowserTests();
  return close;
}
