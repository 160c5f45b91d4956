/** Replaces the inline scripts that run when the cart is loaded as a document. */
import { beforeContent, onContent, whenStaged } from '#browser/content/content.ts';
import { readText } from '#browser/web-storage.ts';
import { drawCartPreview } from '#features/cart/draw-cart-preview.ts';
import { holdPresses } from '#features/cart/hold-presses.ts';
import { showPayment } from '#features/layout/payment-notice/show-payment.ts';
import { restoreRoot } from '#stores/root.ts';
import { UNFINISHED_KEY } from '#stores/payment/unfinished-payment.ts';

function watchPayment(): void {
  import('#features/layout/payment-notice/watch-payment.ts').catch((error: unknown) =>
    console.error('The payment is not watched', error),
  );
}

function onStorage({ key }: StorageEvent): void {
  // The key is null if storage was cleared.
  if (key === UNFINISHED_KEY || key === null) showPayment();
}

function onPageShow({ persisted }: PageTransitionEvent): void {
  if (persisted) showPayment();
}

/** The stored text when each preview was drawn. */
const drawn = new WeakMap<HTMLElement, string | null>();

function drawPreview(main: HTMLElement): void {
  const stored = readText('local', 'root');
  if (drawn.get(main) === stored) return;
  drawn.set(main, stored);
  drawCartPreview(main);
}

async function start(main: HTMLElement, life: AbortSignal): Promise<void> {
  try {
    const { startCart } = await import('#features/cart/start-cart.ts');
    if (!life.aborted) startCart(main, life);
  } catch {
    // An earlier build's files are gone after a deploy.
    if (!life.aborted) location.reload();
  }
}

whenStaged(drawPreview);
// The cart may be staged already, by a touch while this script was loading.
const staged = document.querySelector<HTMLElement>('main[data-aside]');
if (staged) drawPreview(staged);
beforeContent((main, life) => {
  drawPreview(main);
  const keepPresses = holdPresses(main);
  addEventListener('pagehide', keepPresses, { signal: life });
  life.addEventListener('abort', () => {
    keepPresses();
    restoreRoot();
  });
  const notice = main.querySelector('[data-payment-notice]');
  if (!notice) return;
  notice.addEventListener('payment', watchPayment, { once: true, signal: life });
  addEventListener('storage', onStorage, { signal: life });
  addEventListener('pageshow', onPageShow, { signal: life });
  showPayment();
});
onContent((main, life) => {
  if (main.querySelector('[data-cart-page]')) void start(main, life);
});
