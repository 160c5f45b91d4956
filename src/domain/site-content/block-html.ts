import { imageAddress, srcSet } from '../catalogue/image.ts';
import { xmlText } from '../basics/xml.ts';
import { markdownHtml } from './markdown-html.ts';
import type { ListingTile } from './listing-tile.ts';
import type { Block } from './own-page.ts';

type PictureBlock = Extract<Block, { type: 'picture' }>;

/** A block without products, which are cards (OwnProducts.astro). */
export type PlainBlock = Exclude<Block, { type: 'products' }>;

const widths = [640, 960, 1280, 1600, 2000, 2400] as const;

function pictureHtml(
  { picture, alt }: ListingTile | PictureBlock,
  sizes: string,
  attributes: string,
): string {
  return `<img src="${xmlText(imageAddress(picture, 1280))}" srcset="${xmlText(srcSet(picture, widths))}" sizes="${sizes}" width="1600" height="900" alt="${xmlText(alt)}" ${attributes}>`;
}

function captionHtml(className: string, text: string): string {
  return text === '' ? '' : `<figcaption class="${className}">${xmlText(text)}</figcaption>`;
}

/**
 * HTML of a block, for the built page and the studio's preview of it.
 * @param index the block's place on the page; the picture of the first is loaded first.
 */
export function blockHtml(block: PlainBlock, index: number): string {
  if (block.type === 'text') {
    return `<div class="shell own-text"><div class="prose">${markdownHtml(block.text)}</div></div>`;
  }
  if (block.type === 'picture') {
    const load =
      index === 0
        ? 'loading="eager" fetchpriority="high" decoding="async"'
        : 'loading="lazy" decoding="sync"';
    const caption = captionHtml('shell own-caption', block.caption);
    return `<figure class="own-picture" data-block="${index}">${pictureHtml(block, '100vw', load)}${caption}</figure>`;
  }
  const lines = block.text.split(/\n+/).map((line) => `<p>${xmlText(line)}</p>`);
  return `<figure class="shell own-quote"><blockquote class="title">${lines.join('')}</blockquote>${captionHtml('own-caption', block.source)}</figure>`;
}

/** HTML of a listing's tile, for the built page and the studio's preview of it. */
export function tileHtml(tile: ListingTile): string {
  const cover =
    'loading="lazy" decoding="sync" class="absolute inset-0 h-full w-full object-cover"';
  const picture = pictureHtml(tile, '(min-width: 64rem) 70vw, 120vw', cover);
  const line =
    tile.caption &&
    `<span class="title tile-line absolute text-bone">${xmlText(tile.caption)}</span>`;
  return `<li class="listing-tile relative bg-bone-deep" data-tile><a href="${xmlText(tile.link)}">${picture}${line}</a></li>`;
}
