import type { Browser, CDPSession, Page } from 'playwright';

/** The emulated conditions of all limits: a phone on a slow connection. */
export const conditions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  /** Milliseconds from request to first byte, added by the browser. */
  latency: 150,
  /** Bytes per second: 1.6 Mbps down, 750 kbps up. */
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
  /** CPU throttling factor. */
  cpuSlowdown: 4,
} as const;

export interface PhonePage {
  page: Page;
  session: CDPSession;
  close(): Promise<void>;
}

/** Opens a phone with an empty cache. @param init runs in every page before its own scripts. */
export async function openPhone(browser: Browser, init: string): Promise<PhonePage> {
  const { viewport, deviceScaleFactor, latency, downloadThroughput, uploadThroughput } = conditions;
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor,
    isMobile: true,
    hasTouch: true,
    locale: 'en-GB',
  });
  await context.addInitScript(init);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput,
    uploadThroughput,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: conditions.cpuSlowdown });
  return { page, session, close: () => context.close() };
}
