/**
 * Browsers may prepare a page in advance, which nobody sees yet (public/speculation-rules.json). It
 * then knows less than one that is on screen, and must not act as if somebody looked at it.
 * @see https://developer.mozilla.org/docs/Web/API/Speculation_Rules_API#unsafe_prerendering
 */
import { afterPaint } from './after-paint.ts';

/** Whether nobody sees this page yet. */
export function isPrepared(): boolean {
  return !!globalThis.document?.prerendering;
}

/** Runs `act` once the page is on screen: now, unless it is only prepared. */
export function whenShown(act: () => void): void {
  if (!isPrepared()) act();
  else document.addEventListener('prerenderingchange', () => afterPaint(act), { once: true });
}

/**
 * Tells a prepared page that comes on screen what one hears that comes back from the browser's
 * history: what it knew of stock, cart and login may be old.
 */
export function comeBackWhenShown(): void {
  document.addEventListener('prerenderingchange', () =>
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  );
}
