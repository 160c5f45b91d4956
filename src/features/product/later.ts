/** Code of a product page that can wait until the page has loaded. */
import { onContent } from '#browser/content/content.ts';
import '#ui/report-errors.ts';
import { startFilms } from './gallery/start-films.ts';
import './recently-viewed.ts';
import './stock-alert/watch-sold-out.ts';

/** Imported lazily: pages from which a product is shown in place load this file as well. */
async function startBarAndDelivery(main: HTMLElement, life: AbortSignal): Promise<void> {
  try {
    const [{ showBuyBar }, { tellDelivery }] = await Promise.all([
      import('./buy-bar/buy-bar.ts'),
      import('./delivery/delivery-promise.ts'),
    ]);
    if (life.aborted) return;
    showBuyBar(main, life);
    tellDelivery(main, life);
  } catch (error) {
    console.error('Part of the page has not loaded', error);
  }
}

/** Events before which nothing is scrolled away or opened. */
const SIGNS = ['scroll', 'pointerdown', 'keydown'];

onContent((main, life) => {
  if (!location.pathname.startsWith('/product-details/')) return;
  void startFilms(main.querySelector('[data-product-gallery]'), life);
  const waiting = new AbortController();
  function start(): void {
    waiting.abort();
    void startBarAndDelivery(main, life);
  }
  const options = { capture: true, passive: true, signal: waiting.signal };
  for (const sign of SIGNS) addEventListener(sign, start, options);
  life.addEventListener('abort', () => waiting.abort());
  // A scroll position that the browser has restored.
  if (scrollY > 0) start();
});
