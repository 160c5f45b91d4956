import { type RefObject, useEffect, useState } from 'react';
import { $turn } from './turn.ts';
import type { RunningCarousel } from './start-carousel.ts';
import { wakingCarousel } from './waking-carousel.ts';

function turn(carousel: RunningCarousel, to: string): void {
  if (to === 'next') carousel.next();
  else if (to === 'previous') carousel.previous();
  else carousel.goTo(Number(to));
}

/**
 * Moves the row of pictures in `carousel` on the shopper's request (gallery-turns.ts).
 * @param runs whether there is more than one picture.
 * @returns the current picture's index, from 0.
 */
export function useCarousel(carousel: RefObject<HTMLElement | null>, runs: boolean): number {
  const [index, setIndex] = useState(0);

  useEffect(() => {
    const row = carousel.current?.querySelector<HTMLElement>('.swiper');
    if (!runs || !row) return undefined;
    const lifetime = new AbortController();
    const start = wakingCarousel(row, setIndex, lifetime.signal);
    const unsubscribe = $turn.subscribe((asked) => {
      if (asked?.carousel !== carousel.current) return;
      $turn.set(null);
      void start().then((running) => running && turn(running, asked.to));
    });
    return () => {
      unsubscribe();
      lifetime.abort();
    };
  }, [carousel, runs]);

  return index;
}
