/**
 * Inlined in every page's head, to run before the first paint. A URL with a page, sort, filter or colour
 * must not flash the prebuilt state. Enlarged text stays in the device's fonts (src/styles/base.css). And
 * pages cross-fade in browsers that do not prerender; in others, capturing the old page would delay
 * showing the prerendered one.
 */
import { asksForColour, asksForOtherCards, markPending } from '#browser/content/pending-state.ts';

/** Font size of the root, in pixels, above which text counts as enlarged; browsers' default is 16. */
const LARGE_TEXT_PX = 20;

// Only set, never removed: a page without prebuilt cards is already marked.
if (asksForOtherCards(location.search)) markPending('listing', true);
markPending('colour', asksForColour(location.search));
const { documentElement } = document;
if (Number.parseFloat(getComputedStyle(documentElement).fontSize) > LARGE_TEXT_PX)
  documentElement.dataset.largeText = '';
// Add To Cart pressed before its script (add-to-cart.ts) has loaded.
addEventListener(
  'click',
  ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>('[data-add]');
    if (button) button.dataset.pressed = '';
  },
  true,
);
if ('onpagereveal' in window && !HTMLScriptElement.supports('speculationrules')) {
  const fade = new CSSStyleSheet();
  fade.replaceSync(`@media (prefers-reduced-motion: no-preference) {
    @view-transition { navigation: auto }
    ::view-transition { pointer-events: none }
    ::view-transition-group(root) { animation-duration: 120ms }
  }`);
  document.adoptedStyleSheets.push(fade);
  addEventListener('pagereveal', ({ viewTransition }) => viewTransition?.ready.catch(() => null));
}
