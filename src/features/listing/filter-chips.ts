import { parsePriceRange } from '#domain/listing.ts';
import { addressOf } from './listing-query.ts';
import type { Wanted } from './listing-query.ts';

/** A filter in force: what it says, and the listing without it. */
interface Chip {
  text: string;
  without: Wanted;
}

function chipsOf(wanted: Wanted): Chip[] {
  const { words, category, colours, price, inStock } = wanted;
  const range = parsePriceRange(price);
  const chip = (text: string, change: Partial<Wanted>): Chip => ({
    text,
    without: { ...wanted, page: 1, ...change },
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
 * Draws the filters in force as links that take them away one by one.
 * @param note the list's place, hidden when everything is shown.
 */
export function drawChips(note: HTMLElement, wanted: Wanted): void {
  const chips = chipsOf(wanted);
  const list = note.querySelector('ul');
  const template = note.querySelector('template');
  note.hidden = chips.length === 0;
  list?.replaceChildren(
    ...chips.flatMap(({ text, without }) => {
      const item = template?.content.firstElementChild?.cloneNode(true);
      const link = item instanceof Element ? item.querySelector('a') : null;
      const place = link?.querySelector('[data-chip-text]');
      if (!item || !link || !place) return [];
      link.href = addressOf(without);
      place.textContent = text;
      return [item];
    }),
  );
}
