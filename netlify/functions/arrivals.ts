import { catalogueCaching } from '#server/answer.ts';
import { isListed } from '#server/listing/is-listed.ts';
import { endpoint } from '#server/endpoint.ts';
import { siteOrigin } from '#server/site-origin.ts';

const uncached = { 'Cache-Control': 'no-store' };

/** A built page, answered with the given status until a moment; the page fetches its own content. */
async function builtPage(
  request: Request,
  path: string,
  status: number,
  until: string | null,
): Promise<Response> {
  // Without the visitor's cookies, which are not for a page that all visitors get.
  const page = await fetch(new URL(path, siteOrigin(request)));
  return new Response(await page.text(), {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      // The CDN answers whoever asks for made-up ids; a new product purges what it keeps. What is
      // not the page itself, as the launch lock's redirect, is not kept.
      ...(page.ok && !page.redirected ? catalogueCaching(until, undefined, 0) : uncached),
    },
  });
}

/**
 * The page of a product or category added since the last build, else the error page. netlify.toml
 * rewrites addresses without a built page to here: Netlify tells the function the address asked for,
 * its dev server the rewritten one, and both end in kind and id.
 */
export default endpoint({
  GET: async (request) => {
    const { pathname } = new URL(request.url);
    const [id = '', kind = ''] = pathname.split('/').filter(Boolean).toReversed();
    const shell = kind.toLowerCase() === 'productlisting' ? 'category' : 'product';
    const { listed, until } = await isListed(shell, id);
    return listed
      ? builtPage(request, `/arrivals/${shell}/`, 200, until)
      : builtPage(request, '/404.html', 404, until);
  },
});
