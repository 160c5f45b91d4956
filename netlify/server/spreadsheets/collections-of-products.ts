import { nameKey } from '#domain/names/name-key.ts';
import type { Catalogue } from './catalogue-file.ts';
import type { Rename } from './changes.ts';
import type { FileCollection } from './check-collections.ts';
import type { Exported, ExportedCollection } from './exported-catalogue.ts';
import type { FileRow } from './file-rows.ts';
import { COLLECTIONS_SHEET } from './header.ts';
import type { Memory } from './memory.ts';

/** Names of a product's collections at the export, by slug; empty for a file made by hand. */
export function seenCollections(
  { line = 0 }: FileRow,
  slug: string,
  memory: Memory | null,
): Record<string, string> {
  const before = memory?.rows.get(line)?.slug ?? slug;
  return memory?.products.get(before)?.collections ?? {};
}

/** Slug of a collection by its slug or name, ignoring case. */
function slugOfName(part: string, known: Iterable<readonly [slug: string, name: string]>) {
  return [...known].find(([slug, name]) => [slug, nameKey(name)].includes(nameKey(part)))?.[0];
}

/** Looks up the names in a product's cell, as the collections are once the file is imported. */
export function collectionFinder(
  inShop: readonly ExportedCollection[],
  inFile: readonly FileCollection[],
) {
  const all = new Map(
    inShop.map(({ id, name, rule }) => [id, { name, byRule: rule !== null }] as const),
  );
  for (const { slug, name, rule } of inFile) {
    const before = all.get(slug);
    const byRule = rule === undefined ? (before?.byRule ?? false) : rule !== null;
    all.set(slug, { name: name ?? before?.name ?? slug, byRule });
  }
  const bySlug = new Map([...all].map(([slug, { name }]) => [slug, name] as const));
  const byHand = [...all.values()].filter(({ byRule }) => !byRule).map(({ name }) => name);

  /**
   * @param seen names that the export wrote: a collection may have been renamed, archived or given a rule since.
   * @returns slugs, once each.
   */
  return (
    names: readonly string[],
    seen: Record<string, string>,
    note: (message: string, found: string) => void,
  ): string[] => {
    const slugs = names.flatMap((part) => {
      const remembered = slugOfName(part, Object.entries(seen));
      if (remembered !== undefined) return [remembered];
      const slug = slugOfName(part, bySlug);
      if (slug === undefined) {
        const choice = byHand.length > 0 ? ` Those by hand are: ${byHand.join(', ')}.` : '';
        note(
          `There is no collection “${part}”.${choice} A new one is a row of its own in which only the collection is filled in.`,
          part,
        );
      } else if (all.get(slug)?.byRule) {
        note(
          `“${part}” chooses its products by rule: change the rule on the sheet “${COLLECTIONS_SHEET}” or in the studio.`,
          part,
        );
      }
      return slug ?? [];
    });
    return [...new Set(slugs)];
  };
}

/** New products of collections by hand, by slug, as a part of a release. */
export type CollectionOrders = Record<string, { seen: string[]; now: string[] }>;

/**
 * The products of collections by hand after an import. Those that a file adds come last; others keep their order, and
 * only those that the file takes out since its export leave.
 */
export function collectionOrders(
  { collections, products }: Catalogue,
  memory: Memory | null,
  renames: readonly Rename[],
  shop: Exported,
): CollectionOrders {
  const newSlugs = new Map(renames.filter((r) => r.colour === null).map((r) => [r.slug, r.now]));
  const oldSlugs = new Map([...newSlugs].map(([was, now]) => [now, was]));
  const orders = new Map(
    shop.collections.map(({ id, products: slugs }) => {
      const seen = slugs.map((slug) => newSlugs.get(slug) ?? slug);
      return [id, { seen, now: seen }] as const;
    }),
  );
  const change = (collection: string, to: (now: string[]) => string[]) => {
    const order = orders.get(collection) ?? { seen: [], now: [] };
    orders.set(collection, { ...order, now: to(order.now) });
  };
  for (const { slug, rule } of collections) {
    const before = shop.collections.find(({ id }) => id === slug);
    if (rule && before?.rule === null) change(slug, () => []);
  }
  for (const { slug, collections: given } of products) {
    if (given === undefined) continue;
    const before = oldSlugs.get(slug) ?? slug;
    const known = shop.products.find((product) => product.slug === before);
    const seen = Object.keys(memory?.products.get(before)?.collections ?? known?.collections ?? {});
    for (const one of given.filter((collection) => !seen.includes(collection)))
      change(one, (now) => (now.includes(slug) ? now : [...now, slug]));
    for (const one of seen.filter((collection) => !given.includes(collection)))
      if (orders.has(one)) change(one, (now) => now.filter((product) => product !== slug));
  }
  return Object.fromEntries(
    [...orders].filter(([, { seen, now }]) => seen.join('\n') !== now.join('\n')),
  );
}
