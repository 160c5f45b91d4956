import type { Announcements } from '@dnd-kit/core';
import { placeText } from './product-order.ts';

/** Read out while an item of a list is dragged. */
export function sortingAnnouncements(
  items: readonly { slug: string; name: string }[],
): Announcements {
  const slugs = items.map(({ slug }) => slug);
  const nameOf = (id: string | number) => items.find(({ slug }) => slug === id)?.name ?? '';
  const placeOf = (over: { id: string | number } | null) =>
    over ? placeText(slugs, String(over.id)) : 'no place';
  return {
    // `onDragOver` follows at once for its own place and must not hide the pick-up.
    onDragStart: ({ active }) => `${nameOf(active.id)} picked up, ${placeOf(active)}.`,
    onDragOver: ({ active, over }) => `${nameOf(active.id)} picked up, ${placeOf(over)}.`,
    onDragEnd: ({ active, over }) => `${nameOf(active.id)} dropped, ${placeOf(over)}.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} moved back, ${placeOf(active)}.`,
  };
}
