import { countText } from '#domain/basics/count-text.ts';
import type { ListedProduct } from '#domain/contracts/staff-catalogue.ts';
import type { ReleaseChanges } from '#domain/contracts/staff-releases.ts';
import { type BulkSale, reduced } from './bulk-sale.ts';

/** A change of several products at once. */
export type BulkChange =
  | { kind: 'archive' | 'restore' }
  | { kind: 'category'; category: string; name: string }
  /** Products of the slugs in `except` keep their sale. */
  | ({ kind: 'sale'; except: readonly string[] } & BulkSale)
  | { kind: 'no sale' };

type Item = NonNullable<NonNullable<ReleaseChanges['catalogue']>['products']>[number];

function itemOf(product: ListedProduct, change: BulkChange): Item | null {
  const { slug, category, price_pence, archived } = product;
  const { sale_price_pence, sale_from, sale_until } = product;
  switch (change.kind) {
    case 'archive':
      return archived ? null : { slug, archived: true, seen: {} };
    case 'restore':
      return archived ? { slug, archived: false, seen: {} } : null;
    case 'category':
      return category === change.category
        ? null
        : { slug, category: change.category, seen: { category } };
    case 'no sale':
      return sale_price_pence === 0
        ? null
        : { slug, sale_price_pence: 0, seen: { sale_price_pence } };
    case 'sale':
      if (change.except.includes(slug)) return null;
      return {
        slug,
        sale_price_pence: reduced(price_pence, change.percent),
        sale_from: change.from ?? '-infinity',
        sale_until: change.until ?? 'infinity',
        seen: { sale_price_pence, sale_from, sale_until },
      };
  }
}

/** Changes of several products, for a release; null if none of them changes. */
export function bulkChanges(
  products: readonly ListedProduct[],
  change: BulkChange,
): ReleaseChanges | null {
  const items = products.flatMap((product) => itemOf(product, change) ?? []);
  return items.length === 0 ? null : { catalogue: { products: items } };
}

const verbs = {
  archive: 'Archive',
  restore: 'Bring back',
  'no sale': 'End the sale of',
} as const;

/** Title of the draft release. */
export function bulkTitle(count: number, change: BulkChange): string {
  const products = countText(count, 'product');
  if (change.kind === 'category') return `Move ${products} to ${change.name}`;
  if (change.kind === 'sale') return `${change.percent} % off ${products}`;
  return `${verbs[change.kind]} ${products}`;
}
