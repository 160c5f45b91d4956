import { queryOptions } from '@tanstack/react-query';
import { getContent } from '#domain/contracts/staff-content.ts';
import { asStaff } from '../../kit/as-staff.ts';

/** Current content of the pages. */
export const contentQuery = queryOptions({
  queryKey: ['content'],
  queryFn: ({ signal }) => asStaff(getContent, {}, { signal }),
});
