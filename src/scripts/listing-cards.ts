import type { ListingCard } from '#shop/listing.ts';
import { cardFacts } from './card-facts.ts';
import { fillCard, showStock } from './fill-card.ts';
import type { Listing } from './listing-parts.ts';

/** The cards of the page, in their order. */
export function standingCards({ grid }: Listing): HTMLElement[] {
  return [...grid.querySelectorAll<HTMLElement>('[data-card]')];
}

/**
 * Draws the cards. One that stands in its place already stays there: nothing blinks, the focus is kept,
 * and so is the page that the browser may have prepared for its link.
 */
export function drawCards(listing: Listing, cards: readonly ListingCard[]): void {
  const standing = standingCards(listing);
  for (const [index, card] of cards.entries()) {
    const there = standing[index];
    if (there?.dataset.card === cardFacts(card).signature) {
      showStock(there, card.variant.quantity);
      continue;
    }
    const drawn = fillCard(listing.template, card);
    if (!drawn) continue;
    if (there) there.replaceWith(drawn);
    else listing.grid.append(drawn);
  }
  for (const left of standing.slice(cards.length)) left.remove();
}
