import type { Config } from '@netlify/functions';
import { listingAnswer } from '#server/listing/listing-answer.ts';
import { listingSize } from '#server/listing/listing-size.ts';
import { readProducts } from '#server/listing/read-listing.ts';
import { endpoint } from '#server/endpoint.ts';

// Netlify's dev server lower-cases the path before matching it to a function.
export const config: Config = {
  path: ['/api/listing/productListing', '/api/listing/productlisting'],
};

/** All products; `?first=12` limits them to the newest twelve, for the first page of a listing. */
export default endpoint({
  GET: async (request) => listingAnswer(await readProducts(listingSize(request))),
});
