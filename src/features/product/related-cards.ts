import { type ListingCard, toCards } from '#domain/catalogue/listing.ts';
import type { Product } from '#domain/catalogue/product.ts';

/** Maximum number of related products on a product's page. */
export const RELATED_PRODUCTS = 4;

/** Cards of other products, each in its first colour. */
export function relatedCards(products: readonly Product[]): ListingCard[] {
  return products.flatMap((other) => toCards([other]).slice(0, 1));
}
