import { CancelOrderBody } from '#domain/wire/order-bodies.ts';
import { answer } from '#server/answer.ts';
import { requireShopper } from '#server/caller.ts';
import { cancelOwnOrder } from '#server/orders/act-on-order.ts';
import { readBody } from '#server/request-body.ts';

export default async function cancelOrder(request: Request): Promise<Response> {
  const shopper = await requireShopper(request);
  const { event, order } = await readBody(request, CancelOrderBody);
  return answer(200, await cancelOwnOrder(shopper, event, order));
}
