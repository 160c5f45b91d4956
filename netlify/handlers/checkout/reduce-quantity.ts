import { StockReductionBody } from '#domain/contracts/checkout-bodies.ts';
import { answer } from '#server/answer.ts';
import { requireBuyer } from '#server/caller.ts';
import { findPurchase, purchaseFigures, requireOrder } from '#server/checkout/purchase.ts';
import { sessionId } from '#domain/contracts/fields.ts';
import { HttpError } from '#server/http-error.ts';
import { readBody } from '#server/request-body.ts';
import { callMessages } from '#server/messages/calls.ts';

/** The payment session, in the query because the spec's body is a bare list. */
function sessionOf(request: Request): string | undefined {
  const given = new URL(request.url).searchParams.get('session_id');
  const { data, success } = sessionId.optional().safeParse(given ?? undefined);
  if (!success) throw new HttpError(400, { session_id: [callMessages.sessionInvalid] });
  return data;
}

export default async function reduceQuantity(request: Request): Promise<Response> {
  const shopper = await requireBuyer(request);
  await readBody(request, StockReductionBody);
  const purchase = await findPurchase(shopper, { session: sessionOf(request) });
  return answer(200, purchaseFigures(await requireOrder(shopper, purchase)));
}
