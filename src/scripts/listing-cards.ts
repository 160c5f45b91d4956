import type { ListingCard } from '#shop/listing.ts';
import { cardFacts } from './card-facts.ts';
import { fillCard } from './fill-card.ts';
import type { Listing } from './listing-parts.ts';

/** The cards of the page, in their order. */
export function standingCards({ grid }: Listing): HTMLElement[] {
  return [...grid.querySelectorAll<HTMLElement>('[data-card]')];
}

/** Redraws the cards only where they differ from what stands there, so nothing blinks. */
export function drawCards(listing: Listing, cards: readonly ListingCard[]): void {
  const standing = standingCards(listing);
  const same =
    standing.length === cards.length &&
    cards.every((card, index) => standing[index]?.dataset.card === cardFacts(card).signature);
  if (same) return;
  const { grid, template } = listing;
  grid.replaceChildren(...cards.flatMap((card) => fillCard(template, card) ?? []));
}
