import type { ListingCard } from '#domain/catalogue/listing.ts';
import { cardFacts } from '#domain/catalogue/card-view.ts';

function setText(card: Element, part: string, text: string): void {
  const place = card.querySelector(`[data-card-${part}]`);
  if (place) place.textContent = text;
}

/**
 * Clones the card in a page's template and fills in a product, except its stock.
 * @param tax per cent added to the price.
 */
export function filledCard(
  template: HTMLTemplateElement,
  listed: ListingCard,
  tax: number,
): HTMLElement | null {
  const card = template.content.firstElementChild?.cloneNode(true);
  if (!(card instanceof HTMLElement)) return null;
  const facts = cardFacts(listed, tax);
  card.dataset.card = facts.signature;
  const link = card.querySelector<HTMLAnchorElement>('a');
  if (link) link.href = listed.href;
  setText(card, 'name', listed.product.name);
  setText(card, 'colour', listed.variant.color_name);
  setText(card, facts.was ? 'now' : 'price', facts.price);
  if (facts.was) setText(card, 'was', facts.was);
  setText(card, 'with-tax', facts.withTax);
  setText(card, 'category', listed.product.category_name);
  const picture = card.querySelector<HTMLImageElement>('[data-card-picture]');
  if (picture) {
    picture.alt = facts.alt;
    if (listed.isTurned) picture.dataset.turned = '';
    picture.srcset = facts.first.srcset;
    picture.src = facts.first.src;
  }
  const second = card.querySelector<HTMLSourceElement>('[data-card-second] source');
  if (second && facts.second) second.srcset = facts.second.srcset;
  else second?.parentElement?.remove();
  const button = card.querySelector<HTMLButtonElement>('button[data-add]');
  if (button) {
    button.dataset.product = String(listed.product.id);
    button.dataset.variant = String(listed.variant.id);
    setText(card, 'button-name', facts.spokenName);
  }
  return card;
}
