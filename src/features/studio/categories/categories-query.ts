import { queryOptions } from '@tanstack/react-query';
import { getCategories } from '#domain/contracts/staff-categories.ts';
import { asStaff } from '../kit/as-staff.ts';

/** All categories and collections. */
export const categoriesQuery = queryOptions({
  queryKey: ['catalogue', 'categories'],
  queryFn: ({ signal }) => asStaff(getCategories, {}, { signal }),
});
