import { isLikeFormula, NO_FORMULA } from '#domain/basics/like-formula.ts';
import { BillingBody } from '#domain/contracts/checkout-bodies.ts';
import { askForConsentLater } from '#server/mail/ask-for-consent.ts';
import { shopperAttempt } from '#server/rate-limit/attempt.ts';
import { takeAttempt } from '#server/rate-limit/take-attempt.ts';
import { answer } from '#server/answer.ts';
import { requireBuyer, requireSelf } from '#server/caller.ts';
import { databaseFor, dataOf } from '#server/database.ts';
import { HttpError } from '#server/http-error.ts';
import { readBody } from '#server/request-body.ts';

export default async function saveBillingInfo(request: Request): Promise<Response> {
  const shopper = await requireBuyer(request);
  const form = await readBody(request, BillingBody);
  requireSelf(shopper, form.user);
  // Staff open these texts in spreadsheets. Refused in a sentence, which the page shows.
  const formula = (['name', 'address', 'phone'] as const).find((field) =>
    isLikeFormula(form[field]),
  );
  if (formula) throw new HttpError(400, `Please check your ${formula}. ${NO_FORMULA}`);
  await takeAttempt(shopperAttempt('billing-form', shopper));
  const saved = await databaseFor(shopper).rpc('save_billing_info', {
    p_name: form.name,
    p_address: form.address,
    p_email: form.email,
    p_phone: form.phone,
  });
  const id = dataOf(saved);
  if (form.news) askForConsentLater(form.email, 'billing page');
  return answer(201, { id });
}
