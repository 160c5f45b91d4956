import { setTimeout } from 'node:timers/promises';
import type { Browser, Locator } from 'playwright';
import { type BrowserLaunch, findChromium } from '#harness/chromium.ts';
import type { Send } from '#harness/devtools.ts';
import { openTab } from '#harness/tab.ts';
import { afterFrame } from './after-frame.ts';
import { conditions, openPhone, type PhonePage } from './conditions.ts';

/** Reports the time from a click until the header's count is painted, in milliseconds. */
const watchCount = `${afterFrame}
  let pressed = 0;
  addEventListener('click', ({ timeStamp }) => (pressed = timeStamp), true);
  const report = () => afterFrame(() => reportCount(performance.now() - pressed));
  addEventListener('DOMContentLoaded', () => {
    const count = document.querySelector('[data-cart-count]');
    if (!count) return;
    new MutationObserver(() => count.hidden || report()).observe(count, { attributes: true });
  });`;

const settleMs = 3000;
/** How long a finger or button is held down. Work during it is not measured. */
const pressMs = 80;

async function tap({ page, session }: PhonePage, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('There is nothing to tap');
  const finger = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [finger] });
  await page.waitForTimeout(pressMs);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Milliseconds from the click on Add to Cart until the header's count is painted. */
export async function timeAddToCart(browser: Browser, address: string): Promise<number> {
  const phone = await openPhone(browser, watchCount);
  const { page } = phone;
  try {
    const shown = new Promise<number>((resolve) => {
      void page.exposeFunction('reportCount', resolve);
    });
    await page.goto(address, { waitUntil: 'load', timeout: 60_000 });
    await page.waitForTimeout(settleMs);
    await tap(phone, page.getByRole('button', { name: /^Add to Cart/i }).first());
    return await shown;
  } finally {
    await phone.close();
  }
}

/** The navigation to the next page. */
export interface NextPage {
  /** Milliseconds from the click on the link until the page was on screen. */
  time: number;
  /** Whether the browser had prerendered it when the link was clicked. */
  prepared: boolean;
}

/**
 * Reports the times of the click and of the next page being on screen, in Unix time: its first
 * contentful paint, or, if prerendered, the end of its first frame after activation. The latter is
 * the page's own time, without the display's latency.
 */
const watchPress = `${afterFrame}
  const send = (kind, time) => report(kind + ' ' + (performance.timeOrigin + time));
  addEventListener('click', ({ timeStamp }) => send('pressed', timeStamp), true);
  if (document.prerendering) {
    document.addEventListener('prerenderingchange', () =>
      afterFrame(() => send('prepared', performance.now())));
  } else {
    new PerformanceObserver((list) => {
      const paint = list.getEntriesByName('first-contentful-paint')[0];
      if (paint) send('painted', paint.startTime);
    }).observe({ type: 'paint', buffered: true });
  }`;

/** Emulates the phone and its slow connection. */
function asPhone(send: Send): Promise<unknown>[] {
  const { viewport, deviceScaleFactor, latency, downloadThroughput, uploadThroughput } = conditions;
  return [
    send('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor, mobile: true }),
    send('Emulation.setTouchEmulationEnabled', { enabled: true }),
    send('Emulation.setCPUThrottlingRate', { rate: conditions.cpuSlowdown }),
    send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput,
      uploadThroughput,
    }),
  ];
}

let launch: Promise<BrowserLaunch> | undefined;

/** Waits for a page's report. @throws Error when there is none within a minute. */
async function reported(reports: readonly string[], kinds: RegExp): Promise<[string, number]> {
  const end = performance.now() + 60_000;
  while (performance.now() < end) {
    const [kind = '', time] = reports.find((text) => kinds.test(text))?.split(' ') ?? [];
    if (time) return [kind, Number(time)];
    await setTimeout(20);
  }
  throw new Error('The next page was not shown');
}

/**
 * Times the navigation by a link that was hovered before the click, so that the browser could
 * prerender its page. In a separate browser: see `openTab`.
 */
export async function timeNextPage(address: string, link: string): Promise<NextPage> {
  launch ??= findChromium();
  const tab = await openTab(await launch, { init: watchPress, setUp: asPhone });
  try {
    await tab.goTo(address);
    await tab.hover(link);
    await setTimeout(settleMs);
    tab.reports.length = 0;
    await tab.press(pressMs);
    const [, pressed] = await reported(tab.reports, /^pressed/);
    const [kind, shown] = await reported(tab.reports, /^(prepared|painted)/);
    return { time: shown - pressed, prepared: kind === 'prepared' };
  } finally {
    await tab.close();
  }
}
