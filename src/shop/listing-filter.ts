import { colourFamilies } from './colour-family.ts';
import type { ColourFamily } from './colour-family.ts';
import type { ListingCard, ListingState, PriceRange } from './listing.ts';
import { parsePriceRange } from './listing.ts';
import { penceToPounds } from './money.ts';

/** The filters of a listing; several colours widen the choice, everything else narrows it. */
export type ListingFilter = Pick<ListingState, 'price' | 'category' | 'colours' | 'inStock'>;

type Condition = (card: ListingCard) => boolean;

function everyCard(): boolean {
  return true;
}

function inRange({ min, max }: PriceRange): Condition {
  return ({ price }) => {
    const pounds = penceToPounds(price);
    return pounds >= min && pounds <= max;
  };
}

function conditions({ price, category, colours, inStock }: ListingFilter) {
  const range = parsePriceRange(price);
  const wanted = category.toLowerCase();
  return {
    price: range ? inRange(range) : everyCard,
    category: wanted
      ? ({ product }: ListingCard) => product.category_name.toLowerCase() === wanted
      : everyCard,
    colours:
      colours.length > 0
        ? ({ variant }: ListingCard) =>
            colourFamilies(variant.color_name).some((family) => colours.includes(family))
        : everyCard,
    inStock: inStock ? ({ variant }: ListingCard) => variant.quantity > 0 : everyCard,
  };
}

/** The cards that every filter lets pass. A price that is no range filters nothing (spec, section 5). */
export function filterCards(cards: readonly ListingCard[], filter: ListingFilter): ListingCard[] {
  const all = Object.values(conditions(filter));
  return cards.filter((card) => all.every((passes) => passes(card)));
}

/** How many cards each choice of a filter would show, the other filters being as they are. */
export interface ListingCounts {
  /** By category name. */
  categories: ReadonlyMap<string, number>;
  colours: ReadonlyMap<ColourFamily, number>;
  inStock: number;
  /** With every filter as it is. */
  total: number;
}

function countBy<Key>(
  cards: readonly ListingCard[],
  keysOf: (card: ListingCard) => readonly Key[],
) {
  const counts = new Map<Key, number>();
  for (const key of cards.flatMap(keysOf)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Counts what each choice would show, for labels such as "Beanies (13)". */
export function countCards(cards: readonly ListingCard[], filter: ListingFilter): ListingCounts {
  const without = (part: Partial<ListingFilter>) => filterCards(cards, { ...filter, ...part });
  return {
    categories: countBy(without({ category: '' }), ({ product }) => [product.category_name]),
    colours: countBy(without({ colours: [] }), ({ variant }) => colourFamilies(variant.color_name)),
    inStock: without({ inStock: true }).length,
    total: without({}).length,
  };
}
