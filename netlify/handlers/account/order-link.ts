import { OrderLinkBody } from '#domain/contracts/order-bodies.ts';
import { answer } from '#server/answer.ts';
import { followOrderLink } from '#server/orders/act-on-order.ts';
import { readBody } from '#server/request-body.ts';

/** Shows an order without a login, by the link in its e-mails. The token is in the body to keep it out of logs. */
export default async function openOrderLink(request: Request): Promise<Response> {
  return answer(200, await followOrderLink(await readBody(request, OrderLinkBody)));
}
