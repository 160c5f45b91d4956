import type { CategoryKind } from '#domain/enums.ts';
import type { AreaPlace } from '../kit/place.ts';

/** The form of a category or collection. */
export function categoryPlace(slug: string): AreaPlace {
  return { at: 'catalogue', page: 'category', query: { slug } };
}

/** The form of a new category or collection. @param id the draft's id; reload and Back show the same form. */
export function newCategoryPlace(kind: CategoryKind, id: string): AreaPlace {
  return { at: 'catalogue', page: 'category', query: { new: id, kind } };
}

/** The form of a category in a draft. */
export function categoryDraftPlace(release: string, slug: string): AreaPlace {
  return { at: 'catalogue', page: 'category', query: { release, slug } };
}
