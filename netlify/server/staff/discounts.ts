import type { Asked } from '#domain/contracts/staff-call.ts';
import type * as calls from '#domain/contracts/staff-discounts.ts';
import { databaseFor } from '../database.ts';
import { staffDataOf, type StaffCaller } from './staff-data.ts';

/** All discounts with what each has brought in, and the goods that a new one may name. */
export async function readDiscounts(staff: StaffCaller) {
  return staffDataOf(await databaseFor(staff).rpc('staff_discounts'));
}

/** Makes a discount. @throws HttpError 400 if it ends first, 409 if its code is taken or its goods are gone. */
export async function makeDiscount(
  staff: StaffCaller,
  { change, terms }: Asked<typeof calls.makeDiscount>,
) {
  const asked = { p_change: change, p_terms: { ...terms } };
  staffDataOf(await databaseFor(staff).rpc('staff_make_discount', asked));
  return readDiscounts(staff);
}

/** Pauses or resumes a discount. @throws HttpError 404 if there is none. */
export async function pauseDiscount(
  staff: StaffCaller,
  { change, discount, paused }: Asked<typeof calls.pauseDiscount>,
) {
  const asked = { p_change: change, p_discount: discount, p_paused: paused };
  staffDataOf(await databaseFor(staff).rpc('staff_pause_discount', asked));
  return readDiscounts(staff);
}

/** Moves a discount's end later. @throws HttpError 404 if there is none, 409 if it is over or would not end later. */
export async function extendDiscount(
  staff: StaffCaller,
  { change, discount, ends_at }: Asked<typeof calls.extendDiscount>,
) {
  const asked = {
    p_change: change,
    p_discount: discount,
    ...(ends_at !== null && { p_ends_at: ends_at }),
  };
  staffDataOf(await databaseFor(staff).rpc('staff_extend_discount', asked));
  return readDiscounts(staff);
}

/** Makes single-use codes. @throws HttpError 404 if there is no such discount. */
export async function makeCodes(
  staff: StaffCaller,
  { change, discount, count }: Asked<typeof calls.makeCodes>,
) {
  const asked = { p_change: change, p_discount: discount, p_count: count };
  return { codes: staffDataOf(await databaseFor(staff).rpc('staff_make_codes', asked)) };
}
