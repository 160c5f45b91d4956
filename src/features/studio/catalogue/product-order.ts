import type { OrderedProduct } from '#domain/contracts/staff-product-order.ts';

/**
 * Products as shoppers see them: those without a place first (newest first), then the others in order. The same rule as
 * `product_listing` in the database.
 */
export function arranged(
  products: readonly OrderedProduct[],
  order: readonly string[],
): OrderedProduct[] {
  const places = new Map(order.map((slug, place) => [slug, place]));
  const placeOf = ({ slug }: OrderedProduct) => places.get(slug) ?? -1;
  return products.toSorted((a, b) => placeOf(a) - placeOf(b));
}
