import { databaseFor } from '../database.ts';
import { staffDataOf, type StaffCaller } from './staff-data.ts';

/** The logged-in member of staff, and the number of waiting orders. */
export async function readMe(caller: StaffCaller) {
  return staffDataOf(await databaseFor(caller).rpc('staff_me'));
}
