/**
 * Serves a listing: keeps the first page that was built up to date, and gets what sorts, filters and
 * turns pages when the shopper is about to. What it fetches for the first page does not grow with
 * the catalogue.
 */
import { listingFailure } from '#api/http/api-error.ts';
import { rememberProducts } from './remembered-products.ts';
import { whenShown } from '#browser/shown.ts';
import { toCards } from '#domain/listing.ts';
import type { ListingCard } from '#domain/listing.ts';
import { drawCards, standingCards } from './listing-cards.ts';
import type { ListingChoice } from './listing-controls.ts';
import { findListing } from './listing-parts.ts';
import type { Listing } from './listing-parts.ts';
import { listingProducts, newestProducts } from '#features/product-card/listing-source.ts';

/** How a shopper turns to the controls, before they press anything. */
const TURNS = ['pointerover', 'pointerdown', 'focusin'];

/** Whether these are cards of the same products and colours that stand there, in their order. */
function stand(listing: Listing, cards: readonly ListingCard[]): boolean {
  const standing = standingCards(listing);
  return (
    standing.length === cards.length &&
    cards.every(({ key }, index) => standing[index]?.dataset.card?.startsWith(`${key}|`))
  );
}

function isPlainClick({ metaKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return !metaKey && !ctrlKey && !shiftKey;
}

function start(listing: Listing): void {
  let loading: Promise<ListingChoice> | null = null;

  async function load(): Promise<ListingChoice> {
    // Both are wanted, so neither waits for the other.
    listingProducts(listing.categoryId).catch(() => null);
    const { listingChoice } = await import('./listing-controls.ts');
    return listingChoice(listing);
  }

  function choice(): Promise<ListingChoice> {
    loading ??= load();
    loading.catch(() => (loading = null));
    return loading;
  }

  async function withChoice(act: (choice: ListingChoice) => unknown): Promise<void> {
    try {
      act(await choice());
    } catch (error) {
      listing.setState('stale', listingFailure(error));
    }
  }

  /** Shows what the address asks for. @returns whether it could be fetched. */
  async function show(): Promise<boolean> {
    try {
      return await (await choice()).show();
    } catch (error) {
      listing.setState('error', listingFailure(error));
      return false;
    }
  }

  /**
   * Brings the prebuilt first page up to date: stock and prices. Where products came or left since,
   * everything is fetched, for its counts and pages are not those of the page any more.
   * @returns whether they could be fetched.
   */
  async function freshen(): Promise<boolean> {
    try {
      const { categoryId, pageSize } = listing;
      const { search } = location;
      const products = await newestProducts(categoryId, pageSize);
      if (categoryId === null) rememberProducts(products);
      // The shopper has gone on meanwhile.
      if (location.search !== search) return true;
      const cards = toCards(products).slice(0, pageSize);
      if (!stand(listing, cards)) return await show();
      drawCards(listing, cards);
      listing.setState(null);
      return true;
    } catch (error) {
      console.error('The listing shows the state of the last build', error);
      listing.setState('stale', listingFailure(error));
      return false;
    }
  }

  // The address's state is looked for before the first paint.
  const plain = listing.isPrebuilt && document.documentElement.dataset.listing !== 'pending';
  const open = plain ? freshen : show;

  /** Asks again. The button leaves with its message, so the cards take the focus it had. */
  async function retry(): Promise<void> {
    listing.setState('pending');
    const fetched = await open();
    (fetched ? listing.grid : listing.retry)?.focus({ preventScroll: true });
  }

  const { filters, sort, pagination, note } = listing;
  for (const control of [filters?.closest('details'), sort, pagination]) {
    for (const turn of TURNS) {
      control?.addEventListener(turn, () => void choice().catch(() => null), { once: true });
    }
  }
  pagination.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const page = Number(link?.dataset.page);
    if (!page || !isPlainClick(event)) return;
    event.preventDefault();
    void withChoice(({ turnTo }) => turnTo(page));
  });
  sort?.addEventListener('change', () => {
    // The address may set the select again before the choice is there.
    const { value } = sort;
    void withChoice(({ reorder }) => reorder(value));
  });
  filters?.addEventListener('submit', (event) => {
    event.preventDefault();
    void withChoice(({ apply }) => apply());
  });
  filters?.addEventListener('input', () => {
    listing.edited = true;
    void withChoice(({ preview }) => preview());
  });
  // A link of the filters in force leads to the listing without it; a new page is not needed.
  note?.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || !isPlainClick(event)) return;
    event.preventDefault();
    void withChoice(({ letGo }) => letGo(link));
  });
  listing.retry?.addEventListener('click', () => void retry());
  window.addEventListener('popstate', () => {
    listing.edited = false;
    void show();
  });
  whenShown(() => void open());
}

const listing = findListing();
if (listing) start(listing);
