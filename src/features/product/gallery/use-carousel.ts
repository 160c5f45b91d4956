import { type RefObject, useEffect, useRef, useState } from 'react';
import type { RunningCarousel } from './start-carousel.ts';
import { wakingCarousel } from './waking-carousel.ts';

/**
 * Moves the pictures in `container`.
 * @param runs whether there is anything to move, and it is on screen.
 * @returns the index of the picture shown, and what gives the row a command as soon as it can move.
 */
export function useCarousel(container: RefObject<HTMLElement | null>, runs: boolean) {
  const [index, setIndex] = useState(0);
  const start = useRef<(() => Promise<RunningCarousel | null>) | null>(null);

  useEffect(() => {
    if (!runs || !container.current) return undefined;
    const here = new AbortController();
    start.current = wakingCarousel(container.current, setIndex, here.signal);
    return () => here.abort();
  }, [container, runs]);

  async function move(command: (carousel: RunningCarousel) => void): Promise<void> {
    const carousel = await start.current?.();
    if (carousel) command(carousel);
  }

  return { index, move };
}
