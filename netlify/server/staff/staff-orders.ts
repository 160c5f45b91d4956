import { countriesIn } from '#domain/countries/shipping-zone.ts';
import type { Asked } from '#domain/contracts/staff-call.ts';
import type { getOrder, getOrders, getOrdersForPrint } from '#domain/contracts/staff-orders.ts';
import { databaseFor } from '../database.ts';
import { OrderInWords, OrdersInWords } from '../messages/waiting-reasons.ts';
import { staffDataOf, type StaffCaller } from './staff-data.ts';

export async function readStaffOrders(
  caller: StaffCaller,
  { list, q, after, filters: { to, ...filter } }: Asked<typeof getOrders>,
) {
  const found = await databaseFor(caller).rpc('staff_orders', {
    p_list: list,
    p_search: q,
    ...(after !== undefined && { p_after: after }),
    // The database does not know which countries are in a zone.
    p_filter: { ...filter, ...(to && { countries: countriesIn(to) }) },
  });
  return OrdersInWords.parse(staffDataOf(found));
}

export async function readStaffOrder(caller: StaffCaller, which: Asked<typeof getOrder>) {
  const found = await databaseFor(caller).rpc(
    'staff_order',
    'order' in which ? { p_order: which.order } : { p_checkout: which.checkout },
  );
  return OrderInWords.parse(staffDataOf(found));
}

export async function readOrdersForPrint(
  caller: StaffCaller,
  { orders }: Asked<typeof getOrdersForPrint>,
) {
  const found = await databaseFor(caller).rpc('orders_for_print', { p_orders: orders });
  return staffDataOf(found);
}
