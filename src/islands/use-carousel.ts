import { type RefObject, useEffect, useRef, useState } from 'react';
import type { RunningCarousel } from './start-carousel.ts';

/**
 * Brings the pictures in `container` to life while `runs`. Swiper comes only then.
 * @returns the index of the picture shown, the carousel to move it, and whether it has begun.
 */
export function useCarousel(container: RefObject<HTMLElement | null>, runs: boolean) {
  const carousel = useRef<RunningCarousel | null>(null);
  const [started, setStarted] = useState(false);
  const [index, setIndex] = useState(0);

  useEffect(() => {
    if (!runs) return undefined;
    let left = false;
    async function start(): Promise<void> {
      const { startCarousel } = await import('./start-carousel.ts');
      if (left || !container.current) return;
      carousel.current = startCarousel(container.current, setIndex);
      setStarted(true);
    }
    void start();
    return () => {
      left = true;
      carousel.current?.stop();
      carousel.current = null;
    };
  }, [container, runs]);

  return { carousel, started, index };
}
