import { queryOptions } from '@tanstack/react-query';
import { getTeam } from '#domain/contracts/staff-team.ts';
import { asStaff } from '../kit/as-staff.ts';

/** Everyone who may use the studio, and open invitations. */
export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: ({ signal }) => asStaff(getTeam, {}, { signal }),
});
