/**
 * Inlined after an announcement with an end: until the pages are built without it, it is gone before the first paint,
 * so that nothing moves; from a page that is open at its end, it goes then. Pages are shown in place of each other,
 * so that one announcement may stand above a whole visit.
 */
import { serverNow } from '#browser/server-clock.ts';

const bar = document.currentScript?.previousElementSibling;
if (bar instanceof HTMLElement) {
  const left = Date.parse(bar.dataset.until ?? '') - serverNow();
  if (left <= 0) bar.remove();
  // The longest that a browser's timer can wait; longer ones would fire at once.
  else if (left < 2 ** 31) setTimeout(() => bar.remove(), left);
}
