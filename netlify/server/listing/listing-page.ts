import { company } from '#brand/company.ts';
import { countText } from '#domain/basics/count-text.ts';
import { countCards, filterCards } from '#domain/catalogue/listing-filter.ts';
import { CARDS_BEFORE_TILE, paginate, sortProducts, toCards } from '#domain/catalogue/listing.ts';
import {
  EVERYTHING,
  readListingState,
  resultTitle,
  writeListingState,
} from '#domain/catalogue/listing-state.ts';
import type { ListingCard } from '#domain/catalogue/listing.ts';
import type { ListingState } from '#domain/catalogue/listing-state.ts';
import type { Product } from '#domain/catalogue/product.ts';
import { plainListing } from '#domain/catalogue/plain-listing.ts';
import { makeSearch } from '#domain/search/search-engine.ts';
import { toSearchEntry } from '#domain/search/search-file.ts';
import {
  attributeOf,
  elementWith,
  elementsIn,
  outerHtml,
  parsePage,
  serialize,
  setAttribute,
  setContent,
  setText,
  templateHtml,
  toggleAttribute,
} from '../html/element-tree.ts';
import { pageCard } from './page-card.ts';
import { fillFilters } from './page-filters.ts';
import { pageLinks } from './page-links.ts';

interface Asked {
  /** The listing's own path, `/all-products` or `/productListing/3`. */
  path: string;
  /** The URL's query. */
  query: URLSearchParams;
}

/** Parses the query: page, sort, filters and search words. */
function readQuery(query: URLSearchParams): { state: ListingState; words: string } {
  return { state: readListingState(query), words: query.get('q')?.trim() ?? '' };
}

function found(
  products: readonly Product[],
  cards: readonly ListingCard[],
  words: string,
): readonly ListingCard[] {
  if (words === '') return cards;
  const hits = makeSearch(products.map(toSearchEntry))(words);
  const colours = new Set(hits.flatMap((hit) => hit.colours.map(({ id }) => id)));
  return cards.filter(({ variant }) => colours.has(variant.id));
}

/**
 * A page of a listing as HTML, for browsers without JavaScript; src/features/listing renders it in others.
 * @param shell the listing's built page; its products are replaced.
 * @param products newest first, or in their category's order.
 */
export function listingPage(
  shell: string,
  products: readonly Product[],
  { path, query }: Asked,
): string {
  const { state, words } = readQuery(query);
  const sorted = state.sort === 'newest' ? products : sortProducts(products, state.sort);
  const candidates = found(products, toCards(sorted), words);
  const page = parsePage(shell);
  const root = elementWith(page, 'data-listing-root');
  const html = elementsIn(page)[0];
  const size = Number(root && attributeOf(root, 'data-page-size'));
  const tax = Number((html && attributeOf(html, 'data-tax')) ?? 0);
  const shown = paginate(filterCards(candidates, state), state.page, size);

  const addressOf = (number: number): string => {
    const wanted = writeListingState({ ...state, page: number });
    if (words !== '') wanted.set('q', words);
    return wanted.size === 0 ? path : `${plainListing(path)}?${wanted.toString()}`;
  };
  const template = templateHtml(elementWith(page, 'data-card-template'));
  const grid = elementWith(page, 'data-cards');
  const cards = shown.cards.map((card) => pageCard(template, card, tax));
  const tile = elementWith(page, 'data-tile');
  setContent(grid, cards.toSpliced(CARDS_BEFORE_TILE, 0, outerHtml(tile)).join(''));
  toggleAttribute(grid, 'hidden', shown.total === 0);
  toggleAttribute(elementWith(page, 'data-listing-empty'), 'hidden', shown.total > 0);
  setText(elementWith(page, 'data-listing-count'), countText(shown.total, 'piece'));
  const pagination = elementWith(page, 'data-pagination');
  toggleAttribute(pagination, 'hidden', shown.pages < 2);
  const list = pagination && elementsIn(pagination).find(({ tagName }) => tagName === 'ul');
  setContent(list, pageLinks(shown.page, shown.pages, addressOf));
  fillFilters(page, state, countCards(candidates, state));

  const filters = writeListingState({ ...state, page: 1, sort: EVERYTHING.sort });
  toggleAttribute(
    elementWith(page, 'data-listing-note'),
    'hidden',
    filters.size === 0 && words === '',
  );
  setAttribute(elementWith(page, 'data-listing-clear'), 'href', path);
  if (path === '/all-products')
    setText(elementWith(page, 'data-listing-title'), resultTitle(words));
  const isCategory =
    path.startsWith('/productListing') &&
    !(root && attributeOf(root, 'data-collection') !== undefined);
  const title = isCategory ? products[0]?.category_name : undefined;
  if (title) {
    setText(elementWith(page, 'data-listing-title'), title);
    const name = elementsIn(page).find(({ tagName }) => tagName === 'title');
    setText(name, `${title} – ${company.brand}`);
  }
  // The shell waits for its script.
  setAttribute(html, 'data-listing', null);
  return serialize(page);
}
