import { imageAddress, srcSet } from '#domain/address/image.ts';
import { productAddress } from '#domain/address/product-address.ts';
import {
  letRememberViewed,
  onViewedElsewhere,
  recentlyViewed,
  remembersViewed,
  rememberViewed,
} from './viewed-products.ts';
import type { ViewedProduct } from './viewed-products.ts';
import { onContent } from '#browser/content/content.ts';
import { whenShown } from '#browser/shown.ts';

/** One row on a desktop; phones show two per row. */
const MAX_SHOWN = 4;
const WIDTHS = [240, 360, 480, 720];

function tileOf(template: HTMLTemplateElement, { id, name, image }: ViewedProduct): Element | null {
  const tile = template.content.firstElementChild?.cloneNode(true);
  if (!(tile instanceof Element)) return null;
  const link = tile.querySelector('a');
  const picture = tile.querySelector('img');
  if (link) {
    link.href = productAddress({ id });
    link.textContent = name;
  }
  if (picture) {
    picture.srcset = srcSet(image, WIDTHS);
    picture.src = imageAddress(image, 480);
  }
  return tile;
}

function show(section: HTMLElement): void {
  const list = section.querySelector('ul');
  const template = section.querySelector('template');
  if (!list || !template) return;
  const { productId, productName = '', productImage = '' } = section.dataset;
  const current = Number(productId);
  const others = recentlyViewed().filter(({ id }) => id !== current);
  const tiles = others.slice(0, MAX_SHOWN).flatMap((viewed) => tileOf(template, viewed) ?? []);
  list.replaceChildren(...tiles);
  section.hidden = others.length === 0;
  rememberViewed({ id: current, name: productName, image: productImage });
}

/** Removes the list, and says where to turn it on again. */
function clear(section: HTMLElement): void {
  section.querySelector('ul')?.replaceChildren();
  section.querySelector('button')?.remove();
  const note = section.querySelector('p');
  if (note) note.hidden = false;
}

onContent((main) => {
  const section = main.querySelector<HTMLElement>('[data-recently-viewed]');
  if (!section) return;
  section.querySelector('button')?.addEventListener('click', () => {
    letRememberViewed(false);
    clear(section);
    // The focused button is gone.
    section.querySelector<HTMLElement>('p a')?.focus();
  });
  whenShown(() => show(section));
});

onViewedElsewhere(() => {
  const section = document.querySelector<HTMLElement>('[data-recently-viewed]');
  if (section && !remembersViewed()) clear(section);
});
