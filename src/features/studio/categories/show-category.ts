import { CARDS_BEFORE_TILE } from '#domain/catalogue/listing.ts';
import { imageAddress } from '#domain/catalogue/image.ts';
import { tileHtml } from '#domain/site-content/block-html.ts';
import type { HeadingFocus } from '#domain/site-content/content-fields.ts';
import type { ListingTile } from '#domain/site-content/listing-tile.ts';
import { listingFocusRules } from '#domain/site-content/picture-focus.ts';
import { withoutRefused } from '#domain/site-content/markdown.ts';
import { descriptionHtml } from '#domain/site-content/markdown-html.ts';

/** The part of a category's or collection's page that its form edits. */
export interface CategoryHeading {
  name: string;
  intro: string | null;
  picture: string | null;
  focus: HeadingFocus | null;
  tile: ListingTile | null;
}

/** Renders a tile into a listing of the shop, as Listing.astro does. */
export function showTile(page: Document, tile: ListingTile | null): void {
  page.querySelector('[data-tile]')?.remove();
  const eighth = page.querySelectorAll('.product-card')[CARDS_BEFORE_TILE - 1];
  if (tile?.picture) eighth?.insertAdjacentHTML('afterend', tileHtml(tile));
}

/**
 * Renders a heading and tile into a listing of the shop, as Listing.astro does. The products on it stay.
 * @returns the style rules of its pictures.
 */
export function showCategory(
  page: Document,
  { name, intro, picture, focus, tile }: CategoryHeading,
): string {
  // An empty listing would wait for its script.
  delete page.documentElement.dataset['listing'];
  const title = page.querySelector('[data-listing-title]');
  const words = title?.parentElement;
  const root = words?.parentElement;
  if (!title || !root) return '';
  title.textContent = name;
  words.querySelector('.description')?.remove();
  if (intro) {
    const text = page.createElement('div');
    text.className = 'description w-full max-w-prose';
    text.innerHTML = descriptionHtml(withoutRefused(intro));
    words.append(text);
  }
  root.querySelector(':scope > img')?.remove();
  if (picture) {
    const image = page.createElement('img');
    image.src = imageAddress(picture, 1280);
    image.alt = '';
    image.className = 'aspect-[4/3] max-h-[60svh] w-full object-cover lg:aspect-[21/9]';
    root.prepend(image);
  }
  showTile(page, tile);
  return listingFocusRules({ tile, focus });
}
