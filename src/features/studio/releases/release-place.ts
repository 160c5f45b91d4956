import type { AreaPlace } from '../kit/place.ts';

/** The place of a release. */
export function releasePlace(id: string): AreaPlace {
  return { at: 'catalogue', page: 'release', query: { id } };
}

/** The form of a product in a draft. @param slug the product's slug before the draft, if there are several. */
export function draftPlace(release: string, slug?: string): AreaPlace {
  const query = { release, ...(slug !== undefined && { slug }) };
  return { at: 'catalogue', page: 'product', query };
}

/** The form of a product of the shop. */
export function productPlace(slug: string): AreaPlace {
  return { at: 'catalogue', page: 'product', query: { slug } };
}

/**
 * The form of a new product.
 * @param id the draft's id; reload and Back show the same form.
 * @param like slug of the product to copy.
 */
export function newProductPlace(id: string, like?: string): AreaPlace {
  const query = { new: id, ...(like !== undefined && { like }) };
  return { at: 'catalogue', page: 'product', query };
}
