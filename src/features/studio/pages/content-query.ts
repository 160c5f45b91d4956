import { queryOptions } from '@tanstack/react-query';
import { fetchContent } from '#api/staff/content.ts';
import { asStaff } from '../as-staff.ts';

/** Current content of the pages. */
export const contentQuery = queryOptions({
  queryKey: ['content'],
  queryFn: ({ signal }) => asStaff((customer) => fetchContent(customer, signal)),
});
