import { StaffCatalogue } from '#domain/wire/staff-catalogue.ts';
import type { Customer } from '../checkout.ts';
import { request } from '../http/request.ts';

/** Which products: those that a search finds, or those with these slugs, at most `mostSlugs`. */
interface CatalogueQuery {
  q?: string;
  /** `next` of the page before. */
  after?: number | null;
  slugs?: readonly string[];
}

/** Fifty products as marketers edit them, newest first. @throws ApiError 403 */
export function fetchStaffCatalogue(
  { q = '', after = null, slugs }: CatalogueQuery,
  { access }: Customer,
  signal?: AbortSignal,
): Promise<StaffCatalogue> {
  const query = new URLSearchParams();
  if (q.trim() !== '') query.set('q', q);
  if (after !== null) query.set('after', String(after));
  if (slugs) query.set('slugs', slugs.join(','));
  return request(`/api/staff/catalogue?${query}`, (body) => StaffCatalogue.parse(body), {
    access,
    signal,
  });
}
