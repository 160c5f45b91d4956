import Swiper from 'swiper';
import { handOverWhileZoomed, isPageZoomed } from './page-zoom.ts';

/** Duration of a slide (spec, section 9). */
const SLIDE_MS = 500;

/** Share of a picture that a swipe of 300 ms or more must cover; Swiper's default is half. */
const SLOW_SWIPE = 0.25;

/** A running carousel. */
export interface RunningCarousel {
  previous(): void;
  next(): void;
  /** @param index a picture's index, from 0. */
  goTo(index: number): void;
  /** Stops Swiper and restores the row. */
  stop(): void;
}

/**
 * Starts Swiper on a row of pictures. The caller provides arrows and dots, so that only Swiper's core is
 * needed.
 * @param index the current picture's index, from 0: the row may have been scrolled natively.
 * @param onMove called with the new picture's index, from 0.
 */
export function startCarousel(
  container: HTMLElement,
  index: number,
  onMove: (index: number) => void,
): RunningCarousel {
  const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const swiper = new Swiper(container, {
    initialSlide: index,
    loop: true,
    speed: reducedMotion ? 0 : SLIDE_MS,
    longSwipesRatio: SLOW_SWIPE,
    on: { realIndexChange: ({ realIndex }) => onMove(realIndex) },
  });
  // Swiper translates the row inside the container, so native scrolling must be reset.
  container.scrollLeft = 0;

  // Two fingers, or one on a zoomed page, belong to the browser: Swiper would treat them as a swipe.
  const lifetime = new AbortController();
  container.addEventListener(
    'pointerdown',
    ({ isPrimary }) => {
      swiper.allowTouchMove = isPrimary && !isPageZoomed();
      if (isPrimary) return;
      // The first finger has already moved the pictures: cancel its swipe.
      swiper.swipeDirection = undefined;
      swiper.slideReset();
    },
    { capture: true, signal: lifetime.signal },
  );
  handOverWhileZoomed(container, lifetime.signal);

  return {
    previous: () => swiper.slidePrev(),
    next: () => swiper.slideNext(),
    goTo: (picture) => swiper.slideToLoop(picture),
    stop() {
      lifetime.abort();
      swiper.destroy();
    },
  };
}
