import '#ui/islands/development.ts';
import { createRoot } from 'react-dom/client';
import { whenIdle } from '#browser/when-idle.ts';
import { $restored } from '#ui/islands/restored.ts';
import { CartPage } from './CartPage.tsx';

/**
 * Replaces the preview with the cart, once storage has been read.
 * @param page contains the preview.
 * @param life aborted when the shopper leaves.
 */
export function drawCart(page: ParentNode, life: AbortSignal): void {
  const place = page.querySelector('[data-cart-page]');
  if (!place) return;
  const stop = $restored.subscribe((isRestored) => {
    if (!isRestored) return;
    const root = createRoot(place);
    root.render(<CartPage />);
    life.addEventListener('abort', () => whenIdle(() => root.unmount()));
  });
  life.addEventListener('abort', stop);
}

// In place of another page, cart-content.ts draws it.
if (!('swaps' in document.documentElement.dataset))
  drawCart(document, new AbortController().signal);
