import { HttpError } from '../http-error.ts';
import { queryNumber } from '../query-number.ts';
import { callMessages } from '../messages/calls.ts';

/** The query parameter of the listing calls, and the only one in the CDN's cache key. */
export const sizeParameter = 'first';

/** Far more than the pages ask for; each size is a separate entry in the CDN. */
const largestSize = 60;

/**
 * Maximum number of products in a listing; undefined for all.
 * @throws HttpError 400 for anything but a whole number up to 60.
 */
export function listingSize(request: Request): number | undefined {
  const size = queryNumber(request, sizeParameter);
  if (size !== undefined && size > largestSize) {
    throw new HttpError(400, { [sizeParameter]: [callMessages.atMost(largestSize)] });
  }
  return size;
}
