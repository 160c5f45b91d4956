import { databaseFor } from '../database.ts';
import { staffDataOf, type StaffCaller } from './staff-data.ts';

/** All categories and collections. */
export async function readStaffCategories(caller: StaffCaller) {
  return staffDataOf(await databaseFor(caller).rpc('staff_categories'));
}
