/**
 * Serves the product picker from the first moment: stock, choice of a colour, Add To Cart. It changes
 * only what React leaves alone while it takes the same HTML over, and shows what React will show
 * then, so nothing flickers; from then on it rests.
 */
import { isProduct } from '#domain/product-shape.ts';
import type { Product } from '#domain/product.ts';
import { viewProduct } from '#domain/product-view.ts';
import { remainingStock } from '#domain/stock.ts';
import { $cart, addToCart } from '#stores/cart.ts';
import {
  $chosenColour,
  $stockLevels,
  $takenOver,
  chooseColour,
  watchProduct,
} from './product-choice.ts';
import { afterPaint } from '#browser/after-paint.ts';
import { islandProps } from './island-props.ts';

function viewNow(built: Product) {
  return viewProduct(built, $stockLevels.get(), $cart.get(), $chosenColour.get());
}

/** The browser lays out again what a text is set in, even to what it is. */
function say(place: Element | null, text: string): void {
  if (place && place.textContent !== text) place.textContent = text;
}

function show(picker: HTMLElement, built: Product): void {
  const { product, chosen, soldOut, message } = viewNow(built);
  for (const colour of product.color_variants) {
    const radio = picker.querySelector<HTMLInputElement>(`input[value="${colour.id}"]`);
    if (radio) radio.checked = colour === chosen;
    const gone = remainingStock(colour, $cart.get()) === 0;
    const label = radio?.closest('label');
    if (gone) label?.setAttribute('data-sold-out', 'true');
    else label?.removeAttribute('data-sold-out');
  }
  for (const panel of picker.querySelectorAll<HTMLElement>('[data-pictures-of]')) {
    panel.hidden = panel.dataset.picturesOf !== String(chosen?.id);
  }
  say(picker.querySelector('[data-chosen-name]'), chosen?.color_name ?? '');
  const text = picker.querySelector<HTMLElement>('[data-stock-message]');
  say(text, message);
  if (text) text.hidden = message === '';
  const button = picker.querySelector<HTMLButtonElement>('[data-add-to-cart] button');
  if (button) {
    button.disabled = soldOut;
    delete button.dataset.waking;
  }
  delete document.documentElement.dataset.colour;
}

let leaving = false;

/** Puts the colour into the cart and, once the header says so, goes there. */
function add(built: Product): void {
  const { product, chosen } = viewNow(built);
  if (!chosen || leaving || addToCart(product, chosen.id) !== 'added') return;
  leaving = true;
  afterPaint(() => {
    chooseColour(chosen.id);
    location.assign('/cart');
  });
}

function start(picker: HTMLElement, built: Product): void {
  const early = picker.querySelector<HTMLInputElement>('[name="colour"]:checked');
  // The radio that a quick shopper chose while the page was HTML alone.
  if (early && !early.defaultChecked) chooseColour(Number(early.value));
  const listening = new AbortController();
  picker.addEventListener(
    'change',
    ({ target }) => {
      if (target instanceof HTMLInputElement) chooseColour(Number(target.value));
    },
    listening,
  );
  picker
    .querySelector('[data-add-to-cart] button')
    ?.addEventListener('click', () => add(built), listening);
  window.addEventListener('pageshow', () => (leaving = false), listening);
  const redraw = () => show(picker, built);
  const ends = [$cart, $stockLevels, $chosenColour].map((store) => store.listen(redraw));
  $takenOver.listen(() => {
    listening.abort();
    for (const end of ends) end();
  });
  redraw();
  watchProduct(built);
}

const picker = document.querySelector<HTMLElement>('.product-picker');
const island = picker?.closest('astro-island');
const product = island && islandProps(island).product;
if (picker && isProduct(product) && !$takenOver.get()) {
  const asked = $chosenColour.get();
  const isHere = asked === null || product.color_variants.some(({ id }) => id === asked);
  // A colour that is younger than the page has no place in it: React is wanted at once.
  if (isHere) start(picker, product);
  else island?.dispatchEvent(new Event('focusin'));
}
