/** A card's picture grows into its product's: shown at once, with the sharp one to follow. */

import { fetchPicture } from './fetch-picture.ts';

const GROW_MS = 200;

/** The picture of the card that contains a link: the one with which its product's page begins. */
export function cardPicture(link: Element | null): HTMLImageElement | null {
  const card = link?.closest('.product-card');
  return card?.querySelector<HTMLImageElement>('img:not([data-turned])') ?? null;
}

/** A picture's position, and the file it shows. */
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

/** A page's first picture; on a product page, of the colour in the query. */
export function firstPicture(main: HTMLElement, search: string): HTMLImageElement | null {
  const colour = Number(new URLSearchParams(search).get('colour'));
  return (
    main.querySelector(`[data-of-colour="${colour}"] .frame img`) ??
    main.querySelector('img[fetchpriority="high"]')
  );
}

/**
 * Skips the picture of a product page's default colour if the query asks for another one. The other is chosen
 * here, since the page's script may not be loaded yet: a picture that is only hidden would be fetched.
 */
export function loadFirst(main: HTMLElement, search: string): void {
  const first = firstPicture(main, search);
  const colour = first?.closest<HTMLElement>('[data-of-colour]')?.dataset.ofColour;
  const radio = main.querySelector<HTMLInputElement>(`input[value="${colour}"]`);
  const built = main.querySelector<HTMLImageElement>('img[fetchpriority="high"]');
  if (!first || !radio || !built) return;
  radio.checked = true;
  built.loading = 'lazy';
  first.loading = 'eager';
}

/** Shows a card's file on the linked page until the sharp one is decoded. */
export function sharpenLater(main: HTMLElement, search: string, source: string): void {
  const picture = firstPicture(main, search);
  // Without a `srcset` it already shows that file.
  if (!picture?.srcset) return;
  const { srcset, src } = picture;
  const sharp = fetchPicture(picture, 'high');
  if (sharp.complete) return;
  Object.assign(picture, { srcset: '', src: source });
  const show = () => Object.assign(picture, { srcset, src });
  sharp.decode().then(show, show);
}

/**
 * Shows a card's picture on the product page that has just replaced the card's page, and grows it from
 * the card's position.
 */
export function growPicture(main: HTMLElement, search: string, from: ShownPicture): void {
  const picture = firstPicture(main, search);
  const panel = picture?.closest<HTMLElement>('[data-of-colour]');
  if (!picture || !panel) return;
  // Read layout before changing anything, while it is clean.
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
