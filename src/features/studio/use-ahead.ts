import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { placeIn } from './place.ts';
import type { Place } from './place.ts';
import { orderQuery, ordersQuery } from './queries.ts';

/** Milliseconds that a link is pointed at, or has the focus, before where it leads is fetched: not for every row that a mouse passes. */
const REST_MS = 30;

/** Fetches what a place shows, unless it is known and new. */
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

/**
 * Fetches ahead where a link of the studio leads, once somebody points at it, focuses it or begins to press it. Spread over
 * what holds the links.
 */
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
