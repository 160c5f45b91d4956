import { queryOptions } from '@tanstack/react-query';
import { getDiscounts } from '#domain/contracts/staff-discounts.ts';
import { asStaff } from '../kit/as-staff.ts';

/** All discounts, and the goods that a new one may name. */
export const discountsQuery = queryOptions({
  queryKey: ['discounts'],
  queryFn: ({ signal }) => asStaff(getDiscounts, {}, { signal }),
});
