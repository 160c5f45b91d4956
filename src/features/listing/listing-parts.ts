import { namedCategory } from './listing-source.ts';

/** The elements of a listing page that its script updates, and its state. */
export interface Listing {
  root: HTMLElement;
  /** Aborted when the shopper leaves the listing. */
  life: AbortSignal;
  categoryId: number | null;
  /** Whether the first cards were rendered at build time. */
  isPrebuilt: boolean;
  pageSize: number;
  title: Element;
  /** Shows the number of cards found. */
  count: Element | null;
  grid: HTMLElement;
  template: HTMLTemplateElement;
  pagination: HTMLElement;
  /** Shown if nothing is found. */
  empty: HTMLElement;
  sort: HTMLSelectElement | null;
  filters: HTMLFormElement | null;
  /** Whether the filter form has been edited since last synced with the URL. */
  edited: boolean;
  /** The active filters, as links that remove them. */
  note: HTMLElement | null;
  /** The button next to an error message. */
  retry: HTMLButtonElement | null;
  announce(text: string): void;
  /** `stale`: shows the cards as they were, below a message that updating them failed. */
  setState(state: 'pending' | 'error' | 'stale' | null, message?: string): void;
  /** Scrolls to the top of the listing and focuses its cards, like a page navigation. */
  showTop(): void;
  /** Scrolls up to the result count and active filters if they are above the viewport. */
  showHead(): void;
}

/**
 * Finds the content's listing; `null` if it has none.
 * @param life aborted when the content is replaced.
 */
export function findListing(main: HTMLElement, life: AbortSignal): Listing | null {
  const root = main.querySelector<HTMLElement>('[data-listing-root]');
  const title = root?.querySelector('[data-listing-title]');
  const grid = root?.querySelector<HTMLElement>('[data-cards]');
  const template = root?.querySelector<HTMLTemplateElement>('[data-card-template]');
  const pagination = root?.querySelector<HTMLElement>('[data-pagination]');
  const empty = root?.querySelector<HTMLElement>('[data-listing-empty]');
  if (!root || !title || !grid || !template || !pagination || !empty) return null;
  const status = root.querySelector('[data-listing-status]');
  const failure = root.querySelector('[data-listing-error]');
  const sort = root.querySelector<HTMLSelectElement>('[data-listing-sort]');
  return {
    root,
    life,
    categoryId: namedCategory(root.dataset.category),
    isPrebuilt: root.dataset.category !== 'address',
    pageSize: Number(root.dataset.pageSize),
    title,
    count: root.querySelector('[data-listing-count]'),
    grid,
    template,
    pagination,
    empty,
    sort,
    filters: root.querySelector<HTMLFormElement>('[data-listing-form]'),
    edited: false,
    note: root.querySelector<HTMLElement>('[data-listing-note]'),
    retry: root.querySelector<HTMLButtonElement>('[data-listing-retry]'),
    announce(text) {
      if (status) status.textContent = text;
    },
    setState(state, message = '') {
      // The mark belongs to the document, which now shows another page.
      if (life.aborted) return;
      if (state === null) delete document.documentElement.dataset.listing;
      else document.documentElement.dataset.listing = state;
      if (failure) failure.textContent = message && `Error: ${message}`;
    },
    showTop() {
      root.scrollIntoView({ block: 'start' });
      grid.focus({ preventScroll: true });
    },
    showHead() {
      const { top } = root.getBoundingClientRect();
      if (top < 0) root.scrollIntoView({ block: 'start' });
    },
  };
}
