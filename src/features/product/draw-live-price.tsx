import { createRoot } from 'react-dom/client';
import { fetchLiveProducts } from '#api/listing/products.ts';
import { pageTax } from '#browser/page-tax.ts';
import type { Product } from '#domain/catalogue/product.ts';
import { ProductPrice } from './ProductPrice.tsx';

/** Undoes the change when the shopper leaves: a page shown again starts as built. */
const undone = new WeakMap<Element, () => void>();

function drawAt(place: Element, product: Product, life: AbortSignal): void {
  undone.get(place)?.();
  const built = [...place.childNodes];
  const root = createRoot(place);
  root.render(<ProductPrice product={product} tax={pageTax()} />);
  const undo = () => {
    undone.delete(place);
    root.unmount();
    place.replaceChildren(...built);
  };
  undone.set(place, undo);
  life.addEventListener('abort', () => {
    if (undone.get(place) === undo) undo();
  });
}

/**
 * Replaces the built price with the current one, and the former one if allowed.
 * @param life aborted when the shopper leaves.
 * @returns the product as sold now, or undefined if it is no longer sold.
 * @throws ApiError
 */
export async function drawLivePrice(
  picker: Element,
  id: number,
  life: AbortSignal,
): Promise<Product | undefined> {
  const [live] = await fetchLiveProducts([id]);
  if (!live || life.aborted) return undefined;
  for (const place of picker.querySelectorAll('[data-price]')) drawAt(place, live, life);
  return live;
}
