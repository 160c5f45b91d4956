import { answer } from '#server/answer.ts';
import { requireBuyer } from '#server/caller.ts';
import { readOrderNote } from '#server/orders/order-note.ts';
import { queryNumber } from '#server/query-number.ts';

/** The shopper's words about one of their orders. */
export default async function getOrderNote(request: Request): Promise<Response> {
  const shopper = await requireBuyer(request);
  return answer(200, await readOrderNote(shopper, queryNumber(request, 'order') ?? 0));
}
