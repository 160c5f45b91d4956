import { queryOptions } from '@tanstack/react-query';
import { getSettings } from '#domain/contracts/staff-settings.ts';
import { asStaff } from '../kit/as-staff.ts';

/** Tax settings and their changes. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => asStaff(getSettings, {}, { signal }),
});
