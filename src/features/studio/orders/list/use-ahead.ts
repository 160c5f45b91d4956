import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { placeIn } from '../../kit/place.ts';
import type { Place } from '../../kit/place.ts';
import { orderQuery, ordersQuery } from '../queries.ts';

/** Hover or focus time before a link's place is prefetched, in ms: skips rows that a mouse only passes. */
const REST_MS = 30;

/** Prefetches a place, unless it is cached and fresh. */
export function usePrefetch(): (place: Place) => void {
  const client = useQueryClient();
  return useCallback(
    (place) => {
      if (place.at === 'list') void client.prefetchQuery(ordersQuery(place));
      if (place.at === 'order' || place.at === 'checkout')
        void client.prefetchQuery(orderQuery(place));
    },
    [client],
  );
}

/** Prefetches the place of a link on hover, focus and press. Spread the handlers over an element around the links. */
export function useAhead() {
  const prefetch = usePrefetch();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function ahead({ target }: { target: EventTarget }, rest: number): void {
    clearTimeout(timer.current);
    const link = target instanceof Element ? target.closest('a[href^="/studio?"]') : null;
    if (!(link instanceof HTMLAnchorElement)) return;
    timer.current = setTimeout(() => prefetch(placeIn(link.search)), rest);
  }

  return {
    onPointerOver: (event: { target: EventTarget }) => ahead(event, REST_MS),
    onFocus: (event: { target: EventTarget }) => ahead(event, REST_MS),
    onPointerDown: (event: { target: EventTarget }) => ahead(event, 0),
  };
}
