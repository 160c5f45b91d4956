/**
 * Browsers may prerender a page before the shopper opens it (src/layouts/speculation-rules.ts). Until then
 * it must not act as if it had been seen; once opened, its data may be stale.
 * @see https://developer.mozilla.org/docs/Web/API/Speculation_Rules_API#unsafe_prerendering
 */
import { afterPaint } from './after-paint.ts';

/** Whether this page is being prerendered. */
export function isPrepared(): boolean {
  return !!globalThis.document?.prerendering;
}

/** Runs `act` now or, on a prerendered page, once it is activated. */
export function whenShown(act: () => void): void {
  if (!isPrepared()) act();
  else document.addEventListener('prerenderingchange', () => afterPaint(act), { once: true });
}

/**
 * Fires `pageshow`, as a restore from the back/forward cache does, when a prerendered page is activated:
 * its stock, cart and session may be just as stale.
 */
export function comeBackWhenShown(): void {
  document.addEventListener('prerenderingchange', () =>
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  );
}
