import type { Config } from '@netlify/functions';
import { catalogueAnswer } from '#server/answer.ts';
import { readProducts } from '#server/listing/read-listing.ts';
import { endpoint } from '#server/endpoint.ts';
import { queryNumber } from '#server/query-number.ts';

// Netlify's dev server lower-cases the path before matching it to a function.
export const config: Config = {
  path: ['/api/listing/productListing', '/api/listing/productlisting'],
};

/** All products; `?first=12` limits them to the newest twelve, for the first page of a listing. */
export default endpoint({
  GET: async (request) => catalogueAnswer(await readProducts(queryNumber(request, 'first'))),
});
