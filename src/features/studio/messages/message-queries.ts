import { queryOptions } from '@tanstack/react-query';
import { getTemplates } from '#domain/contracts/staff-messages.ts';
import { asStaff } from '../kit/as-staff.ts';

/** Templates of messages, by title. */
export function templatesQuery() {
  return queryOptions({
    queryKey: ['templates'],
    queryFn: async ({ signal }) => (await asStaff(getTemplates, {}, { signal })).templates,
  });
}
