/** A card's picture grows into that of its product: it is there at once, and the sharp one follows. */

import { fetchPicture } from './fetch-picture.ts';

const GROW_MS = 240;

/** The picture of the card that contains a link. */
export function cardPicture(link: Element | null): HTMLImageElement | null {
  const card = link?.closest('.product-card');
  return card?.querySelector<HTMLImageElement>('img') ?? null;
}

/** Where a picture is, and which file it shows. */
export interface ShownPicture {
  box: DOMRect;
  source: string;
}

/** A loaded picture in view; `null` for any other. */
export function shownPicture(picture: HTMLImageElement | null): ShownPicture | null {
  if (!picture?.complete || picture.naturalWidth === 0) return null;
  const box = picture.getBoundingClientRect();
  const inView = box.bottom > 0 && box.top < innerHeight;
  return inView ? { box, source: picture.currentSrc } : null;
}

/** The picture that a product's page opens with, of the chosen colour. */
function firstPicture(main: HTMLElement): HTMLImageElement | null {
  const panels = [...main.querySelectorAll<HTMLElement>('[data-of-colour]:has(.frame)')];
  const chosen = panels.find(({ offsetParent }) => offsetParent);
  return chosen?.querySelector<HTMLImageElement>('.frame img') ?? null;
}

/** Shows the small file until the sharp one has been decoded. */
function sharpenLater(picture: HTMLImageElement, source: string): void {
  const { srcset, src } = picture;
  const sharp = fetchPicture(picture, 'high');
  if (sharp.complete) return;
  picture.removeAttribute('srcset');
  picture.src = source;
  function show(): void {
    picture.srcset = srcset;
    picture.src = src;
  }
  sharp.decode().then(show, show);
}

/**
 * Shows a card's picture in the product's page that has just replaced the card's, and lets it grow from
 * where the card was.
 */
export function growPicture(main: HTMLElement, from: ShownPicture): void {
  const picture = firstPicture(main);
  const panel = picture?.closest<HTMLElement>('[data-of-colour]');
  if (!picture || !panel) return;
  sharpenLater(picture, from.source);
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const to = picture.getBoundingClientRect();
  const x = from.box.left - to.left;
  const y = from.box.top - to.top;
  const start = `translate(${x}px, ${y}px) scale(${from.box.width / to.width})`;
  panel.animate(
    [
      { transformOrigin: '0 0', transform: start },
      { transformOrigin: '0 0', transform: 'none' },
    ],
    { duration: GROW_MS, easing: 'cubic-bezier(0.2, 0, 0, 1)' },
  );
}
