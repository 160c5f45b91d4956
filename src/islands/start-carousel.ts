import Swiper from 'swiper';

/** How long a slide takes (spec, section 9). */
const SLIDE_MS = 500;

/** A row of pictures that moves. */
export interface RunningCarousel {
  previous(): void;
  next(): void;
  /** @param index of a picture, from 0. */
  goTo(index: number): void;
  /** Leaves the row as it was. */
  stop(): void;
}

/**
 * Brings a row of pictures to life. Arrows and dots are the caller's, so that of Swiper only the
 * core is needed.
 * @param onMove told the index of the picture that is reached, from 0.
 */
export function startCarousel(
  container: HTMLElement,
  onMove: (index: number) => void,
): RunningCarousel {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const swiper = new Swiper(container, {
    loop: true,
    speed: calm ? 0 : SLIDE_MS,
    on: { realIndexChange: ({ realIndex }) => onMove(realIndex) },
  });
  return {
    previous: () => swiper.slidePrev(),
    next: () => swiper.slideNext(),
    goTo: (index) => swiper.slideToLoop(index),
    stop: () => swiper.destroy(),
  };
}
