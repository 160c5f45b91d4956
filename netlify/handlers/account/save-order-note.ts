import { OrderNoteBody } from '#domain/contracts/order-bodies.ts';
import { answer } from '#server/answer.ts';
import { requireBuyer } from '#server/caller.ts';
import { saveOrderNote } from '#server/orders/order-note.ts';
import { readBody } from '#server/request-body.ts';

/** Saves the shopper's words about one of their orders. */
export default async function postOrderNote(request: Request): Promise<Response> {
  const shopper = await requireBuyer(request);
  await saveOrderNote(shopper, await readBody(request, OrderNoteBody));
  return answer(200, { saved: true });
}
