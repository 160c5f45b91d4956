import { company } from '../company.ts';
import { rememberProducts } from '../stores/products.ts';
import {
  filterCards,
  paginate,
  parsePriceRange,
  readListingState,
  sortProducts,
  toCards,
  writeListingState,
} from '#shop/listing.ts';
import type { ListingCard, ListingState } from '#shop/listing.ts';
import type { Product } from '#shop/product.ts';
import { cardFacts } from './card-facts.ts';
import { fillCard } from './fill-card.ts';
import { listingFailure, listingProducts } from './listing-source.ts';
import { findListing } from './listing-parts.ts';
import type { Listing } from './listing-parts.ts';
import { drawPagination } from './pagination.ts';
import { matchesWords } from './search-words.ts';

/** What the address asks of this listing; the words come from the header's search. */
interface Wanted extends ListingState {
  words: string;
}

function wantedNow(): Wanted {
  const params = new URLSearchParams(location.search);
  return { ...readListingState(params), words: params.get('q')?.trim() ?? '' };
}

function addressOf({ words, ...state }: Wanted): string {
  const params = writeListingState(state);
  if (words !== '') params.set('q', words);
  const query = params.toString();
  return query === '' ? location.pathname : `${location.pathname}?${query}`;
}

function wantedCards(products: readonly Product[], wanted: Wanted): ListingCard[] {
  const cards = toCards(sortProducts(products, wanted.sort));
  const price = parsePriceRange(wanted.price);
  return filterCards(cards, { price, category: wanted.category }).filter((card) =>
    matchesWords(card, wanted.words),
  );
}

function isFirstPage(wanted: Wanted): boolean {
  return addressOf(wanted) === location.pathname;
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

function showWanted(listing: Listing, wanted: Wanted): void {
  const price = parsePriceRange(wanted.price);
  listing.showWanted(wanted, price ? `£${price.min} to £${price.max}` : '');
}

/** Draws what is wanted, and returns a sentence about it. */
function draw(listing: Listing, products: readonly Product[], wanted: Wanted): string {
  const { cards, page, pages, total } = paginate(
    wantedCards(products, wanted),
    wanted.page,
    listing.pageSize,
  );
  drawCards(listing, cards);
  drawPagination(listing.pagination, page, pages, (other) => addressOf({ ...wanted, page: other }));
  listing.grid.hidden = total === 0;
  listing.empty.hidden = total > 0;
  listing.showCount(total);
  listing.offerCategories(products.map(({ category_name }) => category_name));
  showWanted(listing, wanted);
  const title = products[0]?.category_name;
  if (listing.categoryId !== null && title) listing.title.textContent = title;
  if (!listing.isPrebuilt && title) document.title = `${title} – ${company.brand}`;
  return total === 0 ? 'Nothing found' : `${total} found, page ${page} of ${pages}`;
}

/** Fetches and draws what the address asks for. @returns whether it could be fetched. */
async function show(listing: Listing): Promise<boolean> {
  const waiting = setTimeout(() => listing.setState('pending'));
  showWanted(listing, wantedNow());
  try {
    const products = await listingProducts(listing.categoryId);
    const outcome = draw(listing, products, wantedNow());
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
      draw(listing, products, wanted);
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

function start(listing: Listing): void {
  listing.pagination.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const page = Number(link?.dataset.page);
    if (!page || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go(listing, { page });
    listing.showTop();
  });
  // A new order or filter begins at the first page.
  listing.sort?.addEventListener('change', () => {
    const { sort } = readListingState(new URLSearchParams({ sort: listing.sort?.value ?? '' }));
    go(listing, { sort, page: 1 });
  });
  listing.form?.addEventListener('submit', (event) => {
    event.preventDefault();
    const price = listing.price?.value.trim() ?? '';
    go(listing, { price, category: listing.category?.value ?? '', page: 1 });
  });
  for (const clear of listing.clears) {
    clear.addEventListener('click', (event) => {
      event.preventDefault();
      go(listing, { price: '', category: '', words: '', page: 1 });
    });
  }
  listing.retry?.addEventListener('click', () => void retry(listing));
  window.addEventListener('popstate', () => void show(listing));
  void open(listing);
}

const listing = findListing();
if (listing) start(listing);
