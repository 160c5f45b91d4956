import { listingFailure } from '#api/http/api-error.ts';
import { $cart, addToCart } from '#stores/cart.ts';
import { showToast } from '#stores/toast.ts';
import { OUT_OF_STOCK, remainingStock } from '#domain/stock.ts';
import { afterPaint } from '#browser/after-paint.ts';
import { listedProduct } from './listing-source.ts';

const ADD_TO_CART = 'Add to Cart';

/** What a card's button says of its product in its colour. */
function cardOf(button: HTMLButtonElement) {
  const { product, variant, stock } = button.dataset;
  return { productId: Number(product), variantId: Number(variant), stock: Number(stock) };
}

/** Shows on a card's button whether a unit beyond the cart's is left. */
export function refreshButton(button: HTMLButtonElement): void {
  const { variantId, stock } = cardOf(button);
  const variant = { id: variantId, color_name: '', quantity: stock, images: [] };
  const soldOut = remainingStock(variant, $cart.get()) === 0;
  button.disabled = soldOut;
  const label = button.querySelector('[data-add-text]');
  const text = soldOut ? OUT_OF_STOCK : ADD_TO_CART;
  // The browser lays every card out again whose text is set, even to what it is.
  if (label && label.textContent !== text) label.textContent = text;
}

async function add(button: HTMLButtonElement): Promise<void> {
  if (button.ariaBusy === 'true') return;
  button.ariaBusy = 'true';
  const { productId, variantId } = cardOf(button);
  try {
    const product = await listedProduct(productId);
    const colour = product?.color_variants.find(({ id }) => id === variantId);
    button.dataset.stock = String(colour?.quantity ?? 0);
    if (product && colour && addToCart(product, variantId) === 'added') {
      afterPaint(() => showToast(`${product.name}, ${colour.color_name} is in your cart.`));
    } else {
      showToast(OUT_OF_STOCK);
    }
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
