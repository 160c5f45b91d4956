import type { StaffMe } from '#domain/contracts/staff-me.ts';
import { databaseFor } from '../database.ts';
import { staffDataOf, type StaffCaller } from './staff-data.ts';

/** The logged-in member of staff, and the number of waiting orders. */
export async function readMe(caller: StaffCaller): Promise<StaffMe> {
  return staffDataOf(await databaseFor(caller).rpc('staff_me').single());
}
