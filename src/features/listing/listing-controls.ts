/**
 * What a listing does when its shopper sorts, filters, searches or turns the page: it is loaded when
 * they are about to, or when the address asks for it.
 */
import { listingFailure } from '#api/http/api-error.ts';
import { company } from '#company';
import { countCards, filterCards } from '#domain/listing-filter.ts';
import {
  EVERYTHING,
  paginate,
  readListingState,
  SORT_CHOICES,
  sortProducts,
  toCards,
} from '#domain/listing.ts';
import type { ListingCard, SortKey } from '#domain/listing.ts';
import type { Product } from '#domain/product.ts';
import { afterPaint } from '#browser/after-paint.ts';
import { findFilterForm } from './filter-form.ts';
import type { FilterForm } from './filter-form.ts';
import { drawChips } from './filter-chips.ts';
import { drawCards, lookAgain } from './listing-cards.ts';
import type { Listing } from './listing-parts.ts';
import { listingProducts } from '#features/product-card/listing-source.ts';
import { addressOf, wantedNow } from './listing-query.ts';
import type { Wanted } from './listing-query.ts';
import { drawPagination } from './pagination.ts';
import { piecesText } from './pieces-text.ts';
import { whenIdle } from '#browser/when-idle.ts';

/** What the controls of a listing ask for. */
export interface ListingChoice {
  /** Shows what the address asks for. @returns whether it could be fetched. */
  show(): Promise<boolean>;
  turnTo(page: number): void;
  /** Sorts by a key of the select. */
  reorder(key: string): void;
  /** Filters as the form says. */
  apply(): void;
  /** Counts what the form would leave, before it is applied. */
  preview(): Promise<void>;
  /** Lets go of the filter that a link names, or of all. */
  letGo(link: HTMLAnchorElement): void;
}

const ordered = new WeakMap<readonly Product[], Map<SortKey, ListingCard[]>>();

/** The cards of all products in an order, which is found once. */
function cardsInOrder(products: readonly Product[], sort: SortKey): ListingCard[] {
  const orders = ordered.get(products) ?? new Map<SortKey, ListingCard[]>();
  ordered.set(products, orders);
  const cards = orders.get(sort) ?? toCards(sortProducts(products, sort));
  orders.set(sort, cards);
  return cards;
}

/** Finds the other orders while the shopper still chooses. */
function expectOrders(products: readonly Product[]): void {
  for (const { key } of SORT_CHOICES) whenIdle(() => cardsInOrder(products, key));
}

/** The cards among which the filters choose: all, or those that the words of a search find. */
async function cardsToFilter(products: readonly Product[], { sort, words }: Wanted) {
  const cards = cardsInOrder(products, sort);
  if (words === '') return cards;
  // The search is loaded only by those who search.
  const { cardsFound } = await import('./search-cards.ts');
  return cardsFound(products, cards, words);
}

function showWanted(listing: Listing, filters: FilterForm | null, wanted: Wanted): void {
  const { sort, note, edited } = listing;
  if (sort) sort.value = wanted.sort;
  // A shopper may have been quicker than what loads this.
  if (!edited) filters?.write(wanted);
  if (note) drawChips(note, wanted);
}

/** Draws what is wanted, and returns a sentence about it. */
async function draw(
  listing: Listing,
  filters: FilterForm | null,
  products: readonly Product[],
  wanted: Wanted,
) {
  const choice = await cardsToFilter(products, wanted);
  const { cards, page, pages, total } = paginate(
    filterCards(choice, wanted),
    wanted.page,
    listing.pageSize,
  );
  drawCards(listing, cards);
  drawPagination(listing.pagination, page, pages, (other) => addressOf({ ...wanted, page: other }));
  listing.grid.hidden = total === 0;
  listing.empty.hidden = total > 0;
  if (listing.count) listing.count.textContent = piecesText(total);
  // A shopper may be filling it out.
  if (!listing.edited) filters?.showPreview(null);
  // The numbers in the form can wait for the cards.
  afterPaint(() => filters?.showCounts(countCards(choice, filters.read())));
  const title = products[0]?.category_name;
  if (listing.categoryId !== null && title) listing.title.textContent = title;
  if (!listing.isPrebuilt && title) document.title = `${title} – ${company.brand}`;
  return total === 0 ? 'Nothing found' : `${total} found, page ${page} of ${pages}`;
}

/** Makes the controls of a listing do what they say. */
export function listingChoice(listing: Listing): ListingChoice {
  const filters = findFilterForm(listing.root);
  // Whoever shows what the address asks says what went wrong.
  if (listing.sort) listingProducts(listing.categoryId).then(expectOrders, () => null);

  async function show(): Promise<boolean> {
    const wanted = wantedNow();
    const waiting = setTimeout(() => listing.setState('pending'));
    showWanted(listing, filters, wanted);
    try {
      const products = await listingProducts(listing.categoryId);
      const outcome = await draw(listing, filters, products, wanted);
      // The shopper may have gone on meanwhile: whatever came last is drawn last.
      if (addressOf(wanted) !== addressOf(wantedNow())) return await show();
      listing.setState(null);
      listing.announce(outcome);
      return true;
    } catch (error) {
      listing.setState('error', listingFailure(error));
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

  function go(change: Partial<Wanted>): void {
    goTo(addressOf({ ...wantedNow(), ...change }));
  }

  return {
    show,
    turnTo(page) {
      go({ page });
      listing.showTop();
      lookAgain(listing);
    },
    // A new order or filter begins at the first page.
    reorder(key) {
      const { sort } = readListingState(new URLSearchParams({ sort: key }));
      go({ sort, page: 1 });
    },
    apply() {
      if (filters) go({ ...filters.read(), page: 1 });
    },
    async preview() {
      if (!filters) return;
      try {
        const choice = await cardsToFilter(await listingProducts(listing.categoryId), wantedNow());
        const counts = countCards(choice, filters.read());
        filters.showCounts(counts);
        filters.showPreview(counts.total);
      } catch (error) {
        console.error('The pieces could not be counted', error);
      }
    },
    letGo(link) {
      if (link.matches('[data-listing-chip]')) goTo(link.href);
      else go({ ...EVERYTHING, sort: wantedNow().sort, words: '' });
      listing.grid.focus({ preventScroll: true });
    },
  };
}
