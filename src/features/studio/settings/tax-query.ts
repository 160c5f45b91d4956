import { queryOptions } from '@tanstack/react-query';
import { getTaxes } from '#domain/wire/staff-taxes.ts';
import { asStaff } from '../as-staff.ts';

/** Tax settings and their changes. */
export const taxesQuery = queryOptions({
  queryKey: ['taxes'],
  queryFn: ({ signal }) => asStaff(getTaxes, {}, { signal }),
});
