import type { Asked } from '#domain/contracts/staff-call.ts';
import type { getFigures } from '#domain/contracts/staff-figures.ts';
import { databaseFor } from '../database.ts';
import { type StaffCaller, staffDataOf } from './staff-data.ts';

/** Figures of a day, week or month. @throws HttpError 403 if the caller may not see money. */
export async function readFigures(
  caller: StaffCaller,
  { period, day }: Pick<Asked<typeof getFigures>, 'period' | 'day'>,
) {
  const asked = { p_period: period, ...(day !== undefined && { p_day: day }) };
  return staffDataOf(await databaseFor(caller).rpc('staff_figures', asked));
}
