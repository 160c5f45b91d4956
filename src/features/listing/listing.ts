/**
 * Updates a listing's prebuilt first page, and loads its controls on intent. The data fetched for the
 * first page does not grow with the catalogue.
 */
import { listingFailure } from '#api/http/api-error.ts';
import { rememberProducts } from './remembered-products.ts';
import { onContent } from '#browser/content/content.ts';
import { asksForOtherCards } from '#browser/content/pending-state.ts';
import { whenShown } from '#browser/shown.ts';
import { inRow, toCards } from '#domain/catalogue/listing.ts';
import type { ListingCard } from '#domain/catalogue/listing.ts';
import { NEXT_OPENING } from '#domain/contracts/next-opening.ts';
import { currentCards, drawCards } from './listing-cards.ts';
import type { ListingControls } from './listing-controls.ts';
import { findListing } from './listing-parts.ts';
import type { Listing } from './listing-parts.ts';
import {
  forgetListings,
  listingHeaders,
  listingProducts,
  newestProducts,
} from './listing-source.ts';

/** Events that signal intent to use the controls. */
const INTENT_EVENTS = ['pointerover', 'pointerdown', 'focusin'];

/** Whether the page already shows the same products and colours in the same order. */
function isUpToDate(listing: Listing, cards: readonly ListingCard[]): boolean {
  const current = currentCards(listing);
  return (
    current.length === cards.length &&
    cards.every(({ key }, index) => current[index]?.dataset.card?.startsWith(`${key}|`))
  );
}

function isPlainClick({ metaKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return !metaKey && !ctrlKey && !shiftKey;
}

function start(listing: Listing): void {
  const { life } = listing;
  let loading: Promise<ListingControls> | null = null;

  async function load(): Promise<ListingControls> {
    // Fetches data and code in parallel.
    listingProducts(listing.categoryId).catch(() => null);
    const { listingControls } = await import('./listing-controls.ts');
    return listingControls(listing);
  }

  function controls(): Promise<ListingControls> {
    loading ??= load();
    loading.catch(() => (loading = null));
    return loading;
  }

  async function withControls(act: (controls: ListingControls) => unknown): Promise<void> {
    try {
      act(await controls());
    } catch (error) {
      listing.setState('stale', listingFailure(error));
    }
  }

  /** Renders the URL's query. @returns whether the products could be fetched. */
  async function show(): Promise<boolean> {
    try {
      return await (await controls()).show();
    } catch (error) {
      listing.setState('error', listingFailure(error));
      return false;
    }
  }

  /**
   * Updates stock and prices of the prebuilt first page. If products were added or removed since the
   * build, all are fetched, because counts and pages have changed too.
   * @returns whether the products could be fetched.
   */
  async function refresh(): Promise<boolean> {
    try {
      const { categoryId, pageSize } = listing;
      const { search } = location;
      const products = await newestProducts(categoryId, pageSize);
      if (categoryId === null) rememberProducts(products);
      // The shopper has navigated meanwhile.
      if (life.aborted || location.search !== search) return true;
      const cards = inRow(toCards(products).slice(0, pageSize));
      if (!isUpToDate(listing, cards)) return await show();
      drawCards(listing, cards);
      listing.setState(null);
      return true;
    } catch (error) {
      console.error('The listing shows the state of the last build', error);
      listing.setState('stale', listingFailure(error));
      return false;
    }
  }

  function isDrawn(): boolean {
    return 'drawn' in listing.root.dataset;
  }

  /** Renders the URL's query, unless the prebuilt cards already match it. @returns as `show` does. */
  function open(): Promise<boolean> {
    // The `pending` mark does not say so: a restored page may have been left before its query was
    // rendered.
    const isAsBuilt = listing.isPrebuilt && !isDrawn();
    return isAsBuilt && !asksForOtherCards(location.search) ? refresh() : show();
  }

  /** Shows products that become available during the visit. Loads the code only if an opening is announced. */
  async function watch(): Promise<void> {
    const headers = listingHeaders();
    const moment = headers.get(NEXT_OPENING);
    if (moment === null) return;
    const { watchOpening } = await import('./watch-opening.ts');
    watchOpening(moment, headers, showAgain, life);
  }

  /** @returns as `show` does. */
  async function openAndWatch(): Promise<boolean> {
    const fetched = await open();
    if (fetched) watch().catch(() => null);
    return fetched;
  }

  function showAgain(): void {
    forgetListings();
    void openAndWatch();
  }

  /** Retries. The button disappears with its message, so focus moves to the cards. */
  async function retry(): Promise<void> {
    listing.setState('pending');
    const fetched = await openAndWatch();
    (fetched ? listing.grid : listing.retry)?.focus({ preventScroll: true });
  }

  const { filters, sort, pagination, note } = listing;
  for (const control of [filters?.closest('details'), sort, pagination]) {
    for (const event of INTENT_EVENTS) {
      const options = { once: true, signal: life };
      control?.addEventListener(event, () => void controls().catch(() => null), options);
    }
  }
  function onPagination(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const page = Number(link?.dataset.page);
    if (!page || !isPlainClick(event)) return;
    event.preventDefault();
    void withControls(({ turnTo }) => turnTo(page));
  }

  function onSort(): void {
    // show() may reset the select before the controls have loaded.
    const key = sort?.value ?? '';
    void withControls(({ sortBy }) => sortBy(key));
  }

  function onApply(event: SubmitEvent): void {
    event.preventDefault();
    void withControls(({ apply }) => apply());
  }

  function onEdit(): void {
    listing.edited = true;
    void withControls(({ preview }) => preview());
  }

  /** The chips are links to the listing without that filter; no page load is needed. */
  function onChip(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || !isPlainClick(event)) return;
    event.preventDefault();
    void withControls(({ removeFilter }) => removeFilter(link));
  }

  const { pathname } = location;
  function onTraverse(): void {
    // A navigation to another page is in progress and will replace this one.
    if (location.pathname !== pathname) return;
    listing.edited = false;
    void show();
  }

  const options = { signal: life };
  pagination.addEventListener('click', onPagination, options);
  sort?.addEventListener('change', onSort, options);
  filters?.addEventListener('submit', onApply, options);
  filters?.addEventListener('input', onEdit, options);
  note?.addEventListener('click', onChip, options);
  listing.retry?.addEventListener('click', () => void retry(), options);
  window.addEventListener('popstate', onTraverse, options);
  // Filters and a sort chosen before this script ran. A page shown again may have those of another history entry.
  if (!isDrawn()) {
    const chosen = filters ? [...new FormData(filters)] : [];
    if (chosen.some(([name, value]) => name !== 'sort' && value !== '')) onEdit();
    const asked = new URLSearchParams(location.search).get('sort');
    if (sort && sort.selectedIndex > 0 && sort.value !== asked) onSort();
  }
  whenShown(() => void openAndWatch());
}

onContent((main, life) => {
  const listing = findListing(main, life);
  if (listing) start(listing);
});
