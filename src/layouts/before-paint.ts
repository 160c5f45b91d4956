/**
 * Inlined in every page's head, to run before the first paint. A URL with a page, sort, filter or colour
 * must not flash the prebuilt state. A page opened at its top paints the first screen before the rest is
 * laid out (src/styles/components.css); otherwise the browser needs the whole page to find the scroll
 * position. And pages cross-fade in browsers that do not prerender; in others, capturing the old page
 * would delay showing the prerendered one.
 */
import { asksForColour, asksForOtherCards, markPending } from '#browser/content/pending-state.ts';

// Only set, never removed: a page without prebuilt cards is already marked.
if (asksForOtherCards(location.search)) markPending('listing', true);
markPending('colour', asksForColour(location.search));
const [visit] = performance.getEntriesByType('navigation');
const isReturn = visit instanceof PerformanceNavigationTiming && visit.type !== 'navigate';
if (!isReturn && location.hash === '') {
  const { dataset } = document.documentElement;
  dataset.opensAtTop = '';
  // Content added later is shown immediately.
  addEventListener('load', () => delete dataset.opensAtTop, { once: true });
}
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
