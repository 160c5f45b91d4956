import { CancelOrderBody } from '#domain/contracts/order-bodies.ts';
import { answer } from '#server/answer.ts';
import { requireShopper } from '#server/caller.ts';
import { cancelOwnOrder, foreseeCancel } from '#server/orders/act-on-order.ts';
import { readBody } from '#server/request-body.ts';

/** Cancels a shopper's own order, or says what that would refund. */
export default async function cancelOrder(request: Request): Promise<Response> {
  const shopper = await requireShopper(request);
  const asked = await readBody(request, CancelOrderBody);
  return answer(
    200,
    asked.do === 'foresee'
      ? await foreseeCancel(shopper, asked.order)
      : await cancelOwnOrder(shopper, asked),
  );
}
