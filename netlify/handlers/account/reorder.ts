import { readReorderLines } from '#server/orders/read-orders.ts';
import { answer } from '#server/answer.ts';
import { requireShopper } from '#server/caller.ts';
import { HttpError } from '#server/http-error.ts';
import { queryNumber } from '#server/query-number.ts';
import { callMessages } from '#server/messages/calls.ts';

/** Read-only: the cart lives in the browser. */
export default async function getReorderLines(request: Request): Promise<Response> {
  const shopper = await requireShopper(request);
  const order = queryNumber(request, 'order');
  if (!order) throw new HttpError(400, { order: [callMessages.required] });
  return answer(200, await readReorderLines(shopper, order));
}
