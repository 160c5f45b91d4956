import { BillingBody } from '#domain/wire/checkout-bodies.ts';
import { shopperAttempt } from '#server/rate-limit/attempt.ts';
import { takeAttempt } from '#server/rate-limit/take-attempt.ts';
import { answer } from '#server/answer.ts';
import { requireBuyer, requireSelf } from '#server/caller.ts';
import { databaseFor, dataOf } from '#server/database.ts';
import { readBody } from '#server/request-body.ts';

export default async function saveBillingInfo(request: Request): Promise<Response> {
  const shopper = await requireBuyer(request);
  const form = await readBody(request, BillingBody);
  requireSelf(shopper, form.user);
  await takeAttempt(shopperAttempt('billing-form', shopper));
  const saved = await databaseFor(shopper).rpc('save_billing_info', {
    p_name: form.name,
    p_address: form.address,
    p_email: form.email,
    p_phone: form.phone,
  });
  return answer(201, { id: dataOf(saved) });
}
