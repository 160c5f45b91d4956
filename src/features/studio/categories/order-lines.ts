import { listDifference } from '#domain/basics/list-difference.ts';
import type { ReleaseReport } from '#domain/contracts/staff-releases.ts';

/** The products that a list gains and loses, then all in their order. */
function changeOfOrder(was: readonly string[], now: readonly string[]): string {
  if (now.length === 0) return 'newest first';
  // A category without an order has places for none of its products.
  const { joined, left } = was.length === 0 ? { joined: [], left: [] } : listDifference(was, now);
  return [
    ...(joined.length > 0 ? [`with ${joined.join(', ')}`] : []),
    ...(left.length > 0 ? [`without ${left.join(', ')}`] : []),
    now.join(', '),
  ].join('; ');
}

/** Product order changes of a release: a line for each category and omission. */
export function orderLines(order: ReleaseReport['order']): string[] {
  if (order === null) return [];
  return [
    ...order.changed.map(({ category, was, now }) => `${category}: ${changeOfOrder(was, now)}`),
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
