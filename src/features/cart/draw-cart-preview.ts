import { isLimited, lineTotal } from '#domain/cart/cart.ts';
import type { CartItem } from '#domain/cart/cart.ts';
import { formatPounds } from '#domain/money/money.ts';
import { withTaxText } from '#domain/money/shown-price.ts';
import { pageTax } from '#browser/page-tax.ts';
import { countText, eachText, limitText, linePicture } from './cart-text.ts';
import { storedLines } from './stored-lines.ts';

/** Sets the text of one part of a line; `null` removes the part. */
function setPart(line: Element, part: string, text: string | null): void {
  const place = line.querySelector(`[data-line-${part}]`);
  if (text === null) place?.remove();
  else if (place) place.textContent = text;
}

function drawLine(line: Element, item: CartItem): Element {
  for (const element of line.querySelectorAll('[id]')) element.removeAttribute('id');
  setPart(line, 'name', item.name);
  setPart(line, 'colour', item.selectedColor.color_name);
  setPart(line, 'total', formatPounds(lineTotal(item)));
  setPart(line, 'with-tax', withTaxText(lineTotal(item), pageTax()));
  setPart(line, 'each', item.quantity > 1 ? eachText(item, pageTax()) : null);
  setPart(line, 'limit', isLimited(item) ? limitText(item) : null);
  line.querySelector('select')?.replaceChildren(new Option(String(item.quantity)));
  const picture = line.querySelector('img');
  if (picture) {
    const { src, srcSet } = linePicture(item, '');
    picture.srcset = srcSet;
    picture.src = src;
  }
  return line;
}

function draw(preview: HTMLElement, template: DocumentFragment, items: readonly CartItem[]): void {
  // Clones within the template's own document load no pictures: the sample's picture is only a
  // placeholder.
  const { ownerDocument } = template;
  const drawn = ownerDocument.importNode(template, true);
  const count = drawn.querySelector('p');
  const list = drawn.querySelector('ul');
  const line = drawn.querySelector('li');
  if (!count || !list || !line) return;
  count.textContent = countText(items);
  list.replaceChildren(
    ...items.map((item) => drawLine(ownerDocument.importNode(line, true), item)),
  );
  preview.inert = true;
  preview.replaceChildren(drawn);
}

/**
 * Renders the cart's pictures, names and amounts before the first paint, while React is still loading.
 * Uses the island's own markup, inert until React takes over.
 * @param page contains the preview's container and template.
 */
export function drawCartPreview(page: ParentNode): void {
  const place = page.querySelector<HTMLElement>('[data-cart-preview]');
  const template = page.querySelector<HTMLTemplateElement>('[data-cart-template]');
  const items = storedLines();
  if (place) place.dataset.cartPreview = 'drawn';
  place?.replaceChildren();
  if (place && template && items.length > 0) draw(place, template.content, items);
}
