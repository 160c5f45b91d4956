/** Longest wait for a moment in which the browser has nothing better to do, in milliseconds. */
const PATIENCE = 500;

/** How a shopper turns to an island. */
const TURNS = ['pointerover', 'pointerdown', 'focusin'];

/** How a press ends. */
const ENDS = ['pointerup', 'pointercancel'];

/**
 * `client:later`: an island that a small script serves from the start. React comes when the shopper
 * turns to it, after whatever they press has been painted, but not before the page's scripts: the
 * small one knows what was chosen while the page was HTML alone. A press on what only React can serve
 * (`data-needs-island`) is made again once it is there.
 *
 * @type {import('astro').ClientDirective}
 */
export default function later(load, _options, island) {
  /** @type {HTMLElement | null} */
  let pressed = null;

  const scripts = new Promise((resolve) => {
    if (document.readyState === 'complete') resolve(null);
    else for (const name of ['DOMContentLoaded', 'load']) addEventListener(name, resolve);
  });

  /**
   * @param {string[]} names
   * @param {EventListener} act
   */
  function once(names, act) {
    const listening = new AbortController();
    for (const name of names) {
      island.addEventListener(
        name,
        (event) => {
          listening.abort();
          act(event);
        },
        listening,
      );
    }
  }

  /** @param {Event} event */
  function remember({ target }) {
    pressed = target instanceof Element ? target.closest('[data-needs-island]') : null;
  }

  async function takeOver() {
    try {
      const [hydrate] = await Promise.all([load(), scripts]);
      await hydrate();
      island.removeEventListener('click', remember);
      pressed?.click();
    } catch (error) {
      // The small script goes on serving it, and the next turn tries again.
      console.error('The island did not load', error);
      once(TURNS, turn);
    }
  }

  function whenIdle() {
    if ('requestIdleCallback' in window) requestIdleCallback(takeOver, { timeout: PATIENCE });
    else setTimeout(takeOver, PATIENCE / 5);
  }

  /** @param {Event} event */
  function turn(event) {
    const presses = event instanceof PointerEvent && event.pointerType === 'touch';
    if (presses) once(ENDS, () => requestAnimationFrame(() => setTimeout(whenIdle)));
    else whenIdle();
  }

  island.addEventListener('click', remember);
  once(TURNS, turn);
}
