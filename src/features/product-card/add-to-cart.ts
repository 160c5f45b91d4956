/**
 * Every Add To Cart button (`button[data-add]`): on cards, in search and on product pages. Its data
 * attributes hold product, colour and stock; `data-then` is a path to open afterwards.
 */
import { listingFailure } from '#api/http/api-error.ts';
import { note } from '#api/listing/counts.ts';
import { $cart, addToCart } from '#stores/cart.ts';
import { showToast } from '#stores/toast.ts';
import { OUT_OF_STOCK, remainingStock } from '#domain/cart/stock.ts';
import { afterPaint } from '#browser/after-paint.ts';
import { beforeContent, contentLife } from '#browser/content/content.ts';
import { listedProduct } from './known-products.ts';

const ADD_TO_CART = 'Add to Cart';

/** Product, colour and stock from a button's data attributes. */
function dataOf(button: HTMLButtonElement) {
  const { product, variant, stock } = button.dataset;
  return { productId: Number(product), variantId: Number(variant), stock: Number(stock) };
}

/** Disables a button if no stock remains beyond the cart. */
function refreshButton(button: HTMLButtonElement): void {
  const { variantId, stock } = dataOf(button);
  const soldOut = remainingStock({ id: variantId, quantity: stock }, $cart.get()) === 0;
  button.disabled = soldOut;
  delete button.dataset.waking;
  const label = button.querySelector('[data-add-text]');
  const text = soldOut ? OUT_OF_STOCK : ADD_TO_CART;
  // Setting textContent invalidates layout, even when the text is the same.
  if (label && label.textContent !== text) label.textContent = text;
}

/** Sets the stock of the button in a card or picker, and reveals its label (listing.css). */
export function showStock(around: Element, units: number): void {
  const button = around.querySelector<HTMLButtonElement>('button[data-add]');
  if (!button) return;
  button.dataset.stock = String(units);
  button.dataset.known = '';
  refreshButton(button);
}

/**
 * Navigates away. Resolves when the page is replaced or restored from the back/forward cache, or when the shopper
 * stops on the way.
 */
function leaveFor(address: string): Promise<unknown> {
  return new Promise((resolve) => {
    const life = contentLife();
    life.addEventListener('abort', resolve);
    addEventListener('pageshow', (event) => event.persisted && resolve(event), { signal: life });
    window.navigation?.addEventListener('navigateerror', resolve, { signal: life });
    // Let the header paint its new count first.
    afterPaint(() => location.assign(address));
  });
}

async function add(button: HTMLButtonElement): Promise<void> {
  if (button.ariaBusy) return;
  button.ariaBusy = 'true';
  const { productId, variantId } = dataOf(button);
  const { then } = button.dataset;
  try {
    const product = await listedProduct(productId);
    const colour = product?.color_variants.find(({ id }) => id === variantId);
    button.dataset.stock = String(colour?.quantity ?? 0);
    if (!product || !colour || addToCart(product, variantId) !== 'added') {
      showToast(OUT_OF_STOCK);
      return;
    }
    note('added', productId);
    if (then) {
      await leaveFor(then);
      return;
    }
    afterPaint(() => showToast(`${product.name}, ${colour.color_name} is in your cart.`));
    // Not destructured: the bundler would wrap the import.
    void import('./motion/move-to-cart.ts').then(
      (motion) => motion.moveToCart(button),
      console.error,
    );
  } catch (error) {
    showToast(listingFailure(error));
  } finally {
    button.ariaBusy = null;
    refreshButton(button);
  }
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest<HTMLButtonElement>('button[data-add]');
  if (button) void add(button);
});

function refreshButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-add]')) {
    refreshButton(button);
  }
}

$cart.listen(refreshButtons);
beforeContent(refreshButtons);
// Pressed before this script had loaded (before-paint.ts).
for (const button of document.querySelectorAll<HTMLElement>('button[data-pressed]')) button.click();
