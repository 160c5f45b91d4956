import { imageAddress, srcSet } from '#domain/catalogue/image.ts';
import { productAddress } from '#domain/paths/product-address.ts';
import type { ViewedProduct } from './viewed-products.ts';

/** One row on a desktop; phones show two per row. */
const MAX_SHOWN = 4;
const WIDTHS = [240, 360, 480, 720] as const;

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

/** Shows the section with the first of the viewed products. */
export function drawViewedTiles(section: HTMLElement, viewed: readonly ViewedProduct[]): void {
  const list = section.querySelector('ul');
  const template = section.querySelector('template');
  if (!list || !template) return;
  list.replaceChildren(...viewed.slice(0, MAX_SHOWN).flatMap((one) => tileOf(template, one) ?? []));
  section.hidden = false;
}
