import { listingAnswer } from '#server/listing/listing-answer.ts';
import { listingSize } from '#server/listing/listing-size.ts';
import { noCategory, readCategoryProducts } from '#server/listing/read-listing.ts';
import { rowNumber } from '#domain/basics/row-number.ts';

/** Parsed from the path: Netlify's dev server drops path parameters before a trailing slash and a query. */
function categoryOf(request: Request): number {
  const [id = ''] = new URL(request.url).pathname.split('/').filter(Boolean).slice(-1);
  const category = rowNumber(id);
  if (category === null) throw noCategory();
  return category;
}

/** The products of a category; `?first=10` limits them to the first ten. */
export default async function getCategoryProducts(request: Request): Promise<Response> {
  const size = listingSize(request);
  return listingAnswer(await readCategoryProducts(categoryOf(request), size));
}
