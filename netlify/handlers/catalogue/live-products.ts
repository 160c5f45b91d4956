import { answer } from '#server/answer.ts';
import { productsOfColours, readProductsById } from '#server/listing/read-listing.ts';
import type { Visit } from '#server/area.ts';
import { liveReadAttempt } from '#server/rate-limit/attempt.ts';
import { HttpError } from '#server/http-error.ts';
import { rowNumber } from '#domain/basics/row-number.ts';
import { requestMessages } from '#server/messages/requests.ts';
import { callMessages } from '#server/messages/calls.ts';

/** The maximum number of lines in a cart. */
const maxProducts = 200;

/**
 * The ids listed in a query parameter.
 * @throws HttpError 400 when it has none, too many or an invalid one.
 */
function idsIn(name: string, text: string): number[] {
  const ids = text.split(',').filter(Boolean);
  if (ids.length === 0) throw new HttpError(400, { [name]: [callMessages.required] });
  if (ids.length > maxProducts)
    throw new HttpError(400, { [name]: [callMessages.tooManyProducts] });
  return ids.map((id) => {
    const number = rowNumber(id);
    if (number === null) throw new HttpError(400, { [name]: [requestMessages.idInvalid] });
    return number;
  });
}

/** The products requested by `ids`, or by `variants` (ids of their colours). */
async function askedFor(request: Request): Promise<number[]> {
  const { searchParams } = new URL(request.url);
  const variants = searchParams.get('variants');
  if (variants === null) return idsIn('ids', searchParams.get('ids') ?? '');
  return productsOfColours(idsIn('variants', variants));
}

/**
 * Products by their ids or their colours' ids, uncached: the CDN may serve stale listings, but a newly added
 * product and a price about to be paid must be current. With `attributes=1` each product includes the attributes
 * that only its own page shows.
 */
export default async function getLiveProducts(request: Request, { ip }: Visit): Promise<Response> {
  const described = new URL(request.url).searchParams.get('attributes') === '1';
  return answer(
    200,
    await readProductsById(await askedFor(request), liveReadAttempt(ip), described),
  );
}
