import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * Scales a screen down to fit into its box.
 * @param width screen width in CSS pixels.
 * @returns the box's ref and the factor, at most 1.
 */
export function useScale(width: number): { box: RefObject<HTMLDivElement | null>; scale: number } {
  const box = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(width);
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? width));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [width]);
  return { box, scale: Math.min(1, room / width) };
}
