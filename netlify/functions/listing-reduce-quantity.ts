import type { Config } from '@netlify/functions';
import { z } from 'zod';
import { answer } from '#server/answer.ts';
import { requireShopper } from '#server/caller.ts';
import { findPurchase, purchaseFigures, requireOrder } from '#server/checkout/purchase.ts';
import { endpoint } from '#server/endpoint.ts';
import { quantity, rowId, sessionId } from '#domain/wire/fields.ts';
import { HttpError } from '#server/http-error.ts';
import { readBody } from '#server/request-body.ts';

// Netlify's dev server lower-cases the path before matching it to a function.
export const config: Config = {
  path: ['/api/listing/reduceQuantity', '/api/listing/reducequantity'],
};

/** The browser's belief of what it bought; stock is reduced by the lines frozen with the checkout. */
const Reduction = z.array(z.object({ variant_id: rowId, quantity })).max(100, 'Too many items.');

/** The payment session, in the query because the spec's body is a bare list. */
function sessionOf(request: Request): string | undefined {
  const given = new URL(request.url).searchParams.get('session_id');
  const { data, success } = sessionId.optional().safeParse(given ?? undefined);
  if (!success) throw new HttpError(400, { session_id: ['Not a payment session.'] });
  return data;
}

export default endpoint({
  POST: async (request) => {
    const shopper = await requireShopper(request);
    await readBody(request, Reduction);
    const purchase = await findPurchase(shopper, { session: sessionOf(request) });
    return answer(200, purchaseFigures(await requireOrder(shopper, purchase)));
  },
});
