import { company } from '../company.ts';
import { rememberProducts } from '../stores/products.ts';
import { countCards, filterCards } from '#shop/listing-filter.ts';
import { EVERYTHING, paginate, readListingState, sortProducts, toCards } from '#shop/listing.ts';
import type { ListingCard } from '#shop/listing.ts';
import type { Product } from '#shop/product.ts';
import { cardFacts } from './card-facts.ts';
import { fillCard } from './fill-card.ts';
import { drawChips } from './filter-chips.ts';
import { listingFailure, listingProducts } from './listing-source.ts';
import { findListing } from './listing-parts.ts';
import type { Listing } from './listing-parts.ts';
import { addressOf, isFirstPage, wantedNow } from './listing-wanted.ts';
import type { Wanted } from './listing-wanted.ts';
import { drawPagination } from './pagination.ts';

/** The cards among which the filters choose: all, or those that the words of a search find. */
async function cardsToFilter(products: readonly Product[], { sort, words }: Wanted) {
  const cards = toCards(sortProducts(products, sort));
  if (words === '') return cards;
  // The search is loaded only by those who search.
  const { cardsFound } = await import('./search-cards.ts');
  return cardsFound(products, cards, words);
}

/** Redraws the cards only where they differ from what stands there, so nothing blinks. */
function drawCards({ grid, template }: Listing, cards: readonly ListingCard[]): void {
  const standing = [...grid.querySelectorAll<HTMLElement>('[data-card]')];
  const same =
    standing.length === cards.length &&
    cards.every((card, index) => standing[index]?.dataset.card === cardFacts(card).signature);
  if (same) return;
  grid.replaceChildren(...cards.flatMap((card) => fillCard(template, card) ?? []));
}

/** The controls and the filters in force say what the address asks. */
function showWanted({ sort, filters, note }: Listing, wanted: Wanted): void {
  if (sort) sort.value = wanted.sort;
  filters?.write(wanted);
  if (note) drawChips(note, wanted);
}

/** Draws what is wanted, and returns a sentence about it. */
async function draw(listing: Listing, products: readonly Product[], wanted: Wanted) {
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
  listing.showCount(total);
  listing.filters?.showCounts(countCards(choice, listing.filters.read()));
  listing.filters?.showPreview(null);
  const title = products[0]?.category_name;
  if (listing.categoryId !== null && title) listing.title.textContent = title;
  if (!listing.isPrebuilt && title) document.title = `${title} – ${company.brand}`;
  return total === 0 ? 'Nothing found' : `${total} found, page ${page} of ${pages}`;
}

/** Fetches and draws what the address asks for. @returns whether it could be fetched. */
async function show(listing: Listing): Promise<boolean> {
  const wanted = wantedNow();
  const waiting = setTimeout(() => listing.setState('pending'));
  showWanted(listing, wanted);
  try {
    const products = await listingProducts(listing.categoryId);
    const outcome = await draw(listing, products, wanted);
    // The shopper may have gone on meanwhile: whatever came last is drawn last.
    if (addressOf(wanted) !== addressOf(wantedNow())) return await show(listing);
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

/**
 * Brings the prebuilt first page up to date: stock, prices and products that came since.
 * @returns whether they could be fetched.
 */
async function freshen(listing: Listing): Promise<boolean> {
  try {
    const products = await listingProducts(listing.categoryId);
    if (listing.categoryId === null) rememberProducts(products);
    const wanted = wantedNow();
    if (isFirstPage(wanted)) {
      await draw(listing, products, wanted);
      listing.setState(null);
    }
    return true;
  } catch (error) {
    console.error('The listing shows the state of the last build', error);
    listing.setState('stale', listingFailure(error));
    return false;
  }
}

/** Shows what the address asks for; the first page has its cards already. */
function open(listing: Listing): Promise<boolean> {
  const standing = listing.isPrebuilt && isFirstPage(wantedNow());
  return standing ? freshen(listing) : show(listing);
}

/** Asks again. The button leaves with its message, so the cards take the focus it had. */
async function retry(listing: Listing): Promise<void> {
  listing.setState('pending');
  const fetched = await open(listing);
  (fetched ? listing.grid : listing.retry)?.focus({ preventScroll: true });
}

function go(listing: Listing, change: Partial<Wanted>): void {
  history.pushState(null, '', addressOf({ ...wantedNow(), ...change }));
  void show(listing);
}

/** Counts what the form would leave, before it is applied. */
async function preview(listing: Listing): Promise<void> {
  const { filters } = listing;
  if (!filters) return;
  try {
    const choice = await cardsToFilter(await listingProducts(listing.categoryId), wantedNow());
    const counts = countCards(choice, filters.read());
    filters.showCounts(counts);
    filters.showPreview(counts.total);
  } catch (error) {
    console.error('The pieces could not be counted', error);
  }
}

function isPlainClick({ metaKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return !metaKey && !ctrlKey && !shiftKey;
}

/** A link of the filters in force leads to the listing without it; a new page is not needed. */
function letGo(listing: Listing, event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || !isPlainClick(event)) return;
  event.preventDefault();
  if (link.matches('[data-listing-chip]')) {
    history.pushState(null, '', link.href);
    void show(listing);
  } else {
    go(listing, { ...EVERYTHING, sort: wantedNow().sort, words: '' });
  }
  listing.grid.focus({ preventScroll: true });
}

function start(listing: Listing): void {
  const { filters } = listing;
  showWanted(listing, wantedNow());
  listing.pagination.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const page = Number(link?.dataset.page);
    if (!page || !isPlainClick(event)) return;
    event.preventDefault();
    go(listing, { page });
    listing.showTop();
  });
  // A new order or filter begins at the first page.
  listing.sort?.addEventListener('change', () => {
    const { sort } = readListingState(new URLSearchParams({ sort: listing.sort?.value ?? '' }));
    go(listing, { sort, page: 1 });
  });
  filters?.form.addEventListener('submit', (event) => {
    event.preventDefault();
    go(listing, { ...filters.read(), page: 1 });
  });
  filters?.form.addEventListener('input', () => void preview(listing));
  listing.note?.addEventListener('click', (event) => letGo(listing, event));
  listing.retry?.addEventListener('click', () => void retry(listing));
  window.addEventListener('popstate', () => void show(listing));
  void open(listing);
}

const listing = findListing();
if (listing) start(listing);
