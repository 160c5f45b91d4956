/**
 * Sorting, filtering, searching and paging of a listing. Loaded on intent, or if the URL asks for
 * anything but the prebuilt first page.
 */
import { listingFailure } from '#api/http/api-error.ts';
import { noteSearch } from '#api/note-search.ts';
import { company } from '#brand/company.ts';
import { countText } from '#domain/basics/count-text.ts';
import { countCards, filterCards } from '#domain/catalogue/listing-filter.ts';
import { paginate, SORT_CHOICES, sortProducts, toCards } from '#domain/catalogue/listing.ts';
import { EVERYTHING, readListingState, resultTitle } from '#domain/catalogue/listing-state.ts';
import type { ListingCard, SortKey } from '#domain/catalogue/listing.ts';
import type { Product } from '#domain/catalogue/product.ts';
import { afterPaint } from '#browser/after-paint.ts';
import { showCanonicalPage } from './canonical-page.ts';
import { findFilterForm } from './filter-form.ts';
import type { FilterForm } from './filter-form.ts';
import { drawChips } from './filter-chips.ts';
import { drawCards, resetVisibility } from './listing-cards.ts';
import type { Listing } from './listing-parts.ts';
import { listingProducts } from './listing-source.ts';
import { addressOf, currentQuery } from './listing-query.ts';
import type { ListingQuery } from './listing-query.ts';
import { drawPagination } from './pagination.ts';
import { whenIdle } from '#browser/when-idle.ts';

/** The actions of a listing's controls. */
export interface ListingControls {
  /** Renders the URL's query. @returns whether the products could be fetched. */
  show(): Promise<boolean>;
  turnTo(page: number): void;
  /** Sorts by a key from the select. */
  sortBy(key: string): void;
  /** Applies the filter form. */
  apply(): void;
  /** Counts the cards for the form's current values. */
  preview(): Promise<void>;
  /** Removes the filter of a chip, or all filters. */
  removeFilter(link: HTMLAnchorElement): void;
}

const sortedCards = new WeakMap<readonly Product[], Map<SortKey, ListingCard[]>>();

/** The cards of all products, sorted; memoised per products and sort key. */
function cardsSortedBy(products: readonly Product[], sort: SortKey): ListingCard[] {
  const known = sortedCards.get(products) ?? new Map<SortKey, ListingCard[]>();
  sortedCards.set(products, known);
  // Products arrive newest first, or in their category's order.
  const sorted = () => (sort === 'newest' ? products : sortProducts(products, sort));
  const cards = known.get(sort) ?? toCards(sorted());
  known.set(sort, cards);
  return cards;
}

/** Sorts ahead of time, while the browser is idle. */
function presort(products: readonly Product[]): void {
  for (const { key } of SORT_CHOICES) whenIdle(() => cardsSortedBy(products, key));
}

/** The sorted cards before filtering: all, or the search's hits. */
async function cardsToFilter(products: readonly Product[], { sort, words }: ListingQuery) {
  const cards = cardsSortedBy(products, sort);
  if (words === '') return cards;
  // Loaded only for a search.
  const { cardsFound } = await import('./search-cards.ts');
  return cardsFound(products, cards, words);
}

function showQuery(listing: Listing, filters: FilterForm | null, query: ListingQuery): void {
  const { sort, note, edited } = listing;
  if (sort) sort.value = query.sort;
  // Keep input made before this script had loaded.
  if (!edited) filters?.write(query);
  if (note) drawChips(note, query);
}

/** Renders the query's result. @returns a sentence about it, for screen readers. */
async function draw(
  listing: Listing,
  filters: FilterForm | null,
  products: readonly Product[],
  query: ListingQuery,
) {
  const candidates = await cardsToFilter(products, query);
  noteSearch(query.words, candidates.length > 0);
  const { cards, page, pages, total } = paginate(
    filterCards(candidates, query),
    query.page,
    listing.pageSize,
  );
  listing.root.dataset.drawn = addressOf(query);
  drawCards(listing, cards);
  drawPagination(listing.pagination, page, pages, (other) => addressOf({ ...query, page: other }));
  listing.grid.hidden = total === 0;
  listing.empty.hidden = total > 0;
  if (listing.count) listing.count.textContent = countText(total, 'piece');
  // Keep the preview of a form that is being edited.
  if (!listing.edited) filters?.showPreview(null);
  // Paint the cards before counting. By then a page shown in place has its own head.
  afterPaint(() => {
    if (!listing.life.aborted) showCanonicalPage({ ...query, page });
    filters?.showCounts(countCards(candidates, filters.read()));
  });
  if (listing.categoryId === null) listing.title.textContent = resultTitle(query.words);
  // A collection's products are of several categories.
  const title = 'collection' in listing.root.dataset ? '' : products[0]?.category_name;
  if (listing.categoryId !== null && title) listing.title.textContent = title;
  if (!listing.isPrebuilt && title) document.title = `${title} – ${company.brand}`;
  return total === 0 ? 'Nothing found' : `${total} found, page ${page} of ${pages}`;
}

/** Creates the actions of a listing's controls. */
export function listingControls(listing: Listing): ListingControls {
  const filters = findFilterForm(listing.root);
  // show() reports errors.
  if (listing.sort) listingProducts(listing.categoryId).then(presort, () => null);

  async function show(): Promise<boolean> {
    const query = currentQuery();
    // A page that Back has restored keeps its cards while they are updated.
    const isDrawn = listing.root.dataset.drawn === addressOf(query);
    const waiting = isDrawn ? undefined : setTimeout(() => listing.setState('pending'));
    showQuery(listing, filters, query);
    try {
      const products = await listingProducts(listing.categoryId);
      if (listing.life.aborted) return true;
      const outcome = await draw(listing, filters, products, query);
      if (listing.life.aborted) return true;
      // The shopper may have navigated meanwhile: the latest query wins.
      if (addressOf(query) !== addressOf(currentQuery())) return await show();
      listing.setState(null);
      listing.announce(outcome);
      return true;
    } catch (error) {
      listing.setState(isDrawn ? 'stale' : 'error', listingFailure(error));
      return false;
    } finally {
      clearTimeout(waiting);
    }
  }

  function goTo(address: string): void {
    history.pushState(null, '', address);
    listing.edited = false;
    void show();
  }

  function go(change: Partial<ListingQuery>): void {
    goTo(addressOf({ ...currentQuery(), ...change }));
  }

  return {
    show,
    turnTo(page) {
      go({ page });
      listing.showTop();
      resetVisibility(listing);
    },
    // A new sort or filter starts at the first page.
    sortBy(key) {
      const { sort } = readListingState(new URLSearchParams({ sort: key }));
      go({ sort, page: 1 });
    },
    apply() {
      if (filters) go({ ...filters.read(), page: 1 });
      // The form is long: on a phone its button is below the whole result.
      afterPaint(() => listing.showHead());
    },
    async preview() {
      if (!filters) return;
      try {
        const products = await listingProducts(listing.categoryId);
        const candidates = await cardsToFilter(products, currentQuery());
        const counts = countCards(candidates, filters.read());
        filters.showCounts(counts);
        filters.showPreview(counts.total);
      } catch (error) {
        console.error('Counting the filtered products failed', error);
      }
    },
    removeFilter(link) {
      if (link.matches('[data-listing-chip]')) goTo(link.href);
      else go({ ...EVERYTHING, sort: currentQuery().sort, words: '' });
      listing.grid.focus({ preventScroll: true });
    },
  };
}
