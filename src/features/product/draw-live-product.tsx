import { createRoot } from 'react-dom/client';
import type { Product } from '#domain/product.ts';
import { LiveProduct } from './LiveProduct.tsx';

/** Replaces the prebuilt product with its current state. */
export function drawLiveProduct(picker: Element, product: Product): void {
  const place = document.createElement('div');
  picker.replaceWith(place);
  createRoot(place).render(<LiveProduct product={product} />);
}
