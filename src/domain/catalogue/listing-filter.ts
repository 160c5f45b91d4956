import { colourFamilies } from './colour-family.ts';
import type { ColourFamily } from './colour-family.ts';
import type { ListingCard } from './listing.ts';
import type { ListingState } from './listing-state.ts';
import { parsePriceRange } from '../money/price-range.ts';
import type { PriceRange } from '../money/price-range.ts';
import { penceToPounds } from '../money/money.ts';

/** The filters of a listing. Several colours are alternatives (OR); all else combines (AND). */
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
            colourFamilies(variant.color_name, variant.hex).some((family) =>
              colours.includes(family),
            )
        : everyCard,
    inStock: inStock ? ({ variant }: ListingCard) => variant.quantity > 0 : everyCard,
  };
}

/** The cards that pass every filter. A malformed price range is ignored (spec, section 5). */
export function filterCards(cards: readonly ListingCard[], filter: ListingFilter): ListingCard[] {
  const all = Object.values(conditions(filter));
  return cards.filter((card) => all.every((passes) => passes(card)));
}

/** Facet counts: how many cards each choice would show with all other filters unchanged. */
export interface ListingCounts {
  /** By category name. */
  categories: ReadonlyMap<string, number>;
  colours: ReadonlyMap<ColourFamily, number>;
  inStock: number;
  /** With all filters applied. */
  total: number;
}

function countOne<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Computes the facet counts for labels such as "Beanies (13)". */
export function countCards(cards: readonly ListingCard[], filter: ListingFilter): ListingCounts {
  const passes = conditions(filter);
  const isInStock = conditions({ ...filter, inStock: true }).inStock;
  const categories = new Map<string, number>();
  const colours = new Map<ColourFamily, number>();
  let inStock = 0;
  let total = 0;
  for (const card of cards) {
    if (!passes.price(card)) continue;
    const category = passes.category(card);
    const colour = passes.colours(card);
    const stock = passes.inStock(card);
    if (colour && stock) countOne(categories, card.product.category_name);
    if (category && stock) {
      const { color_name, hex } = card.variant;
      for (const family of colourFamilies(color_name, hex)) countOne(colours, family);
    }
    if (category && colour && isInStock(card)) inStock += 1;
    if (category && colour && stock) total += 1;
  }
  return { categories, colours, inStock, total };
}
