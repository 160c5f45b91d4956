import type { Config } from '@netlify/functions';
import { OrderLinkBody } from '#domain/wire/order-bodies.ts';
import { answer } from '#server/answer.ts';
import { endpoint } from '#server/endpoint.ts';
import { followOrderLink } from '#server/orders/act-on-order.ts';
import { readBody } from '#server/request-body.ts';

export const config: Config = { path: '/api/order-link' };

/** An order without a login, by the link in its e-mails. The token is in the body, so that no log has it. */
export default endpoint({
  POST: async (request) =>
    answer(200, await followOrderLink(await readBody(request, OrderLinkBody))),
});
