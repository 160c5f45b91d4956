import type { Asked } from '#domain/contracts/staff-call.ts';
import type { changeSettings as call } from '#domain/contracts/staff-settings.ts';
import { databaseFor } from '../database.ts';
import { staffDataOf, type StaffCaller } from './staff-data.ts';

/** The shop's settings, with the latest changes. */
export async function readSettings(staff: StaffCaller) {
  return staffDataOf(await databaseFor(staff).rpc('staff_settings'));
}

/** Changes settings. @throws HttpError 409 if another person has changed them. */
export async function changeSettings(
  staff: StaffCaller,
  { change, seen, settings }: Asked<typeof call>,
) {
  const asked = { p_change: change, p_seen: seen, p_now: settings };
  staffDataOf(await databaseFor(staff).rpc('change_settings', asked));
  return readSettings(staff);
}
