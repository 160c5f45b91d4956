import type { Asked } from '#domain/wire/staff-call.ts';
import type { getScanned } from '#domain/wire/staff-inventory.ts';
import { databaseFor } from '../database.ts';
import { staffDataOf, type StaffCaller } from './staff-data.ts';

export async function readScanned(staff: StaffCaller, { code }: Asked<typeof getScanned>) {
  return staffDataOf(await databaseFor(staff).rpc('staff_scanned', { p_code: code }));
}
