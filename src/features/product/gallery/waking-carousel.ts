import type { RunningCarousel } from './start-carousel.ts';

/** How a shopper turns to the pictures. */
const TURNS = ['pointerenter', 'touchstart', 'focusin'] as const;

/**
 * Where a row that the browser scrolls stands, in pictures from its first. Its width is taken with its
 * fraction of a pixel: the many widths of a long row would add up to a picture that is never reached.
 */
function placeOf(row: HTMLElement): number {
  return row.scrollLeft / Math.max(row.getBoundingClientRect().width, 1);
}

/** The picture that the row shows most of, from 0. */
function scrolledTo(row: HTMLElement): number {
  return Math.round(placeOf(row));
}

function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

/**
 * Has the browser scroll a row of pictures, for which no script is needed, until the shopper turns
 * to it; only then Swiper is loaded, and takes over where the row stands.
 * @param onMove told the index of the picture that is reached, from 0.
 * @param signal ends it.
 * @returns what starts Swiper, once; `null` where it could not be loaded or is not wanted any more.
 */
export function wakingCarousel(
  row: HTMLElement,
  onMove: (index: number) => void,
  signal: AbortSignal,
): () => Promise<RunningCarousel | null> {
  const around = row.parentElement ?? row;
  let running: Promise<RunningCarousel | null> | null = null;
  let fingers = 0;

  /** Whether a finger holds the row, or it still glides to a picture. */
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
  for (const turn of TURNS) around.addEventListener(turn, () => void start(), passive);
  for (const touch of ['touchstart', 'touchend', 'touchcancel'] as const)
    row.addEventListener(touch, count, passive);
  row.addEventListener('scroll', () => running ?? onMove(scrolledTo(row)), passive);
  // It may have been scrolled before there was anybody to listen.
  onMove(scrolledTo(row));
  return start;
}
