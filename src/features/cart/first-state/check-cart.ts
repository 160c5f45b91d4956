import { atom } from 'nanostores';
import { describePriceChange } from '#domain/cart/reprice.ts';
import { describeStockChange } from '#domain/cart/stock-sync.ts';
import { pageTax } from '#browser/page-tax.ts';
import { refreshPrices, syncCart } from '#stores/checkout/cart-sync.ts';
import { taxRate } from '#stores/checkout/checkout-storage.ts';
import { $taxes, loadTaxes } from '#stores/checkout/tax.ts';
import { liveSession } from '#stores/live-session.ts';
import { takeCartNews } from '#stores/reorder/cart-news.ts';

/** Messages for the shopper. */
export const $news = atom<readonly string[]>([]);

/** The check on opening the cart, until it is answered. */
let opening: Promise<readonly string[]> | null = null;

/** The messages of a cart check. A failed check is only logged (spec, section 8). */
async function newsOf(check: Promise<readonly string[]>, failure: string) {
  try {
    return await check;
  } catch (error) {
    console.error(failure, error);
    return [];
  }
}

async function updateCart(): Promise<readonly string[]> {
  const stock = syncCart().then((changes) => changes.map(describeStockChange));
  const prices = refreshPrices().then((changes) =>
    changes.map((change) => describePriceChange(change, $taxes.get()?.tax ?? pageTax())),
  );
  const news = await Promise.all([
    newsOf(stock, 'The cart could not be checked'),
    newsOf(prices, 'The prices could not be fetched'),
  ]);
  return news.flat();
}

async function checkOnceLoggedIn(): Promise<readonly string[]> {
  await liveSession().catch((error: unknown) =>
    console.error('The stored state could not be read', error),
  );
  return updateCart();
}

/**
 * Updates the cart to current stock and prices; pages may be older than both.
 * @returns messages for the shopper.
 */
export function checkCart(): Promise<readonly string[]> {
  // Another check would not find again what the one under way changes.
  return opening ?? updateCart();
}

/**
 * Checks the cart of a page that has just been shown, and fetches its tax.
 * @param life aborted when the shopper leaves.
 */
export async function openCart(life: AbortSignal): Promise<void> {
  $news.set(takeCartNews());
  // If the page's prices include tax, none is added to them, whether or not the server can be reached.
  void loadTaxes(pageTax() > 0 ? taxRate.get() : 0);
  const first = checkOnceLoggedIn();
  opening = first;
  const found = await first;
  if (opening === first) opening = null;
  if (!life.aborted) $news.set([...$news.get(), ...found]);
}
