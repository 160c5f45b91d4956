import { atom } from 'nanostores';
import { afterPaint } from '#browser/after-paint.ts';
import { note } from '#api/listing/counts.ts';
import { checkStock } from '#api/listing/stock-check.ts';
import type { StockLevel } from '#domain/cart/cart.ts';
import type { Product } from '#domain/catalogue/product.ts';
import { currentSession } from '#stores/session.ts';
import { isPrepared } from '#browser/shown.ts';
import { askProduct } from '#features/product-card/known-products.ts';

const PARAMETER = 'colour';

/** The colour id in a URL's query. */
export function colourIn(search: string): number | null {
  const id = new URLSearchParams(search).get(PARAMETER);
  return id !== null && /^\d+$/.test(id) ? Number(id) : null;
}

/** The colour id chosen by the shopper, kept in the URL for sharing. */
export const $chosenColour = atom<number | null>(null);

/** The stock of the page's product as of the last check; the prebuilt page may be older. */
export const $stockLevels = atom<readonly StockLevel[]>([]);

/** Reads the colour from the product page's URL, and drops the last product's stock. */
export function startChoice(): void {
  $stockLevels.set([]);
  $chosenColour.set(colourIn(location.search));
}

/** Chooses a colour and replaces the one in the URL. */
export function chooseColour(id: number): void {
  const url = new URL(location.href);
  url.searchParams.set(PARAMETER, String(id));
  // Even an unchanged URL would end a navigation to this page before its scroll position is restored.
  if (url.href !== location.href) history.replaceState(history.state, '', url);
  $chosenColour.set(id);
}

async function checkColours({ id, color_variants }: Product, life: AbortSignal): Promise<void> {
  const lines = color_variants.map((colour) => ({ productId: id, selectedColorId: colour.id }));
  try {
    const levels = await checkStock(lines, currentSession()?.access);
    if (!life.aborted) $stockLevels.set(levels);
  } catch (error) {
    console.error('The stock could not be checked', error);
  }
}

/**
 * Checks the stock of the page's product, now and when the page is restored from the back/forward cache.
 * If that fails, the prebuilt stock stays (spec, section 8: logged only).
 * @param life aborted when the shopper leaves.
 */
export function watchStock(product: Product, life: AbortSignal): void {
  // A prerendered page fires `pageshow` when it is activated.
  function check(): void {
    if (life.aborted) return;
    note('seen', product.id);
    askProduct(product.id, checkColours(product, life));
  }

  // Paint the page first; it may be in the next frame.
  if (!isPrepared()) afterPaint(check);

  function comeBack({ persisted }: PageTransitionEvent): void {
    // Paint the restored page first.
    if (persisted) afterPaint(check);
  }

  window.addEventListener('pageshow', comeBack, { signal: life });
}
