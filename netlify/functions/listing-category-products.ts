import type { Config } from '@netlify/functions';
import { catalogueAnswer } from '#server/answer.ts';
import { readCategoryProducts } from '#server/listing/read-listing.ts';
import { endpoint } from '#server/endpoint.ts';
import { HttpError } from '#server/http-error.ts';
import { queryNumber } from '#server/query-number.ts';
import { rowNumber } from '#server/row-number.ts';

// Netlify's dev server lower-cases the path before matching it to a function.
export const config: Config = {
  path: ['/api/listing/productListing/:categoryId', '/api/listing/productlisting/:categoryId'],
};

/** Parsed from the path: Netlify's dev server drops path parameters before a trailing slash and a query. */
function categoryOf(request: Request): number {
  const [id = ''] = new URL(request.url).pathname.split('/').filter(Boolean).slice(-1);
  const category = rowNumber(id);
  if (category === null) throw new HttpError(404, 'There is no such category.');
  return category;
}

/** The products of a category; `?first=10` limits them to the newest ten. */
export default endpoint({
  GET: async (request) => {
    const first = queryNumber(request, 'first');
    return catalogueAnswer(await readCategoryProducts(categoryOf(request), first));
  },
});
