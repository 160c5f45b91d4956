/**
 * Inlined after an announcement with an end. Until pages are rebuilt without it, an ended one is removed
 * before the first paint, so that nothing moves; on an open page it is removed at its end. Pages replace
 * each other in place, so one announcement may last a whole visit.
 */
import { serverNow } from '#browser/server-clock.ts';

const bar = document.currentScript?.previousElementSibling;
if (bar instanceof HTMLElement) {
  const left = Date.parse(bar.dataset.until ?? '') - serverNow();
  if (left <= 0) bar.remove();
  // The longest delay of a browser timer; longer ones fire at once.
  else if (left < 2 ** 31) setTimeout(() => bar.remove(), left);
}
