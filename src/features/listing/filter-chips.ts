import { parsePriceRange } from '#domain/money/price-range.ts';
import { addressOf } from './listing-query.ts';
import type { ListingQuery } from './listing-query.ts';

/** An active filter: its label, and the listing without it. */
interface Chip {
  text: string;
  without: ListingQuery;
}

function chipsOf(query: ListingQuery): Chip[] {
  const { words, category, colours, price, inStock } = query;
  const range = parsePriceRange(price);
  const chip = (text: string, change: Partial<ListingQuery>): Chip => ({
    text,
    without: { ...query, page: 1, ...change },
  });
  return [
    ...(words === '' ? [] : [chip(`“${words}”`, { words: '' })]),
    ...(category === '' ? [] : [chip(category, { category: '' })]),
    ...colours.map((family) =>
      chip(family, { colours: colours.filter((other) => other !== family) }),
    ),
    ...(range ? [chip(`£${range.min} to £${range.max}`, { price: '' })] : []),
    ...(inStock ? [chip('In stock', { inStock: false })] : []),
  ];
}

/**
 * Renders the active filters as links that remove them one by one.
 * @param note the list's container, hidden when no filter is active.
 */
export function drawChips(note: HTMLElement, query: ListingQuery): void {
  const chips = chipsOf(query);
  const list = note.querySelector('ul');
  const template = note.querySelector('template');
  note.hidden = chips.length === 0;
  list?.replaceChildren(
    ...chips.flatMap(({ text, without }) => {
      const item = template?.content.firstElementChild?.cloneNode(true);
      const link = item instanceof Element ? item.querySelector('a') : null;
      const label = link?.querySelector('[data-chip-text]');
      if (!item || !link || !label) return [];
      link.href = addressOf(without);
      label.textContent = text;
      return [item];
    }),
  );
}
