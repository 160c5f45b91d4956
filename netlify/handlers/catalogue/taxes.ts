import { shippingZone } from '#domain/countries/shipping-zone.ts';
import { catalogueCaching } from '#server/answer.ts';
import { readTaxes } from '#server/listing/read-listing.ts';
import { HttpError } from '#server/http-error.ts';
import { callMessages } from '#server/messages/calls.ts';

/**
 * The tax on a basket in per cent: added to the prices (`tax`) or included in them (`inside`), and which of the
 * two applies (`display`). Depends on the basket's destination; the United Kingdom until that is known.
 */
export default async function getTaxes(request: Request): Promise<Response> {
  const zone = shippingZone(new URL(request.url).searchParams.get('country') ?? 'GB');
  // Refused here, so that made-up countries do not cost a database call.
  if (zone === null) throw new HttpError(400, { country: [callMessages.notSoldThere] });
  const headers = catalogueCaching(null, 'country');
  return Response.json(await readTaxes(zone), { headers });
}
