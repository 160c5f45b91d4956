import type { Asked } from '#domain/contracts/staff-call.ts';
import type { offerWelcome as call } from '#domain/contracts/staff-discounts.ts';
import { databaseFor } from '../database.ts';
import { type StaffCaller, staffDataOf } from './staff-data.ts';

/** Whether new subscribers get a discount code, and what came of it. */
export async function readWelcome(staff: StaffCaller) {
  return staffDataOf(await databaseFor(staff).rpc('staff_welcome_offer').single());
}

/** Turns the codes for new subscribers on or off. */
export async function offerWelcome(staff: StaffCaller, { terms }: Asked<typeof call>) {
  const asked = terms === null ? {} : { p_terms: { ...terms } };
  staffDataOf(await databaseFor(staff).rpc('staff_offer_welcome', asked));
  return readWelcome(staff);
}
