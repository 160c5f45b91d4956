import { atom } from 'nanostores';
import { fetchLiveProducts } from '#api/catalogue/products.ts';
import { afterPaint } from '#browser/after-paint.ts';
import { checkStock } from '#api/catalogue/stock-check.ts';
import type { StockLevel } from '#domain/cart.ts';
import type { Product } from '#domain/product.ts';
import { currentSession } from '#stores/session.ts';
import { isPrepared } from '#browser/shown.ts';

const PARAMETER = 'colour';

function colourInAddress(): number | null {
  const asked = new URLSearchParams(location.search).get(PARAMETER);
  return asked !== null && /^\d+$/.test(asked) ? Number(asked) : null;
}

/** The colour that the shopper chose on this page, which the address carries so that it can be shared. */
export const $chosenColour = atom(typeof location === 'undefined' ? null : colourInAddress());

/** The page's product as it is now, where it has a colour that was asked for and that the page lacks. */
export const $youngerProduct = atom<Product | null>(null);

/** The stock of the page's product as last checked; the page itself was built earlier. */
export const $stockLevels = atom<readonly StockLevel[]>([]);

/** Set once React has taken the page over from the script that served it before. */
export const $takenOver = atom(false);

/** Chooses a colour, and puts it into the address in place of the one before. */
export function chooseColour(id: number): void {
  const url = new URL(location.href);
  url.searchParams.set(PARAMETER, String(id));
  history.replaceState(history.state, '', url);
  $chosenColour.set(id);
}

let watched: number | null = null;

/** The product as it is now where the address asks for a colour that is younger than the page. */
async function withAskedColour(product: Product): Promise<Product> {
  const asked = $chosenColour.get();
  if (asked === null || product.color_variants.some(({ id }) => id === asked)) return product;
  try {
    const [live = product] = await fetchLiveProducts([product.id]);
    if (live !== product) $youngerProduct.set(live);
    return live;
  } catch (error) {
    console.error('The colour could not be fetched', error);
    return product;
  }
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
 * Brings the page's product up to date, once a page and when it comes back from the browser's
 * history. Where that fails what the page was built with stands (spec, section 8: logged only).
 */
export function watchProduct(built: Product): void {
  if (watched === built.id) return;
  watched = built.id;
  const check = async () => checkColours(await withAskedColour(built));
  // A prepared page comes back when it is shown.
  if (!isPrepared()) void check();
  window.addEventListener('pageshow', ({ persisted }) => {
    // The page is there already: what it shows is painted first.
    if (persisted) afterPaint(() => void check());
  });
}
