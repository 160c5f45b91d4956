import Swiper from 'swiper';
import { handOverWhileZoomed, isPageZoomed } from '../picker/page-zoom.ts';

/** Duration of a slide (spec, section 9). */
const SLIDE_MS = 500;

/** Share of a picture that a swipe of 300 ms and more must cover; by default half of it. */
const SLOW_SWIPE = 0.25;

/** A running carousel. */
export interface RunningCarousel {
  previous(): void;
  next(): void;
  /** @param index of a picture, from 0. */
  goTo(index: number): void;
  /** Restores the row. */
  stop(): void;
}

/**
 * Starts Swiper on a row of pictures. The caller provides arrows and dots, so that only Swiper's core is
 * needed.
 * @param index of the picture in view, from 0: the row may have been scrolled natively.
 * @param onMove called with the index of the new picture, from 0.
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

  // Two fingers, or one on a zoomed page, are the browser's: Swiper would take them for a swipe.
  const lifetime = new AbortController();
  container.addEventListener(
    'pointerdown',
    ({ isPrimary }) => {
      swiper.allowTouchMove = isPrimary && !isPageZoomed();
      if (isPrimary) return;
      // The first finger had moved the pictures already: its swipe is off.
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
