import type { ClientDirective } from 'astro';

/** Longest wait for a moment in which the browser has nothing better to do, in milliseconds. */
const PATIENCE_MS = 500;

/** How a shopper begins to interact. */
const INTENT_EVENTS = ['pointerover', 'pointerdown', 'focusin'];

/** How a touch ends. */
const RELEASE_EVENTS = ['pointerup', 'pointercancel'];

function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: PATIENCE_MS });
  else setTimeout(act, PATIENCE_MS / 5);
}

/** Acts at the first of some events. */
function once(place: EventTarget, names: readonly string[], act: (event: Event) => void): void {
  const listening = new AbortController();
  function first(event: Event): void {
    listening.abort();
    act(event);
  }
  for (const name of names) place.addEventListener(name, first, listening);
}

/** Acts once the shopper begins to interact with a place, after whatever they press has been painted. */
export function onIntent(place: EventTarget, act: () => void): void {
  once(place, INTENT_EVENTS, (event) => {
    const touches = event instanceof PointerEvent && event.pointerType === 'touch';
    if (!touches) whenIdle(act);
    else
      once(place, RELEASE_EVENTS, () => requestAnimationFrame(() => setTimeout(whenIdle, 0, act)));
  });
}

/**
 * `client:later="selector"`: an island whose page can be used without it. React comes when the shopper
 * begins to interact with what the selector names around the island.
 */
const later: ClientDirective = (load, { value }, island) => {
  onIntent(island.closest(value) ?? island, async () => (await load())());
};

export default later;
