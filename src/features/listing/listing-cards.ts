import { CARDS_BEFORE_TILE, type ListingCard } from '#domain/catalogue/listing.ts';
import { afterPaint } from '#browser/after-paint.ts';
import { pageTax } from '#browser/page-tax.ts';
import { cardFacts } from '#domain/catalogue/card-view.ts';
import { showStock } from '#features/product-card/add-to-cart.ts';
import { fillCard } from './fill-card.ts';
import type { Listing } from './listing-parts.ts';

/** The cards on the page, in order. */
export function currentCards({ grid }: Listing): HTMLElement[] {
  return [...grid.querySelectorAll<HTMLElement>('[data-card]')];
}

/** Cards outside the viewport. An observer, because measuring each card would force layout. */
let offscreen = new WeakSet<Element>();

const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) offscreen.delete(target);
    else offscreen.add(target);
  }
});

function observe(listing: Listing): void {
  observer.disconnect();
  for (const card of currentCards(listing)) observer.observe(card);
}

/** After a scroll jump, visibility is unknown until the observer reports: treat all cards as visible. */
export function resetVisibility(listing: Listing): void {
  offscreen = new WeakSet();
  observe(listing);
}

/** Renders a card in place of the current one, or appends it, the first ones before the tile. */
function drawCard({ grid, template }: Listing, card: ListingCard, current?: HTMLElement): void {
  if (current?.dataset.card === cardFacts(card, pageTax()).signature) {
    showStock(current, card.variant.quantity);
    return;
  }
  const drawn = fillCard(template, card);
  if (!drawn) return;
  const isFirst = grid.children.length <= CARDS_BEFORE_TILE;
  if (current) current.replaceWith(drawn);
  else grid.insertBefore(drawn, isFirst ? grid.querySelector('[data-tile]') : null);
}

let lastDrawing = 0;

/**
 * Renders the cards: visible ones at once, the rest after paint. Unchanged cards keep their element,
 * so that nothing flickers and focus and the link's prerendered page survive.
 */
export function drawCards(listing: Listing, cards: readonly ListingCard[]): void {
  const before = currentCards(listing);
  const slots = cards.map((card, index) => ({ card, current: before[index] }));
  const later = slots.filter(({ current }) => current && offscreen.has(current));
  const now = slots.filter((slot) => !later.includes(slot));
  lastDrawing += 1;
  const drawing = lastDrawing;
  for (const surplus of before.slice(cards.length)) surplus.remove();
  for (const { card, current } of now) drawCard(listing, card, current);
  afterPaint(() => {
    // Superseded by a later call.
    if (drawing !== lastDrawing) return;
    for (const { card, current } of later) drawCard(listing, card, current);
    observe(listing);
  });
}
