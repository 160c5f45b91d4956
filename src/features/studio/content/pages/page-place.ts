import type { AreaPlace } from '../../kit/place.ts';

/** The form of a page. */
export function pagePlace(page: string): AreaPlace {
  return { at: 'pages', page, query: {} };
}

/** The form of a page in a draft. */
export function pageDraftPlace(page: string, release: string): AreaPlace {
  return { at: 'pages', page, query: { release } };
}
