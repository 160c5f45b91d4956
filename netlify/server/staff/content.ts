import { database } from '../database.ts';
import { staffDataOf, type StaffCaller } from './staff-data.ts';

/** The pages' texts and pictures, for the studio's forms. */
export async function readContent(caller: StaffCaller) {
  return staffDataOf(await database().rpc('staff_content', caller));
}
