import { setTimeout } from 'node:timers/promises';
import type { Browser, Locator } from 'playwright';
import { type BrowserLaunch, findChromium } from '#harness/chromium.ts';
import type { Send } from '#harness/devtools.ts';
import { openTab } from '#harness/tab.ts';
import { afterFrame } from './after-frame.ts';
import { conditions, openPhone, type PhonePage } from './conditions.ts';

/** Reports how long after a press the header's count stood on screen, in milliseconds. */
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
/** How long a finger or button stays down. What the browser does meanwhile keeps nobody waiting. */
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

/** Milliseconds from the press on Add to Cart until the header's count has been painted. */
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

/** How the page after a link came. */
export interface NextPage {
  /** Milliseconds from the press on the link until it was on screen. */
  time: number;
  /** The browser had it prepared (prerendered) when the link was pressed. */
  prepared: boolean;
}

/**
 * Reports when a press happened and when the page after it stood on screen, in Unix time: its first
 * contentful paint, or, where the browser had it prepared, the end of its first frame since it was
 * shown. The latter is the page's own time; what the screen takes to show the frame is not in it.
 */
const watchPress = `${afterFrame}
  const say = (kind, time) => report(kind + ' ' + (performance.timeOrigin + time));
  addEventListener('click', ({ timeStamp }) => say('pressed', timeStamp), true);
  if (document.prerendering) {
    document.addEventListener('prerenderingchange', () =>
      afterFrame(() => say('prepared', performance.now())));
  } else {
    new PerformanceObserver((list) => {
      const paint = list.getEntriesByName('first-contentful-paint')[0];
      if (paint) say('painted', paint.startTime);
    }).observe({ type: 'paint', buffered: true });
  }`;

/** Makes a page that of the phone on its slow connection. */
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

/** Waits for what a page is still to report. @throws Error when it does not come within a minute. */
async function reported(reports: readonly string[], kinds: RegExp): Promise<[string, number]> {
  const end = performance.now() + 60_000;
  while (performance.now() < end) {
    const [kind = '', time] = reports.find((text) => kinds.test(text))?.split(' ') ?? [];
    if (time) return [kind, Number(time)];
    await setTimeout(20);
  }
  throw new Error('The next page did not come on screen');
}

/**
 * How the next page comes when the shopper's pointer lay on its link before the press, so that the
 * browser could prepare it. In a browser of its own: see `openTab`.
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
