import { factNames } from '#domain/catalogue/product-facts.ts';
import { eachOf } from '#domain/basics/each-of.ts';
import { noSearchWords } from '#domain/catalogue/search-words.ts';
import type { EditedProduct, ListedProduct } from '#domain/contracts/staff-catalogue.ts';

/** A product as the studio edits it, by default without facts, sale and colours. */
export function editedProduct(changes: Partial<EditedProduct> = {}): EditedProduct {
  return {
    id: 7,
    slug: 'boss-beanie',
    name: 'Boss Beanie',
    description: 'Warm.',
    ...eachOf(factNames, () => null),
    hs_code: null,
    origin_country: null,
    ...noSearchWords,
    price_pence: 4500,
    sale_price_pence: 0,
    sale_from: '-infinity',
    sale_until: 'infinity',
    was_is_lawful: false,
    regular_since: '2026-01-01T00:00:00Z',
    reduced_since: null,
    visible_from: null,
    category: 'beanies',
    archived: false,
    colours: [],
    ...changes,
  };
}

/** A product as the studio lists it. */
export function listedProduct(changes: Partial<ListedProduct> = {}): ListedProduct {
  return {
    ...editedProduct(),
    state: 'live',
    stock: 'in_stock',
    units: 9,
    changed_at: '2026-01-01T00:00:00Z',
    changed_by: null,
    ...changes,
  };
}
