import { parsePrice } from '../money/money.ts';
import type { Pence } from '../money/money.ts';
import { colourAddress } from '../paths/product-address.ts';
import type { ColourVariant, Product } from './product.ts';

/** Cards on a page (spec, section 9). */
export const pageSizes = { category: 10, all: 12 } as const;

/** Cards before the tile of a listing (listing-tile.ts); with fewer, product-card.css hides it. */
export const CARDS_BEFORE_TILE = 8;

/** The options of the sort select, in display order. */
export const SORT_CHOICES = [
  { key: 'newest', label: 'Newest' },
  { key: 'price-asc', label: 'Price: Low to High' },
  { key: 'price-desc', label: 'Price: High to Low' },
] as const;

export type SortKey = (typeof SORT_CHOICES)[number]['key'];

/** One card of a listing: a product in one of its colours. */
export interface ListingCard {
  /** Unique in a listing. */
  key: string;
  product: Product;
  variant: ColourVariant;
  price: Pence;
  /** The product's page with this colour selected. */
  href: string;
  /** Whether it begins with its second picture. */
  isTurned: boolean;
}

/** Sorts products; ties on price are newest first. */
export function sortProducts(products: readonly Product[], sort: SortKey): Product[] {
  const direction = { newest: 0, 'price-asc': 1, 'price-desc': -1 }[sort];
  // Parsed once per product, not once per comparison.
  const keyed = products.map((product) => ({
    product,
    price: direction * parsePrice(product.price),
    created: Date.parse(product.created_at),
  }));
  return keyed
    .toSorted((a, b) => a.price - b.price || b.created - a.created || b.product.id - a.product.id)
    .map(({ product }) => product);
}

/** One card per colour of each product, in the products' order. */
export function toCards(products: readonly Product[]): ListingCard[] {
  return products.flatMap((product) =>
    product.color_variants.map((variant) => ({
      key: `${product.id}-${variant.id}`,
      product,
      variant,
      price: parsePrice(product.price),
      href: colourAddress(product, variant),
      isTurned: false,
    })),
  );
}

/** Cards as shown together: one that follows another colour of its product begins with its second picture. */
export function inRow(cards: readonly ListingCard[]): ListingCard[] {
  return cards.map((card, index) => ({
    ...card,
    isTurned: card.variant.images.length > 1 && cards[index - 1]?.product === card.product,
  }));
}

/** The cards of one page; a page out of range becomes the first. There is always at least one page. */
export function paginate(
  cards: readonly ListingCard[],
  page: number,
  size: number,
): { cards: ListingCard[]; page: number; pages: number; total: number } {
  const pages = Math.max(Math.ceil(cards.length / size), 1);
  const current = Number.isInteger(page) && page >= 1 && page <= pages ? page : 1;
  const first = (current - 1) * size;
  return {
    cards: inRow(cards.slice(first, first + size)),
    page: current,
    pages,
    total: cards.length,
  };
}
