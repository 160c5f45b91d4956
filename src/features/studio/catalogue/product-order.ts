import type { OrderedProduct, ProductOrder } from '#domain/wire/staff-product-order.ts';

/** A category that is being put in order. */
export interface EditedOrder {
  /** Id of the release that it will be: made once, so that saving again after a lost answer makes no second one. */
  release: string;
  /** The order that the shop had when editing began. */
  seen: readonly string[];
  /** Slugs of those that have a place; empty for newest first. */
  now: readonly string[];
}

/** What is being edited, by category: it stays while other pages of the studio are looked at. */
const edited = new Map<string, EditedOrder>();

/** What is being edited in a category, begun with what the shop has unless something has been changed there. */
export function editedOrder({ category, order }: ProductOrder): EditedOrder {
  const before = edited.get(category);
  if (before && isChanged(before)) return before;
  return { release: crypto.randomUUID(), seen: order, now: order };
}

export function keepOrder(category: string, one: EditedOrder): void {
  edited.set(category, one);
}

export function forgetOrder(category: string): void {
  edited.delete(category);
}

/** Whether it is another order than the shop's. */
export function isChanged({ seen, now }: EditedOrder): boolean {
  return seen.join(' ') !== now.join(' ');
}

/**
 * The products as shoppers get them: those without a place first, as they come (newest first), then the others in
 * order. The database does the same (product_listing).
 */
export function arranged(
  products: readonly OrderedProduct[],
  order: readonly string[],
): OrderedProduct[] {
  const places = new Map(order.map((slug, place) => [slug, place]));
  const placeOf = ({ slug }: OrderedProduct) => places.get(slug) ?? -1;
  return products.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Slugs with one of them in another place. */
export function movedTo(slugs: readonly string[], slug: string, to: number): string[] {
  const place = Math.min(Math.max(to, 0), slugs.length - 1);
  return slugs.filter((other) => other !== slug).toSpliced(place, 0, slug);
}

/** Where one stands, for people. */
export function placeText(slugs: readonly string[], slug: string): string {
  return `place ${slugs.indexOf(slug) + 1} of ${slugs.length}`;
}
