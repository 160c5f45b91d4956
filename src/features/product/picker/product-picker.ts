/**
 * The product page's script. It handles the choice of a colour; if the URL asks for a colour added since
 * the build, it renders the page from the current product.
 */
import '#features/product-card/add-to-cart.ts';
import { fetchLiveProducts } from '#api/listing/products.ts';
import { whenShown } from '#browser/shown.ts';
import { isProduct } from '#domain/product-shape.ts';
import type { Product } from '#domain/product.ts';
import { parseJson } from '#domain/record.ts';
import { captureTurns } from './gallery-turns.ts';
import './later-files.ts';
import { $chosenColour } from './product-choice.ts';
import { startPicker } from './start-picker.ts';

function hasAskedColour({ color_variants }: Product): boolean {
  const asked = $chosenColour.get();
  return asked === null || color_variants.some(({ id }) => id === asked);
}

/** If the colour is no longer sold or cannot be fetched, the prebuilt page stays. */
async function drawLive(picker: Element, built: Product): Promise<void> {
  try {
    const [live] = await fetchLiveProducts([built.id]);
    if (!live || !hasAskedColour(live)) return startPicker(picker, built);
    const { drawLiveProduct } = await import('../draw-live-product.tsx');
    return drawLiveProduct(picker, live);
  } catch (error) {
    console.error('The colour could not be fetched', error);
    return startPicker(picker, built);
  }
}

captureTurns();
const picker = document.querySelector<HTMLElement>('[data-product-page]');
const built = parseJson(picker?.dataset.productPage ?? '');
if (picker && isProduct(built)) {
  if (hasAskedColour(built)) startPicker(picker, built);
  else whenShown(() => void drawLive(picker, built));
}
