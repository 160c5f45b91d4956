import type { Asked } from '#domain/contracts/staff-call.ts';
import type { getReturnPhotos } from '#domain/contracts/staff-orders.ts';
import { databaseFor } from '../database.ts';
import { shownPhotos } from '../returns/shown-photos.ts';
import { staffDataOf, type StaffCaller } from './staff-data.ts';

/** The photos of an order's returns. @throws HttpError 404 */
export async function readReturnPhotos(
  caller: StaffCaller,
  { order }: Asked<typeof getReturnPhotos>,
) {
  const found = await databaseFor(caller).rpc('staff_return_photos', { p_order: order });
  return shownPhotos(staffDataOf(found));
}
