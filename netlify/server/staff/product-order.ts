import type { Asked } from '#domain/contracts/staff-call.ts';
import type { getProductOrder } from '#domain/contracts/staff-product-order.ts';
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
