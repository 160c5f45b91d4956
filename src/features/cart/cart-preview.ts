/**
 * Inlined in the cart's page, so that pictures, names and amounts stand there from the first paint,
 * while React is on its way: in the island's own markup, not to be touched yet.
 */
import { readText } from '#browser/web-storage.ts';
import { isLimited, lineTotal, readCartItems } from '#domain/cart.ts';
import type { CartItem } from '#domain/cart.ts';
import { formatPounds } from '#domain/money.ts';
import { isRecord, parseJson } from '#domain/record.ts';
import { countText, eachText, limitText, linePicture } from './cart-text.ts';

/** Fills in a part of a line; one without a text is not there. */
function put(line: Element, part: string, text: string | null): void {
  const place = line.querySelector(`[data-line-${part}]`);
  if (text === null) place?.remove();
  else if (place) place.textContent = text;
}

function drawLine(line: Element, item: CartItem): Element {
  for (const named of line.querySelectorAll('[id]')) named.removeAttribute('id');
  put(line, 'name', item.name);
  put(line, 'colour', item.selectedColor.color_name);
  put(line, 'total', formatPounds(lineTotal(item)));
  put(line, 'each', item.quantity > 1 ? eachText(item) : null);
  put(line, 'limit', isLimited(item) ? limitText(item) : null);
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
  const drawn = document.importNode(template, true);
  const count = drawn.querySelector('p');
  const list = drawn.querySelector('ul');
  const line = drawn.querySelector('li');
  if (!count || !list || !line) return;
  count.textContent = countText(items);
  list.replaceChildren(...items.map((item) => drawLine(document.importNode(line, true), item)));
  preview.inert = true;
  preview.append(drawn);
}

const place = document.querySelector<HTMLElement>('[data-cart-preview]');
const template = document.querySelector<HTMLTemplateElement>('[data-cart-template]');
const root = parseJson(readText('local', 'root') ?? '');
const items = isRecord(root) ? readCartItems(root.cart) : [];
if (place && template && items.length > 0) draw(place, template.content, items);
