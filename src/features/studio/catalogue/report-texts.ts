import type { ReleaseReport } from '#domain/wire/staff-releases.ts';

/** What a release does with the order of products, a line for each category and for what is left aside. */
export function orderLines(order: ReleaseReport['order']): string[] {
  if (order === null) return [];
  return [
    ...order.changed.map(({ category, now }) => `${category}: ${now.join(', ') || 'newest first'}`),
    ...order.conflicts.map(({ category, shop }) =>
      shop === null
        ? `Not applied: there is no category ${category} any more.`
        : `Not applied: the shop has another order of ${category}, too. It has ${shop.join(', ') || 'the newest first'}`,
    ),
    ...order.missing.map(({ category, slug }) => `Left out: ${slug} is not in ${category}.`),
  ];
}

/** Whether a release does nothing. */
export function isEmptyReport({ catalogue, content, order }: ReleaseReport): boolean {
  const changes = [
    ...orderLines(order),
    ...(content ? [...content.changed, ...content.conflicts] : []),
    ...(catalogue
      ? [
          ...catalogue.renamed,
          ...catalogue.categories.added,
          ...catalogue.categories.changed,
          ...catalogue.categories.dropped,
          ...catalogue.products.added,
          ...catalogue.products.changed,
          ...catalogue.colours.added,
          ...catalogue.colours.changed,
          ...catalogue.archived.products,
          ...catalogue.archived.colours,
        ]
      : []),
  ];
  return changes.length === 0;
}
