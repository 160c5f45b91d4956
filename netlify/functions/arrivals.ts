import { catalogueCaching } from '#server/answer.ts';
import { isListed } from '#server/listing/is-listed.ts';
import { endpoint } from '#server/endpoint.ts';
import { fromSite } from '#server/from-site.ts';
import { productTwin } from '#server/listing/product-twin.ts';

const uncached = { 'Cache-Control': 'no-store' };

/** A built page, answered with the given status until a moment; the page fetches its own content. */
async function builtPage(
  request: Request,
  path: string,
  status: number,
  until: string | null,
): Promise<Response> {
  const page = await fromSite(request, path);
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
 * The page of a product or category added since the last build, any product's page as Markdown, else the
 * error page. netlify.toml rewrites addresses without a built page to here: Netlify tells the function the
 * address asked for, its dev server the rewritten one, and both end in kind and id.
 */
export default endpoint({
  GET: async (request, { ip }) => {
    const { pathname } = new URL(request.url);
    const [name = '', kind = ''] = pathname.split('/').filter(Boolean).toReversed();
    const shell = kind.toLowerCase() === 'productlisting' ? 'category' : 'product';
    const twin = shell === 'product' && name.endsWith('.md');
    const id = twin ? name.slice(0, -'.md'.length) : name;
    const { listed, until } = await isListed(shell, id);
    const markdown = listed && twin && (await productTwin(request, Number(id), ip));
    if (markdown) {
      const headers = {
        'Content-Type': 'text/markdown; charset=utf-8',
        // Search engines are to find the page itself.
        'X-Robots-Tag': 'noindex',
        ...catalogueCaching(until, undefined, 0),
      };
      return new Response(markdown, { headers });
    }
    return listed && !twin
      ? builtPage(request, `/arrivals/${shell}/`, 200, until)
      : builtPage(request, '/404.html', 404, until);
  },
});
