import type { OrderedProduct, ProductOrder } from '#domain/wire/staff-product-order.ts';

/** A category being sorted. */
export interface EditedOrder {
  /** Id of the draft release, made once: saving again after a lost response makes no second one. */
  release: string;
  /** The order when editing began. */
  seen: readonly string[];
  /** Slugs of placed products; empty for newest first. */
  now: readonly string[];
}

/** Edits by category, kept while other pages of the studio are shown. */
const edited = new Map<string, EditedOrder>();

/** Edits of a category: the kept ones if it was changed, else the current order. */
export function editedOrder({
  category,
  order,
}: Pick<ProductOrder, 'category' | 'order'>): EditedOrder {
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

/** Whether the order was changed. */
export function isChanged({ seen, now }: EditedOrder): boolean {
  return seen.join(' ') !== now.join(' ');
}

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

/** Slugs with one moved. */
export function movedTo(slugs: readonly string[], slug: string, to: number): string[] {
  const place = Math.min(Math.max(to, 0), slugs.length - 1);
  return slugs.filter((other) => other !== slug).toSpliced(place, 0, slug);
}

/** Place of a product as text. */
export function placeText(slugs: readonly string[], slug: string): string {
  return `place ${slugs.indexOf(slug) + 1} of ${slugs.length}`;
}
