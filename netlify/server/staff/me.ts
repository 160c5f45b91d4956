import { database } from '../database.ts';
import { staffDataOf, type StaffCaller } from './staff-data.ts';

/** Who is logged in, and how many orders wait. */
export async function readMe(caller: StaffCaller) {
  return staffDataOf(await database().rpc('staff_me', caller));
}
