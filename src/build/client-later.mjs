/**
 * `client:later`: an island that a small script serves from the start. React comes when the shopper
 * turns to it, else when the page has loaded and the browser has nothing better to do.
 *
 * @type {import('astro').ClientDirective}
 */
export default function later(load, _options, island) {
  const turns = ['pointerover', 'pointerdown', 'focusin'];
  let asked = false;
  async function takeOver() {
    if (asked) return;
    asked = true;
    for (const turn of turns) island.removeEventListener(turn, takeOver);
    const hydrate = await load();
    await hydrate();
  }
  function whenIdle() {
    if ('requestIdleCallback' in window) requestIdleCallback(takeOver);
    else setTimeout(takeOver, 500);
  }
  for (const turn of turns) island.addEventListener(turn, takeOver, { passive: true });
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle, { once: true });
}
