import { catalogueSorts, catalogueStates, catalogueStocks } from '#domain/enums.ts';
import type { CatalogueSort, CatalogueState, CatalogueStock } from '#domain/enums.ts';
import type { AreaPlace } from '../kit/place.ts';

/** Search, filters, order and page of the product list, as in its URL. */
export interface ProductFilters {
  q: string;
  /** A category's slug. */
  category: string | undefined;
  state: CatalogueState | undefined;
  stock: CatalogueStock | undefined;
  sort: CatalogueSort;
  /** Number of rows before the page; null for the first page. */
  after: number | null;
}

function oneOf<Value extends string>(values: readonly Value[], text: string | undefined) {
  return values.find((value) => value === text);
}

/** Filters in a URL; unknown values count as none. */
export function filtersIn({ query }: AreaPlace): ProductFilters {
  const { q = '', category, state, stock, sort, after } = query;
  return {
    q,
    category: category === '' ? undefined : category,
    state: oneOf(catalogueStates, state),
    stock: oneOf(catalogueStocks, stock),
    sort: oneOf(catalogueSorts, sort) ?? 'newest',
    after: after !== undefined && /^[1-9]\d{0,8}$/.test(after) ? Number(after) : null,
  };
}

/** The place of a list. Other filters begin at the first page. */
export function listPlace({ after, ...filters }: ProductFilters): AreaPlace {
  const entries = Object.entries({ ...filters, after: after?.toString() }).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && entry[1] !== '' && entry[1] !== 'newest',
  );
  return { at: 'catalogue', page: 'products', query: Object.fromEntries(entries) };
}

/** Sort of a column's heading when pressed: one way, the other way, newest first. */
export function nextSort(sort: CatalogueSort, column: 'name' | 'price' | 'stock' | 'changed') {
  if (sort === column) return `${column}_back` as const;
  return sort === `${column}_back` ? 'newest' : column;
}
