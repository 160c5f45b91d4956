import type { Config } from '@netlify/functions';
import { shippingZone } from '#domain/shipping-zone.ts';
import { catalogueCaching } from '#server/answer.ts';
import { readTaxes } from '#server/listing/read-listing.ts';
import { endpoint } from '#server/endpoint.ts';
import { HttpError } from '#server/http-error.ts';

// Netlify's dev server lower-cases the path before matching it to a function.
export const config: Config = {
  path: ['/api/listing/additionalPays', '/api/listing/additionalpays'],
};

/**
 * The tax on a basket in per cent: what it adds to the prices (`tax`), what they include (`inside`), and which of the
 * two it is (`display`). Of the country that the basket goes to; of the United Kingdom until that is known.
 */
export default endpoint({
  GET: async (request) => {
    const zone = shippingZone(new URL(request.url).searchParams.get('country') ?? 'GB');
    // Refused here, so that made-up countries do not cost the database anything.
    if (zone === null) throw new HttpError(400, { country: ['We do not ship there.'] });
    const headers = catalogueCaching(null, 'country');
    return Response.json(await readTaxes(zone), { headers });
  },
});
