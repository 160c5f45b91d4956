import type { findDeadLinks as call } from '#domain/contracts/staff-content.ts';
import type { Asked } from '#domain/contracts/staff-call.ts';
import { databaseFor } from '../database.ts';
import { staffDataOf, type StaffCaller } from './staff-data.ts';

/** The pages' texts and pictures, for the studio's forms. */
export async function readContent(caller: StaffCaller) {
  return staffDataOf(await databaseFor(caller).rpc('staff_content'));
}

/** Links of what is being typed that lead to no page. */
export async function findDeadLinks(caller: StaffCaller, value: Asked<typeof call>) {
  return staffDataOf(await databaseFor(caller).rpc('staff_dead_links', { p_value: value }));
}
