import { databaseFor } from '../database.ts';
import { staffDataOf, type StaffCaller } from './staff-data.ts';

/** Who is logged in, and how many orders wait. */
export async function readMe(caller: StaffCaller) {
  return staffDataOf(await databaseFor(caller).rpc('staff_me'));
}
