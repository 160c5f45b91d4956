import type { ListingCard } from '#domain/listing.ts';
import { afterPaint } from '#browser/after-paint.ts';
import { cardFacts } from '#features/product-card/card-view.ts';
import { fillCard, showStock } from '#features/product-card/fill-card.ts';
import type { Listing } from './listing-parts.ts';

/** The cards of the page, in their order. */
export function standingCards({ grid }: Listing): HTMLElement[] {
  return [...grid.querySelectorAll<HTMLElement>('[data-card]')];
}

/** Cards outside the window. Asking where each one is would have the browser lay the page out. */
let unseen = new WeakSet<Element>();

const watcher = new IntersectionObserver((changes) => {
  for (const { target, isIntersecting } of changes) {
    if (isIntersecting) unseen.delete(target);
    else unseen.add(target);
  }
});

function watch(listing: Listing): void {
  watcher.disconnect();
  for (const card of standingCards(listing)) watcher.observe(card);
}

/** After a jump in the page nobody knows what is seen until the browser has told. */
export function lookAgain(listing: Listing): void {
  unseen = new WeakSet();
  watch(listing);
}

/** Puts a card into its place in the grid, after those before it. */
function drawCard({ grid, template }: Listing, card: ListingCard, there?: HTMLElement): void {
  if (there?.dataset.card === cardFacts(card).signature) {
    showStock(there, card.variant.quantity);
    return;
  }
  const drawn = fillCard(template, card);
  if (!drawn) return;
  if (there) there.replaceWith(drawn);
  else grid.append(drawn);
}

let drawings = 0;

/**
 * Draws the cards: at once those in places that the shopper sees, the others when these are painted.
 * One that stands in its place already stays there: nothing blinks, the focus is kept, and so is the
 * page that the browser may have prepared for its link.
 */
export function drawCards(listing: Listing, cards: readonly ListingCard[]): void {
  const standing = standingCards(listing);
  const places = cards.map((card, index) => ({ card, there: standing[index] }));
  const later = places.filter(({ there }) => there && unseen.has(there));
  const now = places.filter((place) => !later.includes(place));
  drawings += 1;
  const drawing = drawings;
  for (const left of standing.slice(cards.length)) left.remove();
  for (const { card, there } of now) drawCard(listing, card, there);
  afterPaint(() => {
    // Others may be wanted by now.
    if (drawing !== drawings) return;
    for (const { card, there } of later) drawCard(listing, card, there);
    watch(listing);
  });
}
