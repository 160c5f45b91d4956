import type { Asked } from '#domain/contracts/staff-call.ts';
import type * as calls from '#domain/contracts/staff-draws.ts';
import { databaseFor } from '../database.ts';
import { staffDataOf, type StaffCaller } from './staff-data.ts';

/** The last draw of a product. @throws HttpError 404 for an unknown product. */
export async function readDraw(staff: StaffCaller, { product }: Asked<typeof calls.getDraw>) {
  return staffDataOf(await databaseFor(staff).rpc('staff_draw', { p_slug: product }));
}

/** Plans a draw. @throws HttpError 404; 409 for times or pieces that do not fit, or one that has opened. */
export async function planDraw(
  staff: StaffCaller,
  { product, opens_at, closes_at, pieces }: Asked<typeof calls.planDraw>,
) {
  const asked = { p_slug: product, p_opens: opens_at, p_closes: closes_at, p_pieces: pieces };
  return staffDataOf(await databaseFor(staff).rpc('staff_plan_draw', asked));
}

/** Cancels a draw. @throws HttpError 409 for one that somebody has entered. */
export async function cancelDraw(staff: StaffCaller, { product }: Asked<typeof calls.cancelDraw>) {
  return staffDataOf(await databaseFor(staff).rpc('staff_cancel_draw', { p_slug: product }));
}
