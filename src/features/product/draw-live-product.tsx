import { createRoot } from 'react-dom/client';
import type { Product } from '#domain/product.ts';
import { LiveProduct } from './LiveProduct.tsx';

/** Draws a product as it is now in place of what the page was built with. */
export function drawLiveProduct(picker: Element, product: Product): void {
  const place = document.createElement('div');
  picker.replaceWith(place);
  createRoot(place).render(<LiveProduct product={product} />);
}
