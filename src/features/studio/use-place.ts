import { useSyncExternalStore } from 'react';
import type { MouseEvent } from 'react';
import { addressOf, placeIn } from './place.ts';
import type { Place } from './place.ts';

const moved = new EventTarget();
let shown = '';
let shownBefore = '';

function subscribe(onMove: () => void): () => void {
  shown = location.pathname + location.search;
  function move(): void {
    shownBefore = shown;
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

/** The address of what was shown before this; '' when the studio has just been opened. */
export function addressBefore(): string {
  return shownBefore;
}

/** Shows another place. @param how `replace` for a change that Back should not undo step by step, as of a search while typing. */
export function goTo(place: Place, how: 'push' | 'replace' = 'push'): void {
  history[how === 'push' ? 'pushState' : 'replaceState'](null, '', addressOf(place));
  moved.dispatchEvent(new Event('move'));
  if (how === 'push') window.scrollTo(0, 0);
}

/** The place that the address names, now and whenever it changes. */
export function usePlace(): Place {
  const search = useSyncExternalStore(
    subscribe,
    () => location.search,
    () => '',
  );
  return placeIn(search);
}

/** What makes a link lead to a place without loading the page again; a new tab still is one. */
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
