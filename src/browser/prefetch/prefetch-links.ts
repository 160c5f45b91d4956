/**
 * Prefetches pages in browsers without speculation rules (Safari, Firefox): products in the viewport,
 * and any page of the shop whose link is hovered or touched. Quicklink prefetches nothing on 2G or
 * with Data Saver on.
 */
import { listen, prefetch } from 'quicklink';

/** Debounce, so that a pointer merely passing over a link does not prefetch it. */
const HOVER_MS = 80;
/** Debounce for links that are only scrolled past. */
const IN_VIEW_MS = 300;

/** Whether a link may be prefetched: the rules of src/layouts/speculation-rules.ts. */
function isPrefetchable({ origin, pathname, search }: HTMLAnchorElement): boolean {
  return (
    origin === location.origin &&
    !/^\/(api\/|pages\/|stripesuccess)/.test(pathname) &&
    pathname + search !== location.pathname + location.search
  );
}

function isProductPage(link: Element): boolean {
  return (
    link instanceof HTMLAnchorElement &&
    link.pathname.startsWith('/product-details/') &&
    isPrefetchable(link)
  );
}

function prefetchPage({ href }: HTMLAnchorElement): void {
  // Rejected with Data Saver on; the page then loads on navigation.
  prefetch(href.replace(/#.*/, '')).catch(() => undefined);
}

let hoverTimer = 0;

function prefetchOnIntent({ target, pointerType }: PointerEvent): void {
  window.clearTimeout(hoverTimer);
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]');
  if (!link || !isPrefetchable(link)) return;
  hoverTimer = window.setTimeout(prefetchPage, pointerType === 'mouse' ? HOVER_MS : 0, link);
}

document.addEventListener('pointerover', prefetchOnIntent);
listen({
  ignores: [(_address, link) => !isProductPage(link)],
  throttle: 2,
  delay: IN_VIEW_MS,
});
