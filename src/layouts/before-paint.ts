/**
 * Inlined in every page's head. Before first paint: a URL with a page, sort, filter or colour must not
 * flash the prebuilt state. And pages cross-fade in browsers that do not prerender; elsewhere, capturing
 * the old page would delay showing the prerendered one.
 */
const { dataset } = document.documentElement;
if (/[?&](page|sort|price|category|colour|stock|q)=/.test(location.search)) {
  dataset.listing = 'pending';
}
if (/[?&]colour=/.test(location.search)) dataset.colour = 'pending';
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
