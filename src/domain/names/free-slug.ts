import { LONGEST } from '../catalogue/catalogue-rules.ts';

/**
 * A slug that nothing else has: `hats`, `hats-2`, `hats-3` …
 * @param isTaken whether another product, category or page has it.
 */
export function freeSlug(slug: string, isTaken: (slug: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? '' : `-${number}`;
    const tried = slug.slice(0, LONGEST.slug - ending.length).replace(/-$/, '') + ending;
    if (!isTaken(tried)) return tried;
  }
}
