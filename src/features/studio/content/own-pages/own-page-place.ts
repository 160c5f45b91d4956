import type { AreaPlace } from '../../kit/place.ts';

/** The list of own pages. */
export const ownPagesPlace: AreaPlace = { at: 'pages', page: 'own', query: {} };

/** The form of a page of the shop, or with `isNew` of one that begins. */
export function ownPagePlace(id: string, isNew = false): AreaPlace {
  return { at: 'pages', page: 'own', query: { [isNew ? 'new' : 'id']: id } };
}

/** The form of a page in a draft. */
export function ownPageDraftPlace(release: string, id: string): AreaPlace {
  return { at: 'pages', page: 'own', query: { release, id } };
}

/** The list of own pages, in the order of a draft. */
export function pageOrderPlace(release?: string): AreaPlace {
  return { ...ownPagesPlace, query: release === undefined ? {} : { release } };
}

/** All redirects, or those of a draft. */
export function redirectsPlace(release?: string): AreaPlace {
  return { at: 'pages', page: 'redirects', query: release === undefined ? {} : { release } };
}
