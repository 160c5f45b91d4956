import { z } from 'zod';
import type { Asked } from '#domain/contracts/staff-call.ts';
import type { fileQuarter as call } from '#domain/contracts/staff-quarters.ts';
import { databaseFor } from '../database.ts';
import { keepFiles } from './movement-files.ts';
import { Movement } from './movement-sheets.ts';
import { type StaffCaller, staffDataOf } from './staff-data.ts';

/** VAT quarters, filed and open. @throws HttpError 403 */
export async function readQuarters(caller: StaffCaller) {
  return staffDataOf(await databaseFor(caller).rpc('staff_quarters'));
}

/** Files a quarter and keeps its files. A retry keeps files that an earlier attempt did not. @throws HttpError 403, 409 */
export async function fileQuarter(
  caller: StaffCaller,
  { event, quarter, seen }: Asked<typeof call>,
) {
  const asked = { p_event: event, p_quarter: quarter, p_seen: seen };
  const filed = staffDataOf(await databaseFor(caller).rpc('staff_file_quarter', asked));
  await keepFiles(caller, quarter, z.array(Movement).parse(filed));
  return {};
}
