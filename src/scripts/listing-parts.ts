import { namedCategory } from './listing-source.ts';

/** The places of a listing page that its script fills, and what it says there. */
export interface Listing {
  categoryId: number | null;
  /** The page came with its first cards. */
  isPrebuilt: boolean;
  pageSize: number;
  title: Element;
  grid: HTMLElement;
  template: HTMLTemplateElement;
  pagination: HTMLElement;
  /** Shown when nothing is found. */
  empty: HTMLElement;
  sort: HTMLSelectElement | null;
  form: HTMLFormElement | null;
  price: HTMLInputElement | null;
  category: HTMLSelectElement | null;
  clears: NodeListOf<HTMLElement>;
  /** Beside the message that the cards could not be fetched. */
  retry: HTMLButtonElement | null;
  showCount(total: number): void;
  /** Adds the categories that are younger than the page to the filter's choices. */
  offerCategories(names: Iterable<string>): void;
  /** The controls say what the address asks; a price that filters nothing has no `priceNote`. */
  showWanted(
    wanted: { sort: string; price: string; words: string; category: string },
    priceNote: string,
  ): void;
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
  const count = root.querySelector('[data-listing-count]');
  const status = root.querySelector('[data-listing-status]');
  const note = root.querySelector<HTMLElement>('[data-listing-note]');
  const noteText = root.querySelector('[data-listing-note-text]');
  const failure = root.querySelector('[data-listing-error]');
  const sort = root.querySelector<HTMLSelectElement>('[data-listing-sort]');
  const price = root.querySelector<HTMLInputElement>('[data-listing-price]');
  const category = root.querySelector<HTMLSelectElement>('[data-listing-category]');
  return {
    categoryId: namedCategory(root.dataset.category),
    isPrebuilt: root.dataset.category !== 'address',
    pageSize: Number(root.dataset.pageSize),
    title,
    grid,
    template,
    pagination,
    empty,
    sort,
    form: root.querySelector<HTMLFormElement>('[data-listing-form]'),
    price,
    category,
    clears: root.querySelectorAll<HTMLElement>('[data-listing-clear]'),
    retry: root.querySelector<HTMLButtonElement>('[data-listing-retry]'),
    showCount(total) {
      if (count) count.textContent = total === 1 ? '1 piece' : `${total} pieces`;
    },
    offerCategories(names) {
      const offered = new Set([...(category?.options ?? [])].map(({ value }) => value));
      for (const name of new Set(names)) {
        if (!offered.has(name)) category?.add(new Option(name, name));
      }
    },
    showWanted(wanted, priceNote) {
      if (sort) sort.value = wanted.sort;
      if (price) price.value = wanted.price;
      for (const option of category?.options ?? []) {
        option.selected = option.value.toLowerCase() === wanted.category.toLowerCase();
      }
      const parts = [wanted.words && `“${wanted.words}”`, wanted.category, priceNote].filter(
        Boolean,
      );
      if (note) note.hidden = parts.length === 0;
      if (noteText) noteText.textContent = parts.join(', ');
    },
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
