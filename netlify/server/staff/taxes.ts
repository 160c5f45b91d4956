import type { Asked } from '#domain/wire/staff-call.ts';
import type { changeTaxes as call } from '#domain/wire/staff-taxes.ts';
import { databaseFor } from '../database.ts';
import { staffDataOf, type StaffCaller } from './staff-data.ts';

/** Display and rates of tax, with the latest changes. */
export async function readTaxes(staff: StaffCaller) {
  return staffDataOf(await databaseFor(staff).rpc('staff_taxes'));
}

/** Changes how prices show tax, and the rates. @throws HttpError 409 if another person has changed them. */
export async function changeTaxes(staff: StaffCaller, { change, seen, taxes }: Asked<typeof call>) {
  const asked = { p_change: change, p_seen: seen, p_now: taxes };
  staffDataOf(await databaseFor(staff).rpc('change_taxes', asked));
  return readTaxes(staff);
}
