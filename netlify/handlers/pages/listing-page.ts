import { isProduct } from '#domain/catalogue/product-shape.ts';
import { listOf } from '#domain/basics/shape.ts';
import { pageAnswer } from '#server/answer.ts';
import { fromSite } from '#server/from-site.ts';
import { builtPage } from '#server/listing/built-page.ts';
import { listingPage } from '#server/listing/listing-page.ts';
import { rowNumber } from '#domain/basics/row-number.ts';

const isListing = listOf(isProduct);

interface Listing {
  /** The listing's path. */
  path: string;
  /** Path of the API call that returns its products. */
  call: string;
  /** The listing's built page, or one without products. */
  shell: string;
}

/** The listing of all products or of a category at a path; null for any other path. */
function listingAt(pathname: string): Listing | null {
  const [last = '', before = ''] = pathname.split('/').filter(Boolean).toReversed();
  const call = '/api/listing/productListing/';
  if (last.toLowerCase() === 'all-products') {
    return { path: '/all-products', call, shell: '/arrivals/all/' };
  }
  const id = before.toLowerCase() === 'productlisting' ? rowNumber(last) : null;
  if (id === null) return null;
  // With its heading, text and picture.
  return { path: `/productListing/${id}`, call: `${call}${id}/`, shell: `/productListing/${id}` };
}

function errorPage(request: Request): Promise<Response> {
  return builtPage(request, { path: '/404.html', status: 404, until: null });
}

/**
 * A listing's later pages, sorts and filters for browsers without JavaScript, at `/pages/all-products?page=2`
 * (netlify.toml). Products are fetched through the CDN, as browsers fetch them, so that combinations of page, sort
 * and filter cost no database calls.
 */
export default async function getListingPage(request: Request): Promise<Response> {
  const { pathname, searchParams: query } = new URL(request.url);
  const asked = listingAt(pathname);
  if (!asked) return errorPage(request);
  const { path, call } = asked;
  const [shell, listing] = await Promise.all([
    fromSite(request, asked.shell),
    fromSite(request, call),
  ]);
  if (listing.status === 404) return errorPage(request);
  const products: unknown = await listing.json();
  if (!shell.ok || !isListing(products)) throw new Error(`${path} could not be read`);
  return pageAnswer(listingPage(await shell.text(), products, { path, query }));
}
