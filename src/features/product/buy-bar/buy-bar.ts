/**
 * A bar at the bottom of a phone's screen with name, price, Express checkout and Add To Cart, shown once the page's own
 * button is scrolled off the top. Add To Cart clicks that one, so both always do the same. It is the last
 * element of the content: it ends above the footer and covers nothing there.
 */
import { afterPaint } from '#browser/after-paint.ts';
import { OUT_OF_STOCK } from '#domain/cart/stock.ts';
import { $cart } from '#stores/cart.ts';
import { PRICE_LOOK } from '../price-look.ts';

/**
 * Short windows, as after zooming in, have no room for it; wide ones keep the button in view (WCAG
 * 1.4.10).
 */
const markup = `
<div data-buy-bar hidden class="sticky bottom-0 z-10 grid gap-2 border-t border-ink bg-bone py-2 shell md:hidden [@media(height<30rem)]:hidden">
  <div class="flex min-w-0 items-baseline justify-between gap-4 text-sm leading-snug">
    <p class="line-clamp-2 font-semibold" data-bar-name></p>
    <p class="shrink-0 ${PRICE_LOOK}" data-bar-price></p>
  </div>
  <div class="flex gap-2 *:flex-1 *:px-2">
    <button type="button" class="button-quiet" data-bar-express>Express checkout<span class="sr-only" data-bar-express-subject></span></button>
    <button type="button" class="button" data-bar-add><span data-bar-text></span><span class="sr-only" data-bar-subject></span></button>
  </div>
</div>`.trim();

interface Bar {
  root: HTMLElement;
  button: HTMLButtonElement;
  express: HTMLButtonElement;
  fill(part: string, content: string | Node[]): void;
}

function makeBar(): Bar | null {
  const template = document.createElement('template');
  template.innerHTML = markup;
  const root = template.content.firstElementChild;
  const button = root?.querySelector<HTMLButtonElement>('[data-bar-add]');
  const express = root?.querySelector<HTMLButtonElement>('[data-bar-express]');
  if (!(root instanceof HTMLElement) || !button || !express) return null;
  return {
    root,
    button,
    express,
    fill(part, content) {
      const place = root.querySelector(`[data-bar-${part}]`);
      if (typeof content !== 'string') place?.replaceChildren(...content);
      else if (place && place.textContent !== content) place.textContent = content;
    },
  };
}

function isInCart({ dataset }: HTMLElement): boolean {
  return $cart.get().some(({ selectedColor }) => selectedColor.id === Number(dataset.variant));
}

/** Opens the payment of the chosen colour. */
async function buy({ dataset }: HTMLElement, button: HTMLButtonElement): Promise<void> {
  if (button.ariaBusy) return;
  button.ariaBusy = 'true';
  addEventListener('pageshow', () => (button.ariaBusy = null), { once: true });
  try {
    const { expressFromBar } = await import('./express-from-bar.ts');
    if (await expressFromBar(Number(dataset.product), Number(dataset.variant))) return;
  } catch (error) {
    console.error('Express checkout did not load', error);
  }
  button.ariaBusy = null;
}

/** The product's state as shown on the page. */
function readPicker(picker: Element, { dataset }: HTMLElement) {
  const colour = picker.querySelector(`legend [data-of-colour="${dataset.variant}"]`);
  const name = picker.querySelector('h1')?.textContent ?? '';
  return {
    subject: colour ? `${name}, ${colour.textContent}` : name,
    price: [...(picker.querySelector('[data-price]')?.cloneNode(true).childNodes ?? [])],
  };
}

/** Shows the bar when needed. @param life aborted when the shopper leaves. */
export function showBuyBar(main: HTMLElement, life: AbortSignal): void {
  // A page shown again still has the last visit's bar.
  main.querySelector('[data-buy-bar]')?.remove();
  const bar = makeBar();
  if (!bar) return;
  let watched: HTMLButtonElement | null = null;

  const place = new IntersectionObserver(
    ([entry]) => {
      if (!entry || entry.isIntersecting === bar.root.hidden) return;
      bar.root.hidden = entry.isIntersecting;
      // Lets other elements keep clear of the bar. `html:has(…)` would recompute the whole document's
      // styles on each change of the content.
      document.documentElement.toggleAttribute('data-over-bar', !entry.isIntersecting);
      // Makes the back-to-top button check again that it covers no control.
      window.dispatchEvent(new Event('resize'));
    },
    // From below the header to far below the viewport: only elements above do not intersect.
    { rootMargin: '-64px 0px 1000000px' },
  );

  /** Mirrors the page's button, which may have been replaced when the page was rendered again. */
  function follow(): void {
    const picker = main.querySelector('.product-picker');
    const button = picker?.querySelector<HTMLButtonElement>('button[data-add]');
    if (!bar || !picker || !button) return;
    const { subject, price } = readPicker(picker, button);
    bar.fill('name', subject);
    bar.fill('price', price);
    bar.fill('text', button.disabled ? OUT_OF_STOCK : 'Add To Cart');
    bar.fill('subject', ` ${subject}`);
    bar.fill('express-subject', ` ${subject}`);
    // The last piece may be in the cart already.
    bar.express.hidden = button.disabled && !isInCart(button);
    // Only changes: setting an unchanged attribute would trigger the observer below in an endless loop.
    if (bar.button.disabled !== button.disabled) bar.button.disabled = button.disabled;
    if (bar.button.ariaBusy !== button.ariaBusy) bar.button.ariaBusy = button.ariaBusy;
    if (button === watched) return;
    watched = button;
    main.append(bar.root);
    place.disconnect();
    place.observe(button);
    // Rendered again if a sale has changed it.
    const drawn = picker.querySelector('[data-price]');
    if (drawn) changes.observe(drawn, { childList: true, subtree: true });
  }

  bar.button.addEventListener('click', () => watched?.click());
  bar.express.addEventListener('click', () => watched && void buy(watched, bar.express));
  let isDue = false;
  // Paint the page first; it often changes in several steps.
  const changes = new MutationObserver(() => {
    if (isDue) return;
    isDue = true;
    afterPaint(() => {
      isDue = false;
      if (!life.aborted) follow();
    });
  });
  const attributeFilter = ['data-stock', 'data-variant', 'disabled', 'aria-busy'];
  changes.observe(main, { subtree: true, attributeFilter });
  life.addEventListener('abort', () => {
    changes.disconnect();
    place.disconnect();
    document.documentElement.removeAttribute('data-over-bar');
  });
  follow();
}
