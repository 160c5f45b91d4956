import { serverNow } from '#browser/server-clock.ts';
import type { EditedProduct } from '#domain/wire/staff-catalogue.ts';
import { laterOpening, laterSale, type Look, wasAfter } from './shop-product.ts';

/** A product before and after a release. */
export interface Change {
  slug: string;
  /** As it is now; undefined for a new one. */
  before: EditedProduct | undefined;
  /** Null when it leaves the shop. */
  after: EditedProduct | null;
}

/** When something is looked at. */
export type When = 'Before' | 'After' | 'In the sale';

/** As shoppers see it now; null while they do not. */
function seenNow({ before }: Change): EditedProduct | null {
  if (!before || before.archived || laterOpening(before, serverNow()) !== null) return null;
  return before;
}

/** What there is to look at: the sale only where one begins later than the release. */
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
 * A product at one of these times; null when it is not in the shop then.
 * @param published when the release is, in milliseconds since 1970.
 * @param categories names by their slugs.
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
