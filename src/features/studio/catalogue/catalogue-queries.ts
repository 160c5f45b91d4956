import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getCatalogue } from '#domain/contracts/staff-catalogue.ts';
import { getProductOrder } from '#domain/contracts/staff-product-order.ts';
import { asStaff } from '../kit/as-staff.ts';
import type { ProductFilters } from './product-filters.ts';

/** A page of the catalogue. */
export function catalogueQuery({ after, ...filters }: Partial<ProductFilters> = {}) {
  return queryOptions({
    queryKey: ['catalogue', filters, after ?? null],
    queryFn: ({ signal }) =>
      asStaff(getCatalogue, { ...filters, after: after?.toString() }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Products by slug. */
export function productsQuery(slugs: readonly string[]) {
  return queryOptions({
    queryKey: ['catalogue', 'slugs', slugs],
    queryFn: ({ signal }) => asStaff(getCatalogue, { slugs: slugs.join(',') }, { signal }),
    enabled: slugs.length > 0,
    staleTime: Infinity,
    refetchInterval: false,
  });
}

/** A category's products and their order; the first category's if none is named. */
export function orderQuery(category: string | undefined) {
  return queryOptions({
    queryKey: ['catalogue', 'order', category],
    queryFn: ({ signal }) => asStaff(getProductOrder, { category }, { signal }),
  });
}
