import Swiper from 'swiper';

/** How long a slide takes (spec, section 9). */
const SLIDE_MS = 500;

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
 * Starts Swiper on a row of pictures. Arrows and dots are the caller's, so that only Swiper's core is
 * needed.
 * @param index of the picture that the row shows now, from 0: the browser may have scrolled it.
 * @param onMove told the index of the picture that is reached, from 0.
 */
export function startCarousel(
  container: HTMLElement,
  index: number,
  onMove: (index: number) => void,
): RunningCarousel {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const swiper = new Swiper(container, {
    initialSlide: index,
    loop: true,
    speed: calm ? 0 : SLIDE_MS,
    on: { realIndexChange: ({ realIndex }) => onMove(realIndex) },
  });
  // Swiper moves the row inside the container, which the browser had scrolled until now.
  container.scrollLeft = 0;
  return {
    previous: () => swiper.slidePrev(),
    next: () => swiper.slideNext(),
    goTo: (picture) => swiper.slideToLoop(picture),
    stop: () => swiper.destroy(),
  };
}
