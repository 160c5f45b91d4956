import { HttpError } from '../http-error.ts';
import { queryNumber } from '../query-number.ts';

/** The query parameter of the listing calls, and all that the CDN tells their answers apart by. */
export const sizeParameter = 'first';

/** Far more than the pages ask for; each size is an answer of its own in the CDN. */
const largestSize = 60;

/**
 * How many products a listing is limited to; undefined for all.
 * @throws HttpError 400 for anything but a whole number up to 60.
 */
export function listingSize(request: Request): number | undefined {
  const size = queryNumber(request, sizeParameter);
  if (size !== undefined && size > largestSize) {
    throw new HttpError(400, { [sizeParameter]: [`At most ${largestSize}, or none for all.`] });
  }
  return size;
}
