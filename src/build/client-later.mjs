/** Longest wait for a moment in which the browser has nothing better to do, in milliseconds. */
const PATIENCE = 500;

/** How a shopper turns to an island. */
const TURNS = ['pointerover', 'pointerdown', 'focusin'];

/**
 * @param {() => void} act
 */
function whenIdle(act) {
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: PATIENCE });
  else setTimeout(act, PATIENCE / 5);
}

/**
 * Waits until the finger or button that is down is let go, and what it pressed is on screen.
 *
 * @param {() => void} act
 */
function afterPress(act) {
  const listening = new AbortController();
  for (const name of ['pointerup', 'pointercancel']) {
    addEventListener(
      name,
      () => {
        listening.abort();
        requestAnimationFrame(() => setTimeout(act));
      },
      listening,
    );
  }
}

/**
 * `client:later`: an island that a small script serves from the start. React comes when the shopper
 * turns to it, after whatever they press has been answered. A press on what only React can serve
 * (`data-needs-island`) is made again once it is there.
 *
 * @type {import('astro').ClientDirective}
 */
export default function later(load, _options, island) {
  /** @type {HTMLElement | null} */
  let pressed = null;

  /** @param {Event} event */
  function remember({ target }) {
    pressed = target instanceof Element ? target.closest('[data-needs-island]') : null;
  }

  async function takeOver() {
    try {
      const hydrate = await load();
      await hydrate();
    } catch (error) {
      // The small script goes on serving it, and the next turn tries again.
      console.error('The island did not load', error);
      listen();
      return;
    }
    island.removeEventListener('click', remember);
    pressed?.click();
  }

  /** @param {Event} event */
  function turn(event) {
    for (const name of TURNS) island.removeEventListener(name, turn);
    const byTouch = event instanceof PointerEvent && event.pointerType === 'touch';
    if (byTouch || event.type === 'pointerdown') afterPress(() => whenIdle(takeOver));
    else whenIdle(takeOver);
  }

  function listen() {
    for (const name of TURNS) island.addEventListener(name, turn, { passive: true });
  }

  island.addEventListener('click', remember);
  listen();
}
