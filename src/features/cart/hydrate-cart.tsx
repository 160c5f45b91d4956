import '#ui/islands/development.ts';
import { hydrateRoot } from 'react-dom/client';
import { whenIdle } from '#browser/when-idle.ts';
import { CartPage, type DrawnCart } from './CartPage.tsx';
import { AWAKE } from './first-state/awake.ts';

/**
 * Has React take over the cart.
 * @param drawn the state that `place` shows.
 * @param life aborted when the shopper leaves.
 */
export function hydrateCart(place: HTMLElement, drawn: DrawnCart, life: AbortSignal): void {
  const root = hydrateRoot(place, <CartPage drawn={drawn} />);
  place.dispatchEvent(new Event(AWAKE));
  life.addEventListener('abort', () => whenIdle(() => root.unmount()));
}
