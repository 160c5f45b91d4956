import type { Asked } from '#domain/contracts/staff-call.ts';
import type { getActivity } from '#domain/contracts/staff-activity.ts';
import { databaseFor } from '../database.ts';
import { staffDataOf, type StaffCaller } from './staff-data.ts';

/** A page of what staff did. */
export async function readActivity(
  caller: StaffCaller,
  { after, ...filter }: Asked<typeof getActivity>,
) {
  const asked = { p_filter: filter, ...(after && { p_after: after }) };
  return staffDataOf(await databaseFor(caller).rpc('staff_activity', asked));
}
