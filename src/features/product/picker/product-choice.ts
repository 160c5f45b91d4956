import { atom } from 'nanostores';
import { afterPaint } from '#browser/after-paint.ts';
import { checkStock } from '#api/listing/stock-check.ts';
import type { StockLevel } from '#domain/cart.ts';
import type { Product } from '#domain/product.ts';
import { currentSession } from '#stores/session.ts';
import { isPrepared } from '#browser/shown.ts';

const PARAMETER = 'colour';

function colourInAddress(): number | null {
  const id = new URLSearchParams(location.search).get(PARAMETER);
  return id !== null && /^\d+$/.test(id) ? Number(id) : null;
}

/** The colour id that the shopper chose. It is kept in the URL so that it can be shared. */
export const $chosenColour = atom(colourInAddress());

/** The stock of the page's product as of the last check; the prebuilt page may be older. */
export const $stockLevels = atom<readonly StockLevel[]>([]);

/** Chooses a colour and replaces the one in the URL. */
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
 * Checks the stock of the page's product, now and when the page is restored from the back/forward cache.
 * If that fails, the prebuilt stock stays (spec, section 8: logged only).
 */
export function watchStock(product: Product): void {
  // A prerendered page fires `pageshow` when it is activated.
  if (!isPrepared()) void checkColours(product);
  window.addEventListener('pageshow', ({ persisted }) => {
    // Paint the restored page first.
    if (persisted) afterPaint(() => void checkColours(product));
  });
}
