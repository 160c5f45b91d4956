import { ReturnBody } from '#domain/contracts/order-bodies.ts';
import { answer } from '#server/answer.ts';
import { requireShopper } from '#server/caller.ts';
import { changeOwnReturn } from '#server/orders/act-on-order.ts';
import { readBody } from '#server/request-body.ts';

/** Requests or cancels a return. */
export default async function changeReturn(request: Request): Promise<Response> {
  const shopper = await requireShopper(request);
  return answer(200, await changeOwnReturn(shopper, await readBody(request, ReturnBody)));
}
