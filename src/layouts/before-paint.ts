// Explained in layouts/Document.astro: every byte of this file is inlined.
{
  const { dataset } = document.documentElement;
  if (/[?&](page|sort|price|category|colour|stock|q)=/.test(location.search)) {
    dataset.listing = 'pending';
  }
  if (/[?&]colour=/.test(location.search)) dataset.colour = 'pending';
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
