import type { AreaPlace } from '../place.ts';

/** The place of a release. */
export function releasePlace(id: string): AreaPlace {
  return { at: 'catalogue', page: 'release', query: { id } };
}
