import type { Config } from '@netlify/functions';
import { CancelOrderBody } from '#domain/wire/order-bodies.ts';
import { answer } from '#server/answer.ts';
import { requireShopper } from '#server/caller.ts';
import { endpoint } from '#server/endpoint.ts';
import { cancelOwnOrder } from '#server/orders/act-on-order.ts';
import { readBody } from '#server/request-body.ts';

export const config: Config = { path: '/api/account/cancel-order' };

export default endpoint({
  POST: async (request) => {
    const shopper = await requireShopper(request);
    const { event, order } = await readBody(request, CancelOrderBody);
    return answer(200, await cancelOwnOrder(shopper, event, order));
  },
});
