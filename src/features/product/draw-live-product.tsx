import { createRoot } from 'react-dom/client';
import { fetchDescribedProduct } from '#api/catalogue/described-product.ts';
import type { Product } from '#domain/catalogue/product.ts';
import { LiveProduct } from './LiveProduct.tsx';

/**
 * Replaces the prebuilt product with its current state until the shopper leaves: a page shown again
 * starts as built.
 */
function draw(picker: Element, product: Product, life: AbortSignal): void {
  const place = document.createElement('div');
  picker.replaceWith(place);
  const root = createRoot(place);
  root.render(<LiveProduct product={product} />);
  life.addEventListener('abort', () => {
    place.replaceWith(picker);
    root.unmount();
  });
}

/**
 * Replaces a prebuilt product with its current state, if that has the colour in the URL.
 * @param life aborted when the shopper leaves.
 * @returns whether it did.
 * @throws ApiError
 */
export async function drawLiveProduct(
  picker: Element,
  { id }: Product,
  colour: number | null,
  life: AbortSignal,
): Promise<boolean> {
  const live = await fetchDescribedProduct(id);
  const isThere = live?.color_variants.some((variant) => variant.id === colour) ?? false;
  if (live && isThere && !life.aborted) draw(picker, live, life);
  return isThere;
}
