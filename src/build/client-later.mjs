/** Longest wait for a moment in which the browser has nothing better to do, in milliseconds. */
const PATIENCE = 500;

/** How a shopper turns to an island. */
const TURNS = ['pointerover', 'pointerdown', 'focusin'];

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
  let asked = false;

  /** @param {Event} event */
  function remember({ target }) {
    pressed = target instanceof Element ? target.closest('[data-needs-island]') : null;
  }

  async function takeOver() {
    const hydrate = await load();
    await hydrate();
    island.removeEventListener('click', remember);
    pressed?.click();
  }

  function turn() {
    if (asked) return;
    asked = true;
    for (const name of TURNS) island.removeEventListener(name, turn);
    if ('requestIdleCallback' in window) requestIdleCallback(takeOver, { timeout: PATIENCE });
    else setTimeout(takeOver, PATIENCE / 5);
  }

  island.addEventListener('click', remember);
  for (const name of TURNS) island.addEventListener(name, turn, { passive: true });
}
