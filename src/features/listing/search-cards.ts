import type { ListingCard } from '#domain/catalogue/listing.ts';
import type { Product } from '#domain/catalogue/product.ts';
import { makeSearch } from '#domain/search/search-engine.ts';
import type { Search } from '#domain/search/search-engine.ts';
import { toSearchEntry } from '#domain/search/search-file.ts';

const searches = new WeakMap<readonly Product[], Search>();

function searchOf(products: readonly Product[]): Search {
  const known = searches.get(products);
  if (known) return known;
  const search = makeSearch(products.map(toSearchEntry));
  searches.set(products, search);
  return search;
}

/** Filters cards by a search over their products, keeping their order. */
export function cardsFound(
  products: readonly Product[],
  cards: readonly ListingCard[],
  words: string,
): ListingCard[] {
  const hits = searchOf(products)(words);
  const found = new Set(hits.flatMap(({ colours }) => colours.map(({ id }) => id)));
  return cards.filter(({ variant }) => found.has(variant.id));
}
