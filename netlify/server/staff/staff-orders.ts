import { z } from 'zod';
import { countriesIn } from '#domain/shipping-zone.ts';
import {
  filtersOf,
  ListFilters,
  mostPrinted,
  OrdersForPrint,
  StaffOrder,
  StaffOrdersAnswer,
  staffLists,
} from '#domain/wire/staff-orders.ts';
import { database } from '../database.ts';
import { rowNumber } from '../row-number.ts';
import { searchText } from './search-text.ts';
import { OrderInWords, OrdersInWords } from '../words/why.ts';
import { staffDataOf, type StaffCaller } from './staff-data.ts';

/** The query of `GET /api/staff/orders`. */
export const ListQuery = ListFilters.extend({
  list: z.enum(staffLists, 'There is no such list.'),
  q: searchText.default(''),
  after: z
    .string()
    .regex(/^[\w.-]{1,300}$/, 'The list has no such page.')
    .optional(),
}).transform(({ list, q, after, ...filters }, context) => {
  for (const name of ListFilters.keyof().options) {
    if (filters[name] === undefined || filtersOf[list].includes(name)) continue;
    const message = 'This list is not filtered by that.';
    context.addIssue({ code: 'custom', path: [name], message });
  }
  return { list, q, after, filters };
});

const orderNumber = z.string().transform((text, context) => {
  const number = rowNumber(text);
  if (number !== null) return number;
  context.addIssue({ code: 'custom', message: 'Not a valid id.' });
  return z.NEVER;
});

/** The query of `GET /api/staff/order`. */
export const OrderQuery = z.union(
  [z.strictObject({ order: orderNumber }), z.strictObject({ checkout: z.uuid('Not a valid id.') })],
  'Name one order or one checkout.',
);

/** The query of `GET /api/staff/return-photos`. */
export const PhotosQuery = z.object({ order: orderNumber });

/** The query of `GET /api/staff/orders-for-print`. */
export const PrintQuery = z.object({
  orders: z
    .string('Name the orders.')
    .transform((text) => text.split(','))
    .pipe(z.array(orderNumber).max(mostPrinted, `Print at most ${mostPrinted} orders at once.`)),
});

export async function readStaffOrders(
  caller: StaffCaller,
  { list, q, after, filters: { to, ...filter } }: z.output<typeof ListQuery>,
): Promise<StaffOrdersAnswer> {
  const found = await database().rpc('staff_orders', {
    ...caller,
    p_list: list,
    p_search: q,
    ...(after !== undefined && { p_after: after }),
    // Which countries are in a zone is a rule that the database does not know.
    p_filter: { ...filter, ...(to && { countries: countriesIn(to) }) },
  });
  return StaffOrdersAnswer.parse(OrdersInWords.parse(staffDataOf(found)));
}

export async function readStaffOrder(
  caller: StaffCaller,
  which: z.output<typeof OrderQuery>,
): Promise<StaffOrder> {
  const found = await database().rpc('staff_order', {
    ...caller,
    ...('order' in which ? { p_order: which.order } : { p_checkout: which.checkout }),
  });
  return StaffOrder.parse(OrderInWords.parse(staffDataOf(found)));
}

export async function readOrdersForPrint(
  caller: StaffCaller,
  { orders }: z.output<typeof PrintQuery>,
): Promise<OrdersForPrint> {
  const found = await database().rpc('orders_for_print', { ...caller, p_orders: orders });
  return OrdersForPrint.parse(staffDataOf(found));
}
