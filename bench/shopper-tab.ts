import { setTimeout } from 'node:timers/promises';
import type { BrowserLaunch } from '#harness/chromium.ts';
import { openTab, type Tab } from '#harness/tab.ts';
import { type Device, emulate } from './conditions.ts';
import { FrameReport, shownSince, type ShownTimes } from './frame-reports.ts';
import { type Goal, watchFrames } from './watch-frames.ts';

/** A shopper's action on a page. */
export interface Errand extends Omit<Goal, 'counted'> {
  /** Address of the page. */
  address: string;
  /** Script that sets the shopper's stored state. */
  state: string;
  /** Selector of the element to press. */
  target: string;
}

/** Pauses after the page has loaded and after scrolling, in milliseconds. */
const loadedMs = 2000;
const scrolledMs = 1000;
/** Time a mouse hovers before the press, and time a finger or button is held down, in milliseconds. */
const restMs = 90;
const heldMs = 90;
const longestMs = 15_000;

/** A shopper who came with an empty cache and has pressed something. */
export interface ShopperTab {
  /**
   * Waits until enough has been shown since the press, up to a limit.
   * @returns times since the release of the finger, which may still scroll, or the press of the mouse.
   */
  shown(enough: (times: ShownTimes) => boolean): Promise<ShownTimes>;
  /** Presses Back. @returns milliseconds until the previous page was shown. */
  back(): Promise<number | undefined>;
  close(): Promise<void>;
}

async function press(tab: Tab, target: string, { touch }: Device): Promise<void> {
  if (touch) return tab.touch(target, heldMs);
  await tab.hover(target);
  await setTimeout(restMs);
  await tab.press(heldMs);
}

/**
 * Opens a page, looks at it, and presses an element that was not hovered or touched before. Uses its own
 * browser, which prerenders pages as for shoppers: see `openTab`.
 */
export async function openShopperTab(
  launch: BrowserLaunch,
  device: Device,
  { address, state, target, ...errand }: Errand,
): Promise<ShopperTab> {
  const goal: Goal = { ...errand, counted: device.touch ? 'up' : 'down' };
  const tab = await openTab(launch, {
    init: `${state}\n(${watchFrames.toString()})(${JSON.stringify(goal)}, (text) => report(text));`,
    setUp: emulate(device),
  });
  const reports = () => tab.reports.map((text) => FrameReport.parse(JSON.parse(text)));

  async function shownAfter(
    began: () => number | undefined,
    enough: (times: ShownTimes) => boolean,
  ): Promise<ShownTimes> {
    const end = performance.now() + longestMs;
    for (;;) {
      const times = shownSince(began() ?? Infinity, reports());
      if (enough(times) || performance.now() > end) return times;
      await setTimeout(50);
    }
  }

  try {
    await tab.goTo(address);
    await setTimeout(loadedMs);
    await tab.scrollTo(target);
    await setTimeout(scrolledMs);
    await press(tab, target, device);
  } catch (error) {
    await tab.close();
    throw error;
  }
  return {
    shown: (enough) =>
      shownAfter(() => reports().find(({ kind }) => kind === goal.counted)?.time, enough),
    async back() {
      const pressed = await tab.back();
      const times = await shownAfter(
        () => pressed,
        ({ back: returned }) => returned !== undefined,
      );
      return times.back;
    },
    close: () => tab.close(),
  };
}
