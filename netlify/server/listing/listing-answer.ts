import type { Product } from '#domain/catalogue/product.ts';
import { NEXT_OPENING } from '#domain/contracts/next-opening.ts';
import { catalogueCaching } from '../answer.ts';
import { byteStream } from '../byte-stream.ts';
import { sizeParameter } from './listing-size.ts';
import type { HeldListing } from './read-listing.ts';

/** Products serialised at once: well under a megabyte. */
const productsAtOnce = 500;

/** The JSON of a list, in pieces. */
function* jsonPieces(products: readonly Product[]): Generator<string> {
  yield '[';
  for (let start = 0; start < products.length; start += productsAtOnce) {
    const piece = JSON.stringify(products.slice(start, start + productsAtOnce)).slice(1, -1);
    yield start === 0 ? piece : `,${piece}`;
  }
  yield ']';
}

/**
 * A listing, streamed: 10,000 products are more than the 6 MB that Netlify allows an answer in one
 * piece; a stream may have 20 MB.
 * @see https://docs.netlify.com/build/functions/configuration/
 */
export function listingAnswer({ products, until }: HeldListing): Response {
  return new Response(byteStream(jsonPieces(products)), {
    headers: {
      'Content-Type': 'application/json',
      ...(until !== null && { [NEXT_OPENING]: until }),
      ...catalogueCaching(until, sizeParameter),
    },
  });
}
