/**
 * Presses on a carousel's arrows, dots and arrow keys, heard from the page's first moment; the island
 * that draws the carousel carries them out as soon as it is there.
 */
import { atom } from 'nanostores';

/** A wish to see another picture. */
export interface Turn {
  carousel: Element;
  /** `next`, `previous`, or the index of a picture from 0. */
  to: string;
}

/** The latest press that nobody has carried out yet. */
export const $turn = atom<Turn | null>(null);

const KEYS: Readonly<Record<string, string>> = { ArrowLeft: 'previous', ArrowRight: 'next' };

function ask(target: EventTarget | null, to: string | undefined): void {
  const carousel = target instanceof Element ? target.closest('[data-carousel]') : null;
  if (carousel && to !== undefined) $turn.set({ carousel, to });
}

/** Listens for presses, for the life of the page. */
export function hearTurns(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-turn]') : null;
    ask(button, button?.dataset.turn);
  });
  document.addEventListener('keydown', ({ target, key }) => {
    // Until Swiper has come, the browser itself scrolls a row that has the focus.
    const scrolls = target instanceof Element && target.matches('.swiper:not(.swiper-initialized)');
    if (!scrolls) ask(target, KEYS[key]);
  });
}
