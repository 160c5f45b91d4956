import { isLimited, lineTotal } from '#domain/cart/cart.ts';
import type { CartItem } from '#domain/cart/cart.ts';
import { formatPounds } from '#domain/money/money.ts';
import { withTaxText } from '#domain/money/shown-price.ts';
import { colourAddress } from '#domain/paths/product-address.ts';
import { pageTax } from '#browser/page-tax.ts';
import { cartReference } from './first-state/cart-reference.ts';
import * as text from './first-state/cart-text.ts';
import { drawSummary } from './first-state/draw-summary.ts';
import { storedLines } from './stored-lines.ts';

/** Sets the text of a part; `null` removes the part. */
function setPart(cart: ParentNode, part: string, content: string | null): void {
  const place = cart.querySelector(part);
  if (content === null) place?.remove();
  else if (place) place.textContent = content;
}

function drawQuantity(select: HTMLSelectElement, item: CartItem): void {
  const { quantity, selectedColor } = item;
  select.id = text.quantityId(item);
  const options = text.quantityChoices(item).map((choice) => {
    const isChosen = choice === quantity;
    const option = new Option(String(choice), String(choice), isChosen, isChosen);
    option.disabled = choice > selectedColor.quantity;
    return option;
  });
  select.replaceChildren(...options);
  if (isLimited(item)) select.setAttribute('aria-describedby', text.limitId(item));
  else select.removeAttribute('aria-describedby');
}

function drawLine(line: Element, item: CartItem): Element {
  setPart(line, '[data-line-name]', item.name);
  setPart(line, '[data-line-colour]', item.selectedColor.color_name);
  setPart(line, '[data-line-total]', formatPounds(lineTotal(item)));
  setPart(line, '[data-line-with-tax]', withTaxText(lineTotal(item), pageTax()));
  setPart(line, '[data-line-each]', item.quantity > 1 ? text.eachText(item, pageTax()) : null);
  setPart(line, 'label span', ` of ${text.pieceText(item)}`);
  setPart(line, 'button span', ` ${text.pieceText(item)}`);
  const limit = line.querySelector('[data-line-limit]');
  if (limit) limit.id = text.limitId(item);
  setPart(line, '[data-line-limit]', isLimited(item) ? text.limitText(item) : null);
  for (const link of line.querySelectorAll('a'))
    link.setAttribute('href', colourAddress(item, item.selectedColor));
  const label = line.querySelector('label');
  if (label) label.htmlFor = text.quantityId(item);
  const select = line.querySelector('select');
  if (select) drawQuantity(select, item);
  const picture = line.querySelector('img');
  if (picture) {
    const { src, srcSet } = text.linePicture(item, '');
    picture.srcset = srcSet;
    picture.src = src;
  }
  return line;
}

function drawLines(cart: ParentNode, items: readonly CartItem[]): void {
  const list = cart.querySelector('ul');
  const line = cart.querySelector('li');
  if (!list || !line) return;
  setPart(cart, 'p', text.countText(items));
  list.replaceChildren(
    ...items.map((item) => drawLine(line.ownerDocument.importNode(line, true), item)),
  );
}

/**
 * Renders the stored cart before the first paint, with the markup that React hydrates (CartTemplate.tsx).
 * @param page contains the cart and its templates.
 */
export function drawCartPreview(page: ParentNode): void {
  const place = page.querySelector('[data-cart-page]');
  const items = storedLines();
  const kind = items.length > 0 ? 'full' : 'empty';
  const template = page.querySelector<HTMLTemplateElement>(`[data-cart-template=${kind}]`);
  if (!place || !template) return;
  // Clones within the template's own document load no pictures: the sample's picture is only a
  // placeholder.
  const { content } = template;
  const cart = content.ownerDocument.importNode(content, true);
  drawLines(cart, items);
  drawSummary(cart, { items, taxes: null, pageTax: pageTax() });
  setPart(cart, '[data-cart-reference]', cartReference());
  place.replaceChildren(cart);
}
