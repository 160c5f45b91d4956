import type { RunningCarousel } from './start-carousel.ts';

/** Events that signal intent to use the pictures. */
const INTENT_EVENTS = ['pointerenter', 'touchstart', 'focusin'] as const;

/**
 * Scroll position of a row, in pictures. Uses fractional pixels: over a long row, rounding errors would
 * add up until a picture is never reached.
 */
function placeOf(row: HTMLElement): number {
  return row.scrollLeft / Math.max(row.getBoundingClientRect().width, 1);
}

/** Index of the picture in view, from 0. */
function scrolledTo(row: HTMLElement): number {
  return Math.round(placeOf(row));
}

function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

/**
 * Leaves a row of pictures to native scrolling until the shopper interacts with it; only then is Swiper
 * loaded, starting at the picture in view.
 * @param onMove called with the new picture's index, from 0.
 * @param signal stops it.
 * @returns a function that starts Swiper, once; `null` if it could not be loaded or was aborted.
 */
export function wakingCarousel(
  row: HTMLElement,
  onMove: (index: number) => void,
  signal: AbortSignal,
): () => Promise<RunningCarousel | null> {
  const around = row.parentElement ?? row;
  let running: Promise<RunningCarousel | null> | null = null;
  let fingers = 0;

  /** Whether the row is being touched or is still snapping to a picture. */
  function isMoving(): boolean {
    const place = placeOf(row);
    return fingers > 0 || Math.abs(place - Math.round(place)) > 0.01;
  }

  async function load(): Promise<RunningCarousel | null> {
    const { startCarousel } = await import('./start-carousel.ts');
    while (isMoving() && !signal.aborted) await nextFrame();
    if (signal.aborted) return null;
    const carousel = startCarousel(row, scrolledTo(row), onMove);
    signal.addEventListener('abort', () => carousel.stop());
    return carousel;
  }

  function start(): Promise<RunningCarousel | null> {
    running ??= load().catch((error: unknown) => {
      console.error('The carousel did not load', error);
      running = null;
      return null;
    });
    return running;
  }

  const passive = { passive: true, signal };
  function count({ touches }: TouchEvent): void {
    fingers = touches.length;
  }
  for (const intent of INTENT_EVENTS) around.addEventListener(intent, () => void start(), passive);
  for (const touch of ['touchstart', 'touchend', 'touchcancel'] as const)
    row.addEventListener(touch, count, passive);
  row.addEventListener('scroll', () => running ?? onMove(scrolledTo(row)), passive);
  // The row may have been scrolled before these listeners were added.
  onMove(scrolledTo(row));
  return start;
}
