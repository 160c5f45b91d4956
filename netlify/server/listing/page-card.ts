import { cardFacts } from '#domain/catalogue/card-view.ts';
import type { ListingCard } from '#domain/catalogue/listing.ts';
import { OUT_OF_STOCK } from '#domain/cart/stock.ts';
import { drawAddress } from '#domain/paths/draw-address.ts';
import {
  elementWith,
  elementsIn,
  parsePiece,
  remove,
  replaceWith,
  serialize,
  setAttribute,
  setText,
  toggleAttribute,
} from '../html/element-tree.ts';
import { escapeHtml } from '../html/escape-html.ts';

/**
 * Fills in a page's empty card as its script does in a browser (src/features/product-card/view/filled-card.ts).
 * @param template HTML of the empty card.
 * @param tax per cent added to the price.
 * @returns HTML.
 */
export function pageCard(template: string, listed: ListingCard, tax: number): string {
  const card = parsePiece(template);
  const facts = cardFacts(listed, tax);
  const part = (name: string) => elementWith(card, `data-card-${name}`);
  setAttribute(elementWith(card, 'data-card'), 'data-card', facts.signature);
  setAttribute(
    elementsIn(card).find(({ tagName }) => tagName === 'a'),
    'href',
    listed.href,
  );
  setText(part('name'), listed.product.name);
  setText(part('colour'), listed.variant.color_name);
  setText(part(facts.was ? 'now' : 'price'), facts.price);
  if (facts.was) setText(part('was'), facts.was);
  setText(part('with-tax'), facts.withTax);
  setText(part('category'), listed.product.category_name);
  const picture = part('picture');
  setAttribute(picture, 'alt', facts.alt);
  setAttribute(picture, 'srcset', facts.first.srcset);
  setAttribute(picture, 'src', facts.first.src);
  toggleAttribute(picture, 'data-turned', listed.isTurned);
  const second = part('second');
  const source = second && elementsIn(second).find(({ tagName }) => tagName === 'source');
  if (facts.second) setAttribute(source, 'srcset', facts.second.srcset);
  else remove(second);
  const button = elementWith(card, 'data-add');
  if (listed.product.drawn) {
    const name = `<span class="sr-only">${escapeHtml(facts.spokenName)}</span>`;
    const address = drawAddress(listed.product);
    replaceWith(button, `<a class="button add" href="${address}">Draw ${name}</a>`);
    return serialize(card);
  }
  setAttribute(button, 'data-product', String(listed.product.id));
  setAttribute(button, 'data-variant', String(listed.variant.id));
  setAttribute(button, 'data-stock', String(listed.variant.quantity));
  toggleAttribute(button, 'disabled', facts.soldOut);
  if (facts.soldOut) setText(elementWith(card, 'data-add-text'), OUT_OF_STOCK);
  setText(part('button-name'), facts.spokenName);
  return serialize(card);
}
