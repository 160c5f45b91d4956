import type { ReleaseReport } from '#domain/wire/staff-releases.ts';

/** Product order changes of a release: a line for each category and omission. */
export function orderLines(order: ReleaseReport['order']): string[] {
  if (order === null) return [];
  return [
    ...order.changed.map(({ category, now }) => `${category}: ${now.join(', ') || 'newest first'}`),
    ...order.conflicts.map(({ category, shop }) =>
      shop === null
        ? `Not applied: the category ${category} no longer exists.`
        : `Not applied: the order of ${category} has changed since. It is now ${shop.join(', ') || 'newest first'}`,
    ),
    ...order.missing.map(({ category, slug }) => `Left out: ${slug} is not in ${category}.`),
  ];
}

/** A release's changes of the order of the menu, as lines. */
export function menuLines(menu: ReleaseReport['menu']): string[] {
  if (menu === null) return [];
  return [
    ...menu.changed.map(({ now }) => now.join(', ')),
    ...menu.conflicts.map(
      ({ shop }) => `Not applied: the order has changed since. It is now ${shop.join(', ')}`,
    ),
  ];
}

/** Whether a release changes nothing. */
export function isEmptyReport({ catalogue, content, order, menu }: ReleaseReport): boolean {
  const changes = [
    ...orderLines(order),
    ...menuLines(menu),
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
