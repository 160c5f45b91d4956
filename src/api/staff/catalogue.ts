import { getCatalogue, type StaffCatalogue } from '#domain/wire/staff-catalogue.ts';
import type { Customer } from '../checkout.ts';
import { callStaff } from './call-staff.ts';

/** Products found by a search, or those with these slugs, at most fifty. */
interface CatalogueQuery {
  q?: string;
  /** `next` of the page before. */
  after?: number | null;
  slugs?: readonly string[];
}

/** Fifty products as marketers edit them, newest first. @throws ApiError 403 */
export function fetchStaffCatalogue(
  { q = '', after = null, slugs }: CatalogueQuery,
  customer: Customer,
  signal?: AbortSignal,
): Promise<StaffCatalogue> {
  const asked = {
    q: q.trim(),
    after: after === null ? undefined : String(after),
    slugs: slugs?.join(','),
  };
  return callStaff(getCatalogue, asked, customer, { signal });
}
