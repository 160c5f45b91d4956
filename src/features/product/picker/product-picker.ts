/**
 * The product page's script. Handles the choice of a colour; if the URL asks for a colour added since
 * the build, renders the page from the current product.
 */
import '#features/product-card/add-to-cart.ts';
import { beforeContent, whenStaged } from '#browser/content/content.ts';
import { whenShown } from '#browser/shown.ts';
import { isProduct } from '#domain/catalogue/product-shape.ts';
import type { Product } from '#domain/catalogue/product.ts';
import { parseJson } from '#domain/basics/record.ts';
import { captureTurns } from './gallery-turns.ts';
import './after-load.ts';
import { $chosenColour, colourIn, startChoice } from './product-choice.ts';
import { drawPicker, startPicker } from './start-picker.ts';
import { wakeGallery } from './wake-gallery.ts';

function hasAskedColour({ color_variants }: Product): boolean {
  const asked = $chosenColour.get();
  return asked === null || color_variants.some(({ id }) => id === asked);
}

/** If the colour is no longer sold or cannot be fetched, the prebuilt page stays. */
async function drawLive(picker: HTMLElement, built: Product, life: AbortSignal): Promise<void> {
  try {
    const { drawLiveProduct } = await import('../draw-live-product.tsx');
    if (await drawLiveProduct(picker, built, $chosenColour.get(), life)) return;
  } catch (error) {
    console.error('The colour could not be fetched', error);
  }
  if (!life.aborted) startPicker(picker, built, life);
}

/** A product page's picker, and the product as built. */
function findPicker(main: HTMLElement) {
  const picker = main.querySelector<HTMLElement>('[data-product-page]');
  return { picker, built: parseJson(picker?.dataset.productPage ?? '') };
}

captureTurns();
whenStaged((main, { search }) => {
  const { picker, built } = findPicker(main);
  if (!picker || !isProduct(built)) return;
  drawPicker(picker, built, [], colourIn(search));
});
beforeContent((main, life) => {
  const { picker, built } = findPicker(main);
  if (!picker || !isProduct(built)) return;
  startChoice();
  wakeGallery(picker, built, life);
  if (hasAskedColour(built)) startPicker(picker, built, life);
  else whenShown(() => void drawLive(picker, built, life));
});
