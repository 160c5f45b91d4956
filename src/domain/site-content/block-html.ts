import { imageAddress, srcSet } from '../catalogue/image.ts';
import { xmlText } from '../basics/xml.ts';
import { markdownHtml } from './markdown-html.ts';
import type { Block } from './own-page.ts';

/** A block without products, which are cards (OwnProducts.astro). */
export type PlainBlock = Exclude<Block, { type: 'products' }>;

/** Pictures are as wide as the screen. */
const widths = [640, 960, 1280, 1600, 2000, 2400];

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
    const { picture, alt, caption } = block;
    const load = index === 0 ? 'loading="eager" fetchpriority="high"' : 'loading="lazy"';
    const img = `<img src="${xmlText(imageAddress(picture, 1280))}" srcset="${xmlText(srcSet(picture, widths))}" sizes="100vw" width="1600" height="900" alt="${xmlText(alt)}" ${load} decoding="async">`;
    return `<figure class="own-picture" data-block="${index}">${img}${captionHtml('shell own-caption', caption)}</figure>`;
  }
  const lines = block.text.split(/\n+/).map((line) => `<p>${xmlText(line)}</p>`);
  return `<figure class="shell own-quote"><blockquote class="title">${lines.join('')}</blockquote>${captionHtml('own-caption', block.source)}</figure>`;
}
