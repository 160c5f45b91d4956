import { pageTax } from '#browser/page-tax.ts';
import { lineIdOf } from '#domain/cart/cart.ts';
import { $cart, setQuantity } from '#stores/cart.ts';
import { discountCode } from '#stores/checkout/checkout-storage.ts';
import { $taxes } from '#stores/checkout/tax.ts';
import type { DrawnCart } from './CartPage.tsx';
import { quantityId } from './first-state/cart-text.ts';
import { $news, openCart } from './first-state/check-cart.ts';
import { drawSummary } from './first-state/draw-summary.ts';

/** Signs that the shopper uses the page. */
const SIGNS = ['pointerover', 'keydown', 'focusin', 'click', 'input'];

/**
 * Checks the cart that draw-cart-preview.ts has drawn. React takes it over once the shopper does something, or there is
 * something to show that only React draws.
 * @param life aborted when the shopper leaves.
 */
export function startCart(page: ParentNode, life: AbortSignal): void {
  const place = page.querySelector<HTMLElement>('[data-cart-page]');
  if (!place) return;
  const drawn: DrawnCart = { items: $cart.get(), taxes: null };
  const asleep = new AbortController();
  let isWaking = false;

  const wake = async (sign?: Event): Promise<void> => {
    if (isWaking) return;
    isWaking = true;
    const files = page.querySelector<HTMLTemplateElement>('template[data-used]');
    if (files) document.head.append(files.content);
    try {
      const { hydrateCart } = await import('./hydrate-cart.tsx');
      if (asleep.signal.aborted) return;
      asleep.abort();
      hydrateCart(place, drawn, life);
    } catch (error) {
      isWaking = false;
      console.error('The cart did not load', error);
      // An earlier build's files are gone after a deploy.
      if (sign && navigator.onLine && !life.aborted) location.reload();
    }
  };

  /** Stores chosen quantities at once, because the shopper may leave before React has loaded. */
  const keepQuantities = (): void => {
    for (const item of drawn.items) {
      const select = place.querySelector<HTMLSelectElement>(`#${quantityId(item)}`);
      const chosen = Number(select?.value ?? item.quantity);
      if (chosen !== item.quantity) setQuantity(lineIdOf(item), chosen);
    }
  };

  void openCart(life);
  const stops = [
    $cart.listen((items) => {
      // A stock check that changes nothing sets equal lines.
      if (JSON.stringify(items) !== JSON.stringify(drawn.items)) void wake();
    }),
    $news.subscribe(({ length }) => length > 0 && void wake()),
    $taxes.subscribe((taxes) => {
      if (!taxes) return;
      const { items } = drawn;
      if (taxes.tax === pageTax() && drawSummary(place, { items, taxes, pageTax: taxes.tax }))
        drawn.taxes = taxes;
      else void wake();
    }),
  ];
  asleep.signal.addEventListener('abort', () => stops.forEach((stop) => stop()));
  life.addEventListener('abort', () => asleep.abort());
  const options = { passive: true, signal: asleep.signal };
  for (const sign of SIGNS) addEventListener(sign, (event) => void wake(event), options);
  place.addEventListener('change', keepQuantities, options);
  const isPressed = 'pressed' in place.dataset;
  if (isPressed) keepQuantities();
  if (isPressed || discountCode.get() || place.querySelector('[data-unread]')) void wake();
}

// In place of another page, cart-content.ts starts it.
if (!('swaps' in document.documentElement.dataset))
  startCart(document, new AbortController().signal);
