import type { Locator, Page } from 'playwright/test';
import { frames } from './scrolling.ts';

interface Point {
  x: number;
  y: number;
}

/** Number of moves in a gesture, one per frame. */
const MOVES = 6;

/** Number of moves that take more than 300 ms. */
export const SLOWLY = 20;

/** Fingers on a page: real browser touches, which also scroll and zoom the page. */
export interface Fingers {
  tap(at: Point): Promise<void>;
  doubleTap(at: Point): Promise<void>;
  swipe(from: Point, to: Point, moves?: number): Promise<void>;
  /**
   * Pinches with two fingers side by side. They touch and leave the screen one after the other, and the first
   * moves a little before the second touches, as on a real phone.
   * @param spread distance of the fingers at the start and at the end.
   */
  pinch(middle: Point, spread: { from: number; to: number }): Promise<void>;
}

export async function fingersOn(page: Page): Promise<Fingers> {
  const screen = await page.context().newCDPSession(page);
  const dispatch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: readonly Point[]) =>
    screen.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(({ x, y }, id) => ({ x, y, id })),
    });

  return {
    async tap(at) {
      await Promise.all([dispatch('touchStart', at), dispatch('touchEnd')]);
    },

    // Sent all at once: on a busy machine, awaiting each would take too long for a double tap.
    async doubleTap(at) {
      await Promise.all([
        dispatch('touchStart', at),
        dispatch('touchEnd'),
        dispatch('touchStart', at),
        dispatch('touchEnd'),
      ]);
    },

    async swipe(from, to, moves = MOVES) {
      await dispatch('touchStart', from);
      for (let move = 1; move <= moves; move += 1) {
        await frames(page, 1);
        const part = move / moves;
        await dispatch('touchMove', {
          x: from.x + (to.x - from.x) * part,
          y: from.y + (to.y - from.y) * part,
        });
      }
      await dispatch('touchEnd');
    },

    async pinch({ x, y }, { from, to }) {
      const left = (spread: number) => ({ x: x - spread / 2, y });
      const right = (spread: number) => ({ x: x + spread / 2, y });
      const outwards = Math.sign(to - from);
      await dispatch('touchStart', left(from - 12 * outwards));
      await frames(page, 1);
      await dispatch('touchMove', left(from));
      await frames(page, 1);
      await dispatch('touchStart', left(from), right(from));
      for (let move = 1; move <= MOVES; move += 1) {
        await frames(page, 1);
        const spread = from + ((to - from) * move) / MOVES;
        await dispatch('touchMove', left(spread), right(spread));
      }
      await frames(page, 1);
      await dispatch('touchEnd', left(to));
      await frames(page, 1);
      await dispatch('touchEnd');
    },
  };
}

/** Duration of a tap, in milliseconds. */
const TAP_MS = 90;

/**
 * Puts a finger on a link or button.
 * @returns a function that lifts it. The events' timestamps say that the finger was down for that many
 *   milliseconds, however long a busy machine took.
 */
export async function touch(page: Page, target: Locator): Promise<() => Promise<unknown>> {
  const box = await target.boundingBox();
  if (!box) throw new Error('Nothing there to be touched');
  const phone = await page.context().newCDPSession(page);
  const timestamp = Date.now() / 1000;
  await phone.send('Input.dispatchTouchEvent', {
    type: 'touchStart',
    touchPoints: [{ x: box.x + box.width / 2, y: box.y + 5 }],
    timestamp,
  });
  return () =>
    phone.send('Input.dispatchTouchEvent', {
      type: 'touchEnd',
      touchPoints: [],
      timestamp: timestamp + TAP_MS / 1000,
    });
}
