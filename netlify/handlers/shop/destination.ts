import { DestinationBody } from '#domain/contracts/listing-bodies.ts';
import { dutiesText } from '#domain/countries/duties.ts';
import { NO_PENCE, pence } from '#domain/money/money.ts';
import { shippingText } from '#domain/orders/order.ts';
import { shippingZone } from '#domain/countries/shipping-zone.ts';
import { answer } from '#server/answer.ts';
import type { Visit } from '#server/area.ts';
import { HttpError } from '#server/http-error.ts';
import { readDestination, type Destination } from '#server/listing/read-destination.ts';
import { liveReadAttempt } from '#server/rate-limit/attempt.ts';
import { readBody } from '#server/request-body.ts';
import { callMessages } from '#server/messages/calls.ts';

/** "International delivery, 3–7 business days" */
function deliveryText(rate: Destination['deliveries'][number]): string {
  const { name, min_business_days: least, max_business_days: most } = rate;
  const days = least === most ? String(most) : `${least}–${most}`;
  return `${name}, ${days} business ${most === 1 ? 'day' : 'days'}`;
}

/**
 * Delivery options of a country with their prices, and who pays duties and taxes there, as text for the billing page. The
 * estimate of duties is computed from the database's prices of the items.
 */
export default async function getDestination(request: Request, { ip }: Visit): Promise<Response> {
  const asked = await readBody(request, DestinationBody);
  const zone = shippingZone(asked.country);
  if (zone === null) throw new HttpError(400, { country: [callMessages.notSoldThere] });
  const { deliveries, duties } = await readDestination(asked, zone, liveReadAttempt(ip));
  return answer(200, {
    deliveries:
      duties?.policy === 'not_sold'
        ? []
        : deliveries.map((rate) => ({
            name: deliveryText(rate),
            price: shippingText(
              asked.off === 0 && !rate.express ? NO_PENCE : pence(rate.amount_pence),
            ),
          })),
    duties: dutiesText(duties) ?? '',
    in_union: duties?.in_union ?? false,
  });
}
