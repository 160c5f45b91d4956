import { isProduct } from '#domain/product-shape.ts';
import { listOf } from '#domain/shape.ts';
import { endpoint } from '#server/endpoint.ts';
import { listingPage } from '#server/listing/listing-page.ts';
import { rowNumber } from '#server/row-number.ts';
import { siteOrigin } from '#server/site-origin.ts';

const isListing = listOf(isProduct);

/** What an address asks for: the listing of all products for null, or of a category; undefined for neither. */
function categoryOf(pathname: string): number | null | undefined {
  const [last = '', before = ''] = pathname.split('/').filter(Boolean).toReversed();
  if (last.toLowerCase() === 'all-products') return null;
  const id = before.toLowerCase() === 'productlisting' ? rowNumber(last) : null;
  return id ?? undefined;
}

const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' };

async function errorPage(origin: string): Promise<Response> {
  const page = await fetch(new URL('/404.html', origin));
  return new Response(await page.text(), { status: 404, headers });
}

/**
 * A listing's later pages, its sort and its filters for browsers without JavaScript, at `/pages/all-products?page=2`
 * (netlify.toml). The products are asked for as browsers ask, so that the CDN answers for the database, however many
 * pages, sorts and filters there are.
 */
export default endpoint({
  GET: async (request) => {
    const { pathname, searchParams: query } = new URL(request.url);
    const category = categoryOf(pathname);
    const origin = siteOrigin(request);
    if (category === undefined) return errorPage(origin);
    const path = category === null ? '/all-products' : `/productListing/${category}`;
    const call = category === null ? '' : `${category}/`;
    // Without the visitor's cookies, which are not for a page that all visitors get.
    const [shell, listing] = await Promise.all([
      fetch(new URL(category === null ? '/arrivals/all/' : '/arrivals/category/', origin)),
      fetch(new URL(`/api/listing/productListing/${call}`, origin)),
    ]);
    if (listing.status === 404) return errorPage(origin);
    const products: unknown = await listing.json();
    if (!shell.ok || !isListing(products)) throw new Error(`${path} could not be read`);
    return new Response(listingPage(await shell.text(), products, { path, query }), {
      headers: { ...headers, 'X-Robots-Tag': 'noindex' },
    });
  },
});
