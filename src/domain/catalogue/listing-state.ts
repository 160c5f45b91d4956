import { cutText } from '../basics/cut-text.ts';
import { COLOUR_FAMILIES, colourFamilyNamed } from './colour-family.ts';
import type { ColourFamily } from './colour-family.ts';
import { SORT_CHOICES } from './listing.ts';
import type { SortKey } from './listing.ts';

/** The state of a listing as its URL holds it. */
export interface ListingState {
  page: number;
  sort: SortKey;
  /** The price range, not parsed. */
  price: string;
  category: string;
  /** Colour families, in filter order. */
  colours: readonly ColourFamily[];
  /** Shows only cards in stock. */
  inStock: boolean;
}

/** The state of a URL without a query: everything, newest first. */
export const EVERYTHING: ListingState = {
  page: 1,
  sort: 'newest',
  price: '',
  category: '',
  colours: [],
  inStock: false,
};

/** Parses the state from a URL's query; unknown values fall back to the defaults. */
export function readListingState(params: URLSearchParams): ListingState {
  const page = params.get('page') ?? '';
  const sort = SORT_CHOICES.find(({ key }) => key === params.get('sort'));
  const requested = new Set(params.getAll('colour').map(colourFamilyNamed));
  return {
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    sort: sort?.key ?? 'newest',
    price: params.get('price')?.trim() ?? '',
    category: params.get('category')?.trim() ?? '',
    colours: COLOUR_FAMILIES.filter((family) => requested.has(family)),
    inStock: params.get('stock') === 'in',
  };
}

/** Serialises a state to a URL's query. Defaults are omitted, so the default state gives `''`. */
export function writeListingState(state: ListingState): URLSearchParams {
  const params = new URLSearchParams();
  if (state.category !== '') params.set('category', state.category);
  for (const family of state.colours) params.append('colour', family);
  if (state.price !== '') params.set('price', state.price);
  if (state.inStock) params.set('stock', 'in');
  if (state.sort !== 'newest') params.set('sort', state.sort);
  if (state.page > 1) params.set('page', String(state.page));
  return params;
}

/** Heading of all products, or of a search's result. @param words '' without a search. */
export function resultTitle(words: string): string {
  return words === '' ? 'All Products' : `“${cutText(words, 60)}”`;
}
