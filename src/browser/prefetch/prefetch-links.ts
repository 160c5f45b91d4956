/**
 * Fetches pages early where the browser knows no speculation rules (Safari, Firefox): those of the
 * products in view, and any page of the shop whose link the pointer or a finger turns to. Quicklink
 * fetches nothing while the shopper saves data, or on 2G.
 */
import { listen, prefetch } from 'quicklink';

/** A pointer that only passes a link does not mean it. */
const HOVER_MS = 80;
/** A link that is scrolled past is not meant either. */
const IN_VIEW_MS = 300;

/** Whether its page may be fetched unasked: the rules of public/speculation-rules.json. */
function isPage({ origin, pathname, search, rel }: HTMLAnchorElement): boolean {
  return (
    origin === location.origin &&
    !/^\/(api\/|stripesuccess)/.test(pathname) &&
    pathname + search !== location.pathname + location.search &&
    !/\bnofollow\b/.test(rel)
  );
}

function isProductPage(link: Element): boolean {
  return (
    link instanceof HTMLAnchorElement &&
    link.pathname.startsWith('/product-details/') &&
    isPage(link)
  );
}

function fetchPage({ href }: HTMLAnchorElement): void {
  // Refused while data is saved: then the page is fetched when it is opened.
  prefetch(href.replace(/#.*/, '')).catch(() => undefined);
}

let meant = 0;

function turnedTo({ target, pointerType }: PointerEvent): void {
  window.clearTimeout(meant);
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]');
  if (!link || !isPage(link)) return;
  meant = window.setTimeout(fetchPage, pointerType === 'mouse' ? HOVER_MS : 0, link);
}

document.addEventListener('pointerover', turnedTo, { passive: true });
listen({
  ignores: [(_address, link) => !isProductPage(link)],
  throttle: 2,
  delay: IN_VIEW_MS,
});
