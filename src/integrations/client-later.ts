import type { ClientDirective } from 'astro';

/** Maximum wait for an idle moment, in milliseconds. */
const IDLE_TIMEOUT_MS = 500;

/** Events that start an interaction. */
const INTENT_EVENTS = ['pointerover', 'pointerdown', 'focusin'];

/** Events that end a touch. */
const RELEASE_EVENTS = ['pointerup', 'pointercancel'];

function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: IDLE_TIMEOUT_MS });
  else setTimeout(act, IDLE_TIMEOUT_MS / 5);
}

/** Runs `act` on the first of several events. */
function once(place: EventTarget, names: readonly string[], act: (event: Event) => void): void {
  const listening = new AbortController();
  function first(event: Event): void {
    listening.abort();
    act(event);
  }
  for (const name of names) place.addEventListener(name, first, listening);
}

/** Runs `act` once the shopper starts to interact with `place`, after the next paint. */
export function onIntent(place: EventTarget, act: () => void): void {
  once(place, INTENT_EVENTS, (event) => {
    const touches = event instanceof PointerEvent && event.pointerType === 'touch';
    if (!touches) whenIdle(act);
    else
      once(place, RELEASE_EVENTS, () => requestAnimationFrame(() => setTimeout(whenIdle, 0, act)));
  });
}

/**
 * `client:later="selector"`: an island the page works without. It hydrates when the shopper starts to
 * interact with the closest ancestor that matches the selector. `data-wanted` there: they already have, before
 * this code was loaded.
 */
const later: ClientDirective = (load, { value }, island) => {
  const place = island.closest<HTMLElement>(value) ?? island;
  const hydrate = async () => (await load())();
  if ('wanted' in place.dataset) whenIdle(() => void hydrate());
  else onIntent(place, () => void hydrate());
};

export default later;
