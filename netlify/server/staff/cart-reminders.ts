import type { Asked } from '#domain/contracts/staff-call.ts';
import type { remindOfCarts as call } from '#domain/contracts/staff-mailings.ts';
import { databaseFor } from '../database.ts';
import { type StaffCaller, staffDataOf } from './staff-data.ts';

/** Whether shoppers are reminded of carts that they left, and what came of it. */
export async function readReminders(staff: StaffCaller) {
  return staffDataOf(await databaseFor(staff).rpc('staff_cart_reminders').single());
}

/** Turns reminders on or off. */
export async function remindOfCarts(staff: StaffCaller, { after_hours }: Asked<typeof call>) {
  const asked = after_hours === null ? {} : { p_after_hours: after_hours };
  staffDataOf(await databaseFor(staff).rpc('staff_remind_of_carts', asked));
  return readReminders(staff);
}
