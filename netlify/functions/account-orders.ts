import type { Config } from '@netlify/functions';
import { readOrders } from '#server/orders/read-orders.ts';
import { answer } from '#server/answer.ts';
import { requireShopper } from '#server/caller.ts';
import { endpoint } from '#server/endpoint.ts';
import { queryNumber } from '#server/query-number.ts';

export const config: Config = { path: '/api/account/orders' };

export default endpoint({
  GET: async (request) => {
    const shopper = await requireShopper(request);
    const which = { before: queryNumber(request, 'before'), order: queryNumber(request, 'order') };
    return answer(200, await readOrders(shopper, which));
  },
});
