import type { Asked } from '#domain/contracts/staff-call.ts';
import type { getPayouts } from '#domain/contracts/staff-payouts.ts';
import { databaseFor } from '../database.ts';
import { type StaffCaller, staffDataOf } from './staff-data.ts';

/** A page of payouts beside the shop's payments. @throws HttpError 400, 403 */
export async function readPayouts(caller: StaffCaller, { after }: Asked<typeof getPayouts>) {
  const asked = after === undefined ? {} : { p_after: after };
  return staffDataOf(await databaseFor(caller).rpc('staff_payouts', asked));
}
