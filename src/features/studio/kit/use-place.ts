import { useSyncExternalStore } from 'react';
import type { MouseEvent } from 'react';
import { addressOf, placeIn } from './place.ts';
import type { Place } from './place.ts';

const moved = new EventTarget();
let shown = '';
let left = '';

function subscribe(onMove: () => void): () => void {
  shown = location.pathname + location.search;
  function move({ type }: Event): void {
    left = type === 'popstate' ? shown : '';
    shown = location.pathname + location.search;
    onMove();
  }
  moved.addEventListener('move', move);
  window.addEventListener('popstate', move);
  return () => {
    moved.removeEventListener('move', move);
    window.removeEventListener('popstate', move);
  };
}

/** URL of the place that Back or Forward has just left; `''` after other moves. */
export function addressLeft(): string {
  return left;
}

/** Shows another place. @param how `replace` for changes that Back should skip, such as a search while typing. */
export function goTo(place: Place, how: 'push' | 'replace' = 'push'): void {
  history[how === 'push' ? 'pushState' : 'replaceState'](null, '', addressOf(place));
  moved.dispatchEvent(new Event('move'));
  if (how === 'push') window.scrollTo(0, 0);
}

/** The place of the current URL. */
export function usePlace(): Place {
  const search = useSyncExternalStore(
    subscribe,
    () => location.search,
    () => '',
  );
  return placeIn(search);
}

/** Link props that show a place without a page load; modified clicks still open a new tab. */
export function linkTo(place: Place) {
  return {
    href: addressOf(place),
    onClick: (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      goTo(place);
    },
  };
}
