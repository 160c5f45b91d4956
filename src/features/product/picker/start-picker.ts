import { afterPaint } from '#browser/after-paint.ts';
import { showStock } from '#features/product-card/add-to-cart.ts';
import { keepProduct } from '#features/product-card/known-products.ts';
import type { StockLevel } from '#domain/cart/cart.ts';
import type { Product } from '#domain/catalogue/product.ts';
import { viewProduct } from '#domain/cart/product-view.ts';
import { remainingStock } from '#domain/cart/stock.ts';
import { $cart } from '#stores/cart.ts';
import { $chosenColour, $stockLevels, chooseColour, watchStock } from './product-choice.ts';

/**
 * Renders a picker's colours and stock.
 * @param levels the stock as of the last check.
 * @param asked the requested colour's id.
 * @returns the product with that stock.
 */
export function drawPicker(
  picker: Element,
  built: Product,
  levels: readonly StockLevel[],
  asked: number | null,
): Product {
  const cart = $cart.get();
  const { product, chosen, message } = viewProduct(built, levels, cart, asked);
  for (const colour of product.color_variants) {
    const radio = picker.querySelector<HTMLInputElement>(`[value="${colour.id}"]`);
    if (!radio) continue;
    radio.checked = colour === chosen;
    // Makes the state the initial one: only the shopper's choice differs from it.
    radio.defaultChecked = radio.checked;
    radio.closest('label')?.toggleAttribute('data-sold-out', remainingStock(colour, cart) === 0);
  }
  const button = picker.querySelector<HTMLElement>('[data-add]');
  const text = picker.querySelector<HTMLElement>('[data-stock-message]');
  // Setting textContent invalidates layout, even when the text is the same.
  if (text && text.textContent !== message) {
    text.textContent = message;
    text.hidden = message === '';
  }
  if (button) button.dataset.variant = String(chosen?.id);
  showStock(picker, chosen?.quantity ?? 0);
  return product;
}

function show(picker: Element, built: Product): void {
  keepProduct(drawPicker(picker, built, $stockLevels.get(), $chosenColour.get()));
  delete document.documentElement.dataset.colour;
}

/** The product with its current price, rendered if a sale or an edit has changed it since the build. */
async function withLivePrice(picker: Element, shown: Product, life: AbortSignal): Promise<Product> {
  const price = $stockLevels.get().find((level) => level.price)?.price;
  if (!price || price === Number(shown.price)) return shown;
  try {
    const { drawLivePrice } = await import('../draw-live-price.tsx');
    const live = await drawLivePrice(picker, shown.id, life);
    return live ? { ...shown, price: live.price, sale: live.sale } : shown;
  } catch (error) {
    console.error('The price could not be updated', error);
    return shown;
  }
}

function chooseTarget({ target }: Event): void {
  if (target instanceof HTMLInputElement) chooseColour(Number(target.value));
}

/**
 * Keeps the chosen colour, its stock and the URL up to date for the life of the page. The radios hold
 * the choice; add-to-cart.ts handles Add To Cart.
 * @param product the product the picker was rendered from.
 * @param life aborted when the shopper leaves.
 */
export function startPicker(picker: HTMLElement, product: Product, life: AbortSignal): void {
  const options = { signal: life };
  let shown = product;
  const checked = picker.querySelector<HTMLInputElement>('[type="radio"]:checked');
  // A colour chosen before this script ran.
  if (checked && !checked.defaultChecked) chooseColour(Number(checked.value));

  picker.addEventListener('change', chooseTarget, options);
  const button = picker.querySelector<HTMLElement>('[data-add]');
  // A shopper returning from the cart sees the colour they added. Paint the cart's new count first.
  button?.addEventListener(
    'click',
    () => {
      const added = Number(button.dataset.variant);
      afterPaint(() => {
        if (!life.aborted) chooseColour(added);
      });
    },
    options,
  );
  for (const store of [$cart, $stockLevels, $chosenColour])
    life.addEventListener(
      'abort',
      store.listen(() => show(picker, shown)),
    );
  life.addEventListener(
    'abort',
    $stockLevels.listen(async () => {
      shown = await withLivePrice(picker, shown, life);
      if (!life.aborted) show(picker, shown);
    }),
  );
  show(picker, product);
  watchStock(product, life);
}
