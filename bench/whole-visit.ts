import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { BrowserLaunch } from '#harness/chromium.ts';
import { openTab } from '#harness/tab.ts';
import { emulate, phone } from './conditions.ts';
import { inTurns } from './in-turns.ts';
import { median } from './median.ts';
import type { Shop } from './shop.ts';

/** The work and traffic of a visit: listing → product → Add to Cart → cart. */
export interface VisitEffort {
  /** CPU time of all pages' main threads, in milliseconds. */
  cpu: number;
  /** kB received without images, headers included. */
  sent: number;
  requests: number;
}

/** Pause on each page, in milliseconds. */
const lookMs = 1500;
/** Time a finger is held down, in milliseconds. */
const heldMs = 90;
/** Pause between scrolling and touching: a touch on a moving page would only stop it. In milliseconds. */
const scrolledMs = 500;
const longestMs = 15_000;

/** Category and name of the scheduler's tasks, each with its CPU time. */
const category = 'toplevel';
const task = 'ThreadControllerImpl::RunTask';

const TraceEvent = z.object({
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  /** CPU time, in microseconds. */
  tdur: z.number().default(0),
  args: z.object({ name: z.unknown().optional() }).default({}),
});

const threadOf = ({ pid, tid }: { pid: number; tid: number }) => `${pid} ${tid}`;

/** CPU time of the main threads of all renderers, in milliseconds. */
export function mainThreadTime(trace: readonly unknown[]): number {
  const events = trace.map((event) => TraceEvent.parse(event));
  const main = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(threadOf),
  );
  return events
    .filter((event) => event.name === task && main.has(threadOf(event)))
    .reduce((sum, { tdur }) => sum + tdur / 1000, 0);
}

/** Visits a shop on a phone whose CPU is not throttled. @returns undefined if it has no such walk. */
async function takeVisit(launch: BrowserLaunch, shop: Shop): Promise<VisitEffort | undefined> {
  const { origin, pages, walks, adds, count } = shop;
  const { product, cart } = walks;
  const add = adds.product;
  if (!pages.listing || !product || !cart || !add || !count) return undefined;
  const tab = await openTab(launch, { setUp: emulate({ ...phone, cpuSlowdown: 1 }) });
  const visited = new Set([tab.shown()]);

  async function isThere(selector: string): Promise<boolean> {
    return z
      .boolean()
      .parse(await tab.shown().evaluate(`!!document.querySelector(${JSON.stringify(selector)})`));
  }

  /** Touches an element, and looks at what appears. */
  async function touch(selector: string, expected: string): Promise<void> {
    await tab.scrollTo(selector);
    await setTimeout(scrolledMs);
    await tab.touch(selector, heldMs);
    const end = performance.now() + longestMs;
    while (!(await isThere(expected))) {
      if (performance.now() > end) throw new Error(`${expected} never appeared`);
      await setTimeout(100);
    }
    await setTimeout(lookMs);
    visited.add(tab.shown());
  }

  try {
    const trace = await tab.trace([category], async () => {
      await tab.goTo(origin + pages.listing);
      await setTimeout(2 * lookMs);
      await touch(shop.bought ?? product.link, add);
      await touch(add, count);
      const [content = ''] = cart.content;
      // Some shops open the cart by themselves.
      if (!(await isThere(content))) await touch(cart.link, content);
      await setTimeout(lookMs);
    });
    const sessions = [...visited];
    return {
      cpu: mainThreadTime(trace),
      sent: sessions.reduce((sum, { sentWithoutImages }) => sum + sentWithoutImages / 1000, 0),
      requests: sessions.reduce((sum, { requests }) => sum + requests.length, 0),
    };
  } finally {
    await tab.close();
  }
}

/** Visits each shop `runs` times, in turns, after a first visit that fills the CDN's cache. */
export async function measureVisits(
  launch: BrowserLaunch,
  shops: readonly Shop[],
  runs: number,
): Promise<(VisitEffort | undefined)[]> {
  const visit = (shop: Shop) => takeVisit(launch, shop);
  await inTurns(shops, 1, visit);
  const taken = await inTurns(shops, runs, visit);
  return taken.map((visits) => {
    if (visits.length === 0) return undefined;
    const middle = (of: (one: VisitEffort) => number) => Math.round(median(visits.map(of)));
    return {
      cpu: middle(({ cpu }) => cpu),
      sent: middle(({ sent }) => sent),
      requests: middle(({ requests }) => requests),
    };
  });
}
