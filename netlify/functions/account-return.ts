import type { Config } from '@netlify/functions';
import { ReturnBody } from '#domain/wire/order-bodies.ts';
import { answer } from '#server/answer.ts';
import { requireShopper } from '#server/caller.ts';
import { endpoint } from '#server/endpoint.ts';
import { changeOwnReturn } from '#server/orders/act-on-order.ts';
import { readBody } from '#server/request-body.ts';

export const config: Config = { path: '/api/account/return' };

/** Asks for a return, or calls one off. */
export default endpoint({
  POST: async (request) => {
    const shopper = await requireShopper(request);
    return answer(200, await changeOwnReturn(shopper, await readBody(request, ReturnBody)));
  },
});
