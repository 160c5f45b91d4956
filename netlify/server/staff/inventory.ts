import type { Asked } from '#domain/contracts/staff-call.ts';
import type * as calls from '#domain/contracts/staff-inventory.ts';
import { databaseFor } from '../database.ts';
import { staffDataOf, type StaffCaller } from './staff-data.ts';

const done = { done: true };

export async function readStock(
  staff: StaffCaller,
  { q, show, after }: Asked<typeof calls.getStock>,
) {
  const asked = { p_search: q, p_show: show, ...(after && { p_after: after }) };
  return staffDataOf(await databaseFor(staff).rpc('staff_stock', asked));
}

export async function readColourStock(
  staff: StaffCaller,
  { variant, after }: Asked<typeof calls.getColourStock>,
) {
  const asked = { p_variant: variant, ...(after && { p_after: after }) };
  return staffDataOf(await databaseFor(staff).rpc('staff_colour_stock', asked));
}

export async function adjustStock(
  staff: StaffCaller,
  { event, why, note, items }: Asked<typeof calls.adjustStock>,
) {
  const asked = { p_event: event, p_why: why, p_items: items, ...(note && { p_note: note }) };
  staffDataOf(await databaseFor(staff).rpc('staff_adjust_stock', asked));
  return done;
}

export async function limitStock(
  staff: StaffCaller,
  { variant_id, low }: Asked<typeof calls.limitStock>,
) {
  const asked = { p_variant: variant_id, ...(low !== null && { p_low: low }) };
  staffDataOf(await databaseFor(staff).rpc('staff_limit_stock', asked));
  return done;
}

export async function expectDelivery(
  staff: StaffCaller,
  { delivery, variant_id, units, due_on, note }: Asked<typeof calls.expectDelivery>,
) {
  const asked = {
    p_delivery: delivery,
    p_variant: variant_id,
    p_units: units,
    p_due_on: due_on,
    ...(note && { p_note: note }),
  };
  staffDataOf(await databaseFor(staff).rpc('staff_expect_delivery', asked));
  return done;
}

export async function closeDelivery(
  staff: StaffCaller,
  { delivery, arrived }: Asked<typeof calls.closeDelivery>,
) {
  const asked = { p_delivery: delivery, p_arrived: arrived };
  staffDataOf(await databaseFor(staff).rpc('staff_close_delivery', asked));
  return done;
}

export async function readScanned(staff: StaffCaller, { code }: Asked<typeof calls.getScanned>) {
  return staffDataOf(await databaseFor(staff).rpc('staff_scanned', { p_code: code }));
}
