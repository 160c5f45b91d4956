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

/** The picture that a page opens with; on a product's page that of the colour that the query asks for. */
export function firstPicture(main: HTMLElement, search: string): HTMLImageElement | null {
  const colour = Number(new URLSearchParams(search).get('colour'));
  return (
    main.querySelector(`[data-of-colour="${colour}"] .frame img`) ??
    main.querySelector('img[fetchpriority="high"]')
  );
}

/** Leaves out the picture of the colour that a product's page was built with, if another one is asked for. */
export function loadFirst(main: HTMLElement, search: string): void {
  const built = main.querySelector<HTMLImageElement>('[data-of-colour] img[fetchpriority="high"]');
  const first = firstPicture(main, search);
  if (!built || !first) return;
  built.loading = 'lazy';
  first.loading = 'eager';
}

/** Shows a card's file in the page that it leads to, until the sharp one has been decoded. */
export function sharpenLater(main: HTMLElement, search: string, source: string): void {
  const picture = firstPicture(main, search);
  // Otherwise it shows that file already.
  if (!picture?.srcset) return;
  const { srcset, src } = picture;
  const sharp = fetchPicture(picture, 'high');
  if (sharp.complete) return;
  Object.assign(picture, { srcset: '', src: source });
  const show = () => Object.assign(picture, { srcset, src });
  sharp.decode().then(show, show);
}

/**
 * Shows a card's picture in the product's page that has just replaced the card's, and lets it grow from
 * where the card was.
 */
export function growPicture(main: HTMLElement, search: string, from: ShownPicture): void {
  const picture = firstPicture(main, search);
  const panel = picture?.closest<HTMLElement>('[data-of-colour]');
  if (!picture || !panel) return;
  // Measured before anything changes, while that costs nothing.
  const to = picture.getBoundingClientRect();
  sharpenLater(main, search, from.source);
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const x = from.box.left - to.left;
  const y = from.box.top - to.top;
  const start = `translate(${x}px, ${y}px) scale(${from.box.width / to.width})`;
  panel.animate(
    { transformOrigin: ['0 0', '0 0'], transform: [start, 'none'] },
    { duration: GROW_MS, easing: 'cubic-bezier(0.2, 0, 0, 1)' },
  );
}
