/**
 * Every Add To Cart there is (`button[data-add]`): on cards, in search and on a product's page. A
 * button names its product, colour and stock; with `data-then` it leads on to that address.
 */
import { listingFailure } from '#api/http/api-error.ts';
import { $cart, addToCart } from '#stores/cart.ts';
import { showToast } from '#stores/toast.ts';
import { OUT_OF_STOCK, remainingStock } from '#domain/stock.ts';
import { afterPaint } from '#browser/after-paint.ts';
import { listedProduct } from './listing-source.ts';

const ADD_TO_CART = 'Add to Cart';

/** Product, colour and stock that a button names. */
function chosenOf(button: HTMLButtonElement) {
  const { product, variant, stock } = button.dataset;
  return { productId: Number(product), variantId: Number(variant), stock: Number(stock) };
}

/** Shows on a button whether a unit beyond the cart's is left. */
function refreshButton(button: HTMLButtonElement): void {
  const { variantId, stock } = chosenOf(button);
  const variant = { id: variantId, color_name: '', quantity: stock, images: [] };
  const soldOut = remainingStock(variant, $cart.get()) === 0;
  button.disabled = soldOut;
  delete button.dataset.waking;
  const label = button.querySelector('[data-add-text]');
  const text = soldOut ? OUT_OF_STOCK : ADD_TO_CART;
  // Setting a text forces layout, even to the same text.
  if (label && label.textContent !== text) label.textContent = text;
}

/** Tells the button in a card or picker how many units of its colour are in stock. */
export function showStock(around: Element, units: number): void {
  const button = around.querySelector<HTMLButtonElement>('button[data-add]');
  if (!button) return;
  button.dataset.stock = String(units);
  refreshButton(button);
}

/** Leaves for an address. @returns when the browser's history brings the page back. */
function leaveFor(address: string): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('pageshow', ({ persisted }) => persisted && resolve());
    // The header shows the unit that was added first.
    afterPaint(() => location.assign(address));
  });
}

async function add(button: HTMLButtonElement): Promise<void> {
  if (button.ariaBusy === 'true') return;
  button.ariaBusy = 'true';
  const { productId, variantId } = chosenOf(button);
  const { then } = button.dataset;
  try {
    const product = await listedProduct(productId);
    const colour = product?.color_variants.find(({ id }) => id === variantId);
    button.dataset.stock = String(colour?.quantity ?? 0);
    if (!product || !colour || addToCart(product, variantId) !== 'added') showToast(OUT_OF_STOCK);
    else if (then) await leaveFor(then);
    else afterPaint(() => showToast(`${product.name}, ${colour.color_name} is in your cart.`));
  } catch (error) {
    showToast(listingFailure(error));
  } finally {
    button.ariaBusy = null;
    refreshButton(button);
  }
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('[data-add]') : null;
  if (button instanceof HTMLButtonElement) void add(button);
});

$cart.subscribe(() => {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-add]')) {
    refreshButton(button);
  }
});

// Not on every page: the billing page's budget has no room for it. Should it not load, pages are
// fetched when they are opened.
if (!HTMLScriptElement.supports?.('speculationrules'))
  import('#browser/prefetch/prefetch-links.ts').catch(() => undefined);
