import { getCatalogue } from '#domain/contracts/staff-catalogue.ts';
import { getProductOrder } from '#domain/contracts/staff-product-order.ts';
import { keepsPrevious, staffQuery } from '../kit/staff-query.ts';
import type { ProductFilters } from './product-filters.ts';

/** A page of the catalogue. */
export function catalogueQuery({ after, ...filters }: Partial<ProductFilters> = {}) {
  return staffQuery(
    ['catalogue', filters, after ?? null],
    getCatalogue,
    { ...filters, after: after?.toString() },
    keepsPrevious,
  );
}

/** Products by slug. */
export function productsQuery(slugs: readonly string[]) {
  return staffQuery(
    ['catalogue', 'slugs', slugs],
    getCatalogue,
    { slugs: slugs.join(',') },
    {
      enabled: slugs.length > 0,
      staleTime: Infinity,
      refetchInterval: false,
    },
  );
}

/** Products that have one of some codes, archived ones included. */
export function codesQuery(codes: string) {
  return staffQuery(
    ['catalogue', 'codes', codes],
    getCatalogue,
    { codes },
    { ...keepsPrevious, enabled: codes !== '' },
  );
}

/** A category's products and their order; the first category's if none is named. */
export function orderQuery(category: string | undefined) {
  return staffQuery(['catalogue', 'order', category], getProductOrder, { category });
}
