import type { Asked } from '#domain/wire/staff-call.ts';
import type { getProductOrder } from '#domain/wire/staff-product-order.ts';
import { databaseFor } from '../database.ts';
import { staffDataOf, type StaffCaller } from './staff-data.ts';

/** A category's products and the order that marketers gave them. */
export async function readProductOrder(
  caller: StaffCaller,
  { category }: Asked<typeof getProductOrder>,
) {
  const asked = { ...(category !== undefined && { p_category: category }) };
  return staffDataOf(await databaseFor(caller).rpc('staff_product_order', asked));
}
