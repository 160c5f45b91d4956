/**
 * Captures presses on a carousel's arrows, dots and arrow keys from the start; the island that renders
 * the carousel performs them once it has loaded.
 */
import { $turn } from '../gallery/turn.ts';

const KEYS: Readonly<Record<string, string>> = { ArrowLeft: 'previous', ArrowRight: 'next' };

function requestTurn(target: EventTarget | null, to: string | undefined): void {
  const carousel = target instanceof Element ? target.closest('[data-carousel]') : null;
  if (carousel && to !== undefined) $turn.set({ carousel, to });
}

/** Opens the full-screen view for a press on a picture, or on the button for it. */
function enlarge(target: EventTarget | null): void {
  const pressed = target instanceof Element && target.closest<HTMLElement>('[data-enlarge]');
  const gallery = pressed && pressed.closest<HTMLElement>('[data-gallery]');
  if (!gallery) return;
  import('../gallery/viewer/open-viewer.ts')
    .then(({ openViewer }) => openViewer(gallery, pressed))
    .catch((error: unknown) => console.error('The full-screen view did not load', error));
}

/** Captures presses for the life of the page. */
export function captureTurns(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-turn]') : null;
    requestTurn(button, button?.dataset.turn);
    enlarge(target);
  });
  document.addEventListener('keydown', ({ target, key }) => {
    // Until Swiper has loaded, arrow keys scroll the focused row natively.
    const scrolls = target instanceof Element && target.matches('.swiper:not(.swiper-initialized)');
    if (!scrolls) requestTurn(target, KEYS[key]);
  });
}
