import { afterPaint } from '#browser/after-paint.ts';
import { whenIdle } from '#browser/when-idle.ts';
import type { Product } from '#domain/catalogue/product.ts';

/** Events that signal interaction; of a touch, those that end it, so that hydration does not delay the response. */
const SIGNS = ['mouseover', 'pointerup', 'pointercancel', 'focusin'];

/**
 * Hydrates the gallery once the shopper interacts with it; a purchase alone needs no React.
 * @param life aborted when the shopper leaves.
 */
export function wakeGallery(picker: HTMLElement, product: Product, life: AbortSignal): void {
  const gallery = picker.querySelector<HTMLElement>('[data-product-gallery]');
  if (!gallery) return;
  const wake = () =>
    afterPaint(() =>
      whenIdle(() => {
        // Not destructured: the bundler would wrap the import.
        void import('../gallery/hydrate-gallery.tsx').then(
          (module) => module.hydrateGallery(gallery, product),
          console.error,
        );
      }),
    );
  // A failed import is tried again at the next kind of sign.
  for (const sign of SIGNS)
    gallery.addEventListener(sign, wake, { once: true, passive: true, signal: life });
}
