import '#ui/islands/development.ts';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { viewProduct } from '#domain/cart/product-view.ts';
import type { Product } from '#domain/catalogue/product.ts';
import { galleryPanels } from './gallery-panels.ts';
import ProductGallery from './ProductGallery.tsx';

/** Hydrates a product's prebuilt gallery, once, until its page is dropped from memory. */
export function hydrateGallery(place: HTMLElement, product: Product): void {
  if ('awake' in place.dataset) return;
  place.dataset.awake = '';
  const chosen = viewProduct(product, [], [], null).chosen?.id;
  startTransition(() => {
    const gallery = <ProductGallery panels={galleryPanels(product, '')} chosen={chosen} />;
    const root = hydrateRoot(place, gallery);
    place.closest('main')?.addEventListener('drop-page', () => root.unmount());
  });
}
