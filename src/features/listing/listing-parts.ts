import { namedCategory } from '#features/product-card/listing-source.ts';

/** The places of a listing page that its script fills, and what it says there. */
export interface Listing {
  root: HTMLElement;
  categoryId: number | null;
  /** The page came with its first cards. */
  isPrebuilt: boolean;
  pageSize: number;
  title: Element;
  /** Says how many pieces there are. */
  count: Element | null;
  grid: HTMLElement;
  template: HTMLTemplateElement;
  pagination: HTMLElement;
  /** Shown when nothing is found. */
  empty: HTMLElement;
  sort: HTMLSelectElement | null;
  filters: HTMLFormElement | null;
  /** The form has been changed since it said what the address asks. */
  edited: boolean;
  /** Where the filters in force are named, and let go. */
  note: HTMLElement | null;
  /** Beside the message that the cards could not be fetched. */
  retry: HTMLButtonElement | null;
  announce(text: string): void;
  /** `stale`: the cards of the last build stay, below a message that they could not be renewed. */
  setState(state: 'pending' | 'error' | 'stale' | null, message?: string): void;
  /** To the beginning of the cards, as a new page would. */
  showTop(): void;
}

/** The listing of this page, or `null` where there is none. */
export function findListing(): Listing | null {
  const root = document.querySelector<HTMLElement>('[data-listing-root]');
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
      if (state === null) delete document.documentElement.dataset.listing;
      else document.documentElement.dataset.listing = state;
      if (failure) failure.textContent = message && `Error: ${message}`;
    },
    showTop() {
      root.scrollIntoView({ block: 'start' });
      grid.focus({ preventScroll: true });
    },
  };
}
