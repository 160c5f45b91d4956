import type { Config } from '@netlify/functions';
import { answer } from '#server/answer.ts';
import { readProductsById } from '#server/listing/read-listing.ts';
import { endpoint } from '#server/endpoint.ts';
import { liveReadAttempt } from '#server/rate-limit/attempt.ts';
import { HttpError } from '#server/http-error.ts';
import { rowNumber } from '#server/row-number.ts';

// Netlify's dev server lower-cases the path before matching it to a function.
export const config: Config = {
  path: ['/api/listing/liveProducts', '/api/listing/liveproducts'],
};

/** The maximum number of lines in a cart. */
const maxProducts = 200;

/** @throws HttpError 400 when the query has no ids, too many or an invalid one. */
function idsOf(request: Request): number[] {
  const ids = (new URL(request.url).searchParams.get('ids') ?? '').split(',').filter(Boolean);
  if (ids.length === 0) throw new HttpError(400, { ids: ['This field is required.'] });
  if (ids.length > maxProducts) throw new HttpError(400, { ids: ['Too many products.'] });
  return ids.map((text) => {
    const id = rowNumber(text);
    if (id === null) throw new HttpError(400, { ids: ['Not a valid id.'] });
    return id;
  });
}

/**
 * Products by id, uncached: the CDN may serve listings stale, but a product that was just added and a
 * price about to be paid must be current.
 */
export default endpoint({
  GET: async (request, { ip }) =>
    answer(200, await readProductsById(idsOf(request), liveReadAttempt(ip))),
});
