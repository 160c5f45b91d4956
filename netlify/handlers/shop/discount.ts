import { pence, penceToPounds } from '#domain/money/money.ts';
import { DiscountBody } from '#domain/contracts/listing-bodies.ts';
import { answer } from '#server/answer.ts';
import type { Visit } from '#server/area.ts';
import { knownBuyer } from '#server/caller.ts';
import { HttpError } from '#server/http-error.ts';
import { readDiscount } from '#server/listing/read-discount.ts';
import { codeAttempt } from '#server/rate-limit/attempt.ts';
import { readBody } from '#server/request-body.ts';
import { codeRefusedText } from '#server/messages/checkout.ts';

/** The effect of a discount code on a cart, or what a gift card can pay, in pounds. The checkout decides again, and freezes it. */
export default async function findDiscount(request: Request, { ip }: Visit): Promise<Response> {
  const { code, items } = await readBody(request, DiscountBody);
  const shopper = await knownBuyer(request);
  const found = await readDiscount(code, items, codeAttempt(ip), shopper?.id);
  if ('refused' in found) {
    const { because: reason } = found.refused;
    const detail = codeRefusedText(found.refused);
    throw new HttpError(reason === 'unknown' ? 404 : 409, { detail, reason });
  }
  if ('code_end' in found) {
    return answer(200, {
      // As it is stored beside amounts, without blanks.
      code: code.replaceAll(/\s/g, ''),
      kind: 'gift_card',
      code_end: found.code_end,
      balance: penceToPounds(pence(found.balance_pence)),
    });
  }
  return answer(200, {
    code: found.code,
    kind: found.kind,
    percent: found.percent ?? 0,
    amount: penceToPounds(pence(found.amount_pence ?? 0)),
    minimum: penceToPounds(pence(found.minimum_pence)),
    products: found.products,
  });
}
