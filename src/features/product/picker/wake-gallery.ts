import { afterPaint } from '#browser/after-paint.ts';
import { whenIdle } from '#browser/when-idle.ts';
import type { Product } from '#domain/catalogue/product.ts';

/** Events that signal interaction; of a touch, those that end it, so that hydration does not delay the response. */
const SIGNS = ['mouseover', 'pointerup', 'pointercancel', 'focusin'];

async function hydrate(gallery: HTMLElement, product: Product): Promise<void> {
  if ('awake' in gallery.dataset) return;
  try {
    const { hydrateGallery } = await import('../gallery/hydrate-gallery.tsx');
    if (!('awake' in gallery.dataset)) hydrateGallery(gallery, product);
  } catch (error) {
    console.error('The gallery did not load', error);
  }
}

/**
 * Hydrates the gallery once the shopper interacts with the picker.
 * @param life aborted when the shopper leaves.
 */
export function wakeGallery(picker: HTMLElement, product: Product, life: AbortSignal): void {
  const gallery = picker.querySelector<HTMLElement>('[data-product-gallery]');
  if (!gallery) return;
  const wake = () => afterPaint(() => whenIdle(() => void hydrate(gallery, product)));
  // A failed import is tried again at the next kind of sign.
  for (const sign of SIGNS)
    picker.addEventListener(sign, wake, { once: true, passive: true, signal: life });
}
