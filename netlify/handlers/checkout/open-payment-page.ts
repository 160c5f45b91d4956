import { PaymentSessionBody } from '#domain/contracts/checkout-bodies.ts';
import { shippingZone } from '#domain/countries/shipping-zone.ts';
import { codeAttempt, shopperAttempt } from '#server/rate-limit/attempt.ts';
import { holdingNetwork } from '#server/rate-limit/caller-hash.ts';
import { takeAttempt } from '#server/rate-limit/take-attempt.ts';
import { answer } from '#server/answer.ts';
import { requireBuyer, requireSelf } from '#server/caller.ts';
import { openPaymentPage } from '#server/checkout/open-payment-page.ts';
import type { Visit } from '#server/area.ts';
import { countVisit } from '#server/counts/count-visit.ts';
import { HttpError } from '#server/http-error.ts';
import { readBody } from '#server/request-body.ts';
import { siteOrigin } from '#server/site-origin.ts';
import { requestMessages } from '#server/messages/requests.ts';

export default async function createPaymentSession(
  request: Request,
  { ip, geo }: Visit,
): Promise<Response> {
  const shopper = await requireBuyer(request);
  const body = await readBody(request, PaymentSessionBody);
  const { amount, user, items, billing_info, discount_code: code, express } = body;
  requireSelf(shopper, user);
  const country = express ? body.country || (geo?.country?.code ?? 'GB') : body.country;
  const zone = shippingZone(country);
  if (!zone) throw new HttpError(400, { country: [requestMessages.notSoldToCountry] });
  await takeAttempt(shopperAttempt('payment-page', shopper));
  // Guests are free, so a network's guesses count together.
  if (code !== undefined) await takeAttempt(codeAttempt(ip));
  const basket = {
    shopper,
    country,
    zone,
    lines: items,
    expectedTotal: amount,
    billingInfo: billing_info,
    express,
    code,
    network: holdingNetwork(ip),
  };
  const url = await openPaymentPage(basket, siteOrigin(request));
  countVisit(request, [{ kind: 'checkout', key: '' }], ip);
  return answer(200, { url });
}
