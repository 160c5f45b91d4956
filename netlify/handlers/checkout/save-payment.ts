import { PaymentBody } from '#domain/contracts/checkout-bodies.ts';
import { answer } from '#server/answer.ts';
import { findPurchase, requireOrder } from '#server/checkout/purchase.ts';
import type { Visit } from '#server/area.ts';
import { HttpError } from '#server/http-error.ts';
import { paymentReportAttempt } from '#server/rate-limit/attempt.ts';
import { takeAttempt } from '#server/rate-limit/take-attempt.ts';
import { readBody } from '#server/request-body.ts';
import { callMessages } from '#server/messages/calls.ts';

/** No token needed (spec, section 7): it records only what Stripe confirms, for the named user. */
export default async function savePayment(request: Request, { ip }: Visit): Promise<Response> {
  const { user, amount, billing_info, session_id } = await readBody(request, PaymentBody);
  await takeAttempt(paymentReportAttempt(ip));
  const hints = { session: session_id, billingInfo: billing_info };
  const purchase = await findPurchase({ id: user }, hints);
  if (purchase.billing_info_id !== billing_info) {
    throw new HttpError(409, callMessages.billingDiffers);
  }
  if (purchase.subtotal_pence !== amount) {
    throw new HttpError(409, callMessages.amountDiffers);
  }
  const { payment_id } = await requireOrder({ id: user }, purchase);
  return answer(201, { id: payment_id });
}
