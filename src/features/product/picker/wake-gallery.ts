/** Events that signal interaction; of a touch, those that end it, so that hydration does not delay the response. */
const SIGNS = ['mouseover', 'pointerup', 'pointercancel', 'focusin'];

/**
 * Defines the gallery's island once the shopper interacts with the picker: documents come without the code of
 * islands (src/integrations/late-islands.ts).
 * @param life aborted when the shopper leaves.
 */
export function wakeGallery(picker: HTMLElement, life: AbortSignal): void {
  function wake(): void {
    // The event has passed before the island can listen for it (client-later.ts).
    picker.dataset.wanted = '';
    import('#integrations/define-islands.ts').catch((error: unknown) =>
      console.error('The gallery did not load', error),
    );
  }
  // A failed import is tried again at the next kind of sign.
  for (const sign of SIGNS)
    picker.addEventListener(sign, wake, { once: true, passive: true, signal: life });
}
