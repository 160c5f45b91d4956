import type { Asked } from '#domain/contracts/staff-call.ts';
import type { getVisits } from '#domain/contracts/staff-visits.ts';
import { databaseFor } from '../database.ts';
import { type StaffCaller, staffDataOf } from './staff-data.ts';

/** Counts of visits of a day, week or month. @throws HttpError 403 if the caller may not see visits. */
export async function readVisits(caller: StaffCaller, { period, day }: Asked<typeof getVisits>) {
  const asked = { p_period: period, ...(day !== undefined && { p_day: day }) };
  return staffDataOf(await databaseFor(caller).rpc('staff_visits', asked));
}
