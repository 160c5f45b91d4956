import { pageTax } from '#browser/page-tax.ts';
import type { ListingCard } from '#domain/catalogue/listing.ts';
import { showStock } from '#features/product-card/add-to-cart.ts';
import { filledCard } from '#features/product-card/view/filled-card.ts';

/** Clones the card in the page's template and fills in a product. */
export function fillCard(template: HTMLTemplateElement, listed: ListingCard): Element | null {
  const card = filledCard(template, listed, pageTax());
  if (card) showStock(card, listed.variant.quantity);
  return card;
}
