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
function once(place: Element, names: readonly string[], act: (event: Event) => void): void {
  const listening = new AbortController();
  function first(event: Event): void {
    listening.abort();
    act(event);
  }
  for (const name of names) place.addEventListener(name, first, listening);
}

/**
 * `client:later="selector"`: an island whose page can be used without it. React comes when the shopper
 * begins to interact with what the selector names around the island, after whatever they press has
 * been painted.
 */
const later: ClientDirective = (load, { value }, island) => {
  const around = island.closest(value) ?? island;

  function hydrateWhenIdle(): void {
    whenIdle(async () => (await load())());
  }

  once(around, INTENT_EVENTS, (event) => {
    const touches = event instanceof PointerEvent && event.pointerType === 'touch';
    if (!touches) hydrateWhenIdle();
    else
      once(around, RELEASE_EVENTS, () => requestAnimationFrame(() => setTimeout(hydrateWhenIdle)));
  });
};

export default later;
