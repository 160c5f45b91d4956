import { imageAddress, srcSet } from '#domain/address/image.ts';
import { productAddress } from '#domain/address/product-address.ts';
import { recentlyViewed, rememberViewed } from './viewed-products.ts';
import type { ViewedProduct } from './viewed-products.ts';
import { whenShown } from '#browser/shown.ts';

/** One row on a desktop; phones show two per row. */
const MAX_SHOWN = 4;
const WIDTHS = [240, 360, 480, 720];

const section = document.querySelector<HTMLElement>('[data-recently-viewed]');
const list = section?.querySelector('ul');
const template = section?.querySelector('template');

function tileOf({ id, name, image }: ViewedProduct): Element | null {
  const tile = template?.content.firstElementChild?.cloneNode(true);
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

function show(row: Element, around: HTMLElement): void {
  const { productId, productName = '', productImage = '' } = around.dataset;
  const current = Number(productId);
  const others = recentlyViewed().filter(({ id }) => id !== current);
  row.replaceChildren(...others.slice(0, MAX_SHOWN).flatMap((viewed) => tileOf(viewed) ?? []));
  around.hidden = others.length === 0;
  rememberViewed({ id: current, name: productName, image: productImage });
}

if (section && list) whenShown(() => show(list, section));
