import { atom } from 'nanostores';
import { afterPaint } from '#browser/after-paint.ts';
import { checkStock } from '#api/listing/stock-check.ts';
import type { StockLevel } from '#domain/cart.ts';
import type { Product } from '#domain/product.ts';
import { currentSession } from '#stores/session.ts';
import { isPrepared } from '#browser/shown.ts';

const PARAMETER = 'colour';

function colourInAddress(): number | null {
  const asked = new URLSearchParams(location.search).get(PARAMETER);
  return asked !== null && /^\d+$/.test(asked) ? Number(asked) : null;
}

/** The colour that the shopper asked for, which the address carries so that it can be shared. */
export const $chosenColour = atom(colourInAddress());

/** The stock of the page's product as last checked; the page itself was built earlier. */
export const $stockLevels = atom<readonly StockLevel[]>([]);

/** Chooses a colour, and puts it into the address in place of the one before. */
export function chooseColour(id: number): void {
  const url = new URL(location.href);
  url.searchParams.set(PARAMETER, String(id));
  history.replaceState(history.state, '', url);
  $chosenColour.set(id);
}

async function checkColours({ id, color_variants }: Product): Promise<void> {
  const lines = color_variants.map((colour) => ({ productId: id, selectedColorId: colour.id }));
  try {
    $stockLevels.set(await checkStock(lines, currentSession()?.access));
  } catch (error) {
    console.error('The stock could not be checked', error);
  }
}

/**
 * Checks the stock of the page's product, now and when the page comes back from the browser's
 * history. Where that fails what the page was built with stands (spec, section 8: logged only).
 */
export function watchStock(product: Product): void {
  // A prepared page comes back when it is shown.
  if (!isPrepared()) void checkColours(product);
  window.addEventListener('pageshow', ({ persisted }) => {
    // The page is there already: what it shows is painted first.
    if (persisted) afterPaint(() => void checkColours(product));
  });
}
