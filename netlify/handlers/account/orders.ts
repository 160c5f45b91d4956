import { readOrders } from '#server/orders/read-orders.ts';
import { answer } from '#server/answer.ts';
import { requireShopper } from '#server/caller.ts';
import { queryNumber } from '#server/query-number.ts';

export default async function getOrders(request: Request): Promise<Response> {
  const shopper = await requireShopper(request);
  const which = { before: queryNumber(request, 'before'), order: queryNumber(request, 'order') };
  return answer(200, await readOrders(shopper, which));
}
