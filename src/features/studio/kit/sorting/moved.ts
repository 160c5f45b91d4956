/** A list with one item moved. */
export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ...list.slice(from, from + 1));
}

/** Slugs with one moved. */
export function movedTo(slugs: readonly string[], slug: string, to: number): string[] {
  const place = Math.min(Math.max(to, 0), slugs.length - 1);
  return slugs.filter((other) => other !== slug).toSpliced(place, 0, slug);
}

/** Place of an item as text. */
export function placeText(slugs: readonly string[], slug: string): string {
  return `place ${slugs.indexOf(slug) + 1} of ${slugs.length}`;
}
