import { serverNow } from '#browser/server-clock.ts';
import type { EditedProduct } from '#domain/contracts/staff-catalogue.ts';
import { laterOpening, laterSale, type Look, wasAfter } from './shop-product.ts';

/** A product before and after a release. */
export interface Change {
  slug: string;
  /** Current product; undefined if new. */
  before: EditedProduct | undefined;
  /** Null if it is removed from the shop. */
  after: EditedProduct | null;
}

/** Time of a preview. */
export type When = 'Before' | 'After' | 'In the sale';

/** The product as shoppers see it now; null if hidden. */
function seenNow({ before }: Change): EditedProduct | null {
  if (!before || before.archived || laterOpening(before, serverNow()) !== null) return null;
  return before;
}

/** Available previews: a sale only if one begins after publication. */
export function timesOf(changes: readonly Change[], published: number): When[] {
  const isLater = changes.some(({ after }) => after && laterSale(after, published) !== null);
  const had = changes.some((change) => seenNow(change) !== null);
  return [
    ...(had ? (['Before'] as const) : []),
    'After',
    ...(isLater ? (['In the sale'] as const) : []),
  ];
}

/**
 * A product at the time of a preview; null if it is not in the shop then.
 * @param published publication time, in ms since 1970.
 * @param categories names by slug.
 */
export function lookAt(
  change: Change,
  when: When,
  published: number,
  categories: ReadonlyMap<string, string>,
): Look | null {
  const { before, after } = change;
  const product = when === 'Before' ? seenNow(change) : after;
  if (!product || product.archived) return null;
  const category = categories.get(product.category) ?? product.category;
  if (when === 'Before') return { product, category, at: serverNow(), was: product.was_is_lawful };
  const at = when === 'After' ? published : (laterSale(product, published) ?? published);
  return { product, category, at, was: wasAfter(before, product, published) };
}
