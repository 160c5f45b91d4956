import { blockHtml } from '#domain/site-content/block-html.ts';
import { withoutRefused } from '#domain/site-content/markdown.ts';
import { entryDay } from '#domain/site-content/entry-day.ts';
import type { Block, OwnPage } from '#domain/site-content/own-page.ts';
import { ownPageFocusRules } from '#domain/site-content/picture-focus.ts';

/** Draws the card of a product; undefined if the product is not in the shop or still loading. */
export type DrawCard = (slug: string) => HTMLElement | undefined;

function productsOf(
  page: Document,
  block: Extract<Block, { type: 'products' }>,
  drawCard: DrawCard,
): Element | null {
  const cards = block.products.flatMap((slug) => drawCard(slug) ?? []);
  if (cards.length === 0) return null;
  const section = page.createElement('section');
  section.className = 'own-products';
  const list = page.createElement('ul');
  list.className = 'card-grid card-grid-full';
  list.replaceChildren(...cards);
  if (block.heading !== '') {
    const heading = page.createElement('h2');
    heading.className = 'title shell pb-8';
    heading.textContent = block.heading;
    section.append(heading);
  }
  section.append(list);
  return section;
}

function elementOf(page: Document, block: Exclude<Block, { type: 'products' }>, index: number) {
  const part = page.createElement('template');
  const shown = block.type === 'text' ? { ...block, text: withoutRefused(block.text) } : block;
  part.innerHTML = blockHtml(shown, index);
  return part.content.firstElementChild;
}

/** Renders a page into the empty one of the shop (src/pages/arrivals/own.astro). Returns its style rules. */
export function showOwnPage(page: Document, own: OwnPage, drawCard: DrawCard): string {
  const title = page.querySelector('[data-own-title]');
  if (title) title.textContent = own.title;
  const entry = page.querySelector<HTMLElement>('[data-own-entry]');
  if (entry) {
    entry.hidden = own.entry === null;
    entry.textContent = own.entry ? `Journal · ${entryDay(own.entry)}` : '';
  }
  const parts = own.blocks.map((block, index) => {
    if (block.type === 'products') return productsOf(page, block, drawCard);
    // Without its picture the frame would show a broken one.
    return block.type === 'picture' && block.picture === '' ? null : elementOf(page, block, index);
  });
  page.querySelector('[data-own-blocks]')?.replaceChildren(...parts.flatMap((part) => part ?? []));
  return ownPageFocusRules(own.blocks);
}
