import { databaseFor } from '../database.ts';
import { staffDataOf, type StaffCaller } from './staff-data.ts';

/** The pages' texts and pictures, for the studio's forms. */
export async function readContent(caller: StaffCaller) {
  return staffDataOf(await databaseFor(caller).rpc('staff_content'));
}
