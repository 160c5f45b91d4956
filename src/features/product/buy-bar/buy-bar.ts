/**
 * A bar at the bottom of a phone's window with name, price and Add To Cart, while the button itself has
 * been scrolled away upwards. Its button presses that one, so that both always do the same. The bar is
 * the last thing in the content: it ends above the footer, and covers nothing there.
 */
import { afterPaint } from '#browser/after-paint.ts';
import { OUT_OF_STOCK } from '#domain/stock.ts';

/** Low windows, as after zooming in, have no room for it; wide ones keep the button in view (WCAG 1.4.10). */
const markup = `
<div data-buy-bar hidden class="sticky bottom-0 z-10 flex items-center justify-between gap-4 border-t border-ink bg-bone py-2 shell lg:hidden [@media(height<30rem)]:hidden">
  <div class="min-w-0 text-sm leading-snug">
    <p class="line-clamp-2 font-semibold" data-bar-name></p>
    <p class="flex flex-wrap gap-x-2 tabular-nums [&>*]:mx-0 [&>span]:text-sm" data-bar-price></p>
  </div>
  <button type="button" class="button shrink-0 px-5"><span data-bar-text></span><span class="sr-only" data-bar-subject></span></button>
</div>`.trim();

interface Bar {
  root: HTMLElement;
  button: HTMLButtonElement;
  fill(part: string, content: string | Node[]): void;
}

function makeBar(): Bar | null {
  const template = document.createElement('template');
  template.innerHTML = markup;
  const root = template.content.firstElementChild;
  const button = root?.querySelector('button');
  if (!(root instanceof HTMLElement) || !button) return null;
  return {
    root,
    button,
    fill(part, content) {
      const place = root.querySelector(`[data-bar-${part}]`);
      if (typeof content !== 'string') place?.replaceChildren(...content);
      else if (place && place.textContent !== content) place.textContent = content;
    },
  };
}

/** What the page says of the product now. */
function readPicker(picker: Element, { dataset }: HTMLElement) {
  const colour = picker.querySelector(`legend [data-of-colour="${dataset.variant}"]`);
  const name = picker.querySelector('h1')?.textContent ?? '';
  return {
    subject: colour ? `${name}, ${colour.textContent}` : name,
    price: [...(picker.querySelector('[data-price]')?.cloneNode(true).childNodes ?? [])],
  };
}

/** Shows the bar when it is needed. @param life aborted when the shopper leaves. */
export function showBuyBar(main: HTMLElement, life: AbortSignal): void {
  // A page that is shown again has the last visit's.
  main.querySelector('[data-buy-bar]')?.remove();
  const bar = makeBar();
  if (!bar) return;
  let watched: HTMLButtonElement | null = null;

  const place = new IntersectionObserver(
    ([entry]) => {
      if (!entry || entry.isIntersecting === bar.root.hidden) return;
      bar.root.hidden = entry.isIntersecting;
      // For what has to keep clear of the bar. By `html:has(…)`, each change of the content would have all of the
      // document's styles computed anew.
      document.documentElement.toggleAttribute('data-over-bar', !entry.isIntersecting);
      // The way back to the top looks again for a place where it covers nothing.
      window.dispatchEvent(new Event('resize'));
    },
    // From below the header to far below the window: only what is above does not intersect.
    { rootMargin: '-64px 0px 1000000px' },
  );

  /** Says what the page's button says; the page may have been drawn anew around another one. */
  function follow(): void {
    const picker = main.querySelector('.product-picker');
    const button = picker?.querySelector<HTMLButtonElement>('button[data-add]');
    if (!bar || !picker || !button) return;
    const { subject, price } = readPicker(picker, button);
    bar.fill('name', subject);
    bar.fill('price', price);
    bar.fill('text', button.disabled ? OUT_OF_STOCK : 'Add To Cart');
    bar.fill('subject', ` ${subject}`);
    // Only changes: setting an attribute again would be heard below, for ever.
    if (bar.button.disabled !== button.disabled) bar.button.disabled = button.disabled;
    if (bar.button.ariaBusy !== button.ariaBusy) bar.button.ariaBusy = button.ariaBusy;
    if (button === watched) return;
    watched = button;
    main.append(bar.root);
    place.disconnect();
    place.observe(button);
    // Drawn anew when a sale has changed it.
    const drawn = picker.querySelector('[data-price]');
    if (drawn) changes.observe(drawn, { childList: true, subtree: true });
  }

  bar.button.addEventListener('click', () => watched?.click());
  let isDue = false;
  // What the bar repeats is painted first, and changes often by several steps.
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
