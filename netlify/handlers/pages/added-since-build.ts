import { catalogueCaching } from '#server/answer.ts';
import { isListed } from '#server/listing/is-listed.ts';
import type { Visit } from '#server/area.ts';
import { fromSite } from '#server/from-site.ts';
import { collectionPage } from '#server/listing/collection-page.ts';
import { leftMarkdown, leftPage } from '#server/listing/left-product.ts';
import { productTwin } from '#server/listing/product-twin.ts';
import { siteOrigin } from '#server/site-origin.ts';

const uncached = { 'Cache-Control': 'no-store' };

interface BuiltPage {
  path: string;
  status: number;
  until: string | null;
  fill?: (html: string) => string;
}

/** A built page with the given status, cached until a moment; the page fetches its own content or is filled in. */
async function builtPage(
  request: Request,
  { path, status, until, fill = (html) => html }: BuiltPage,
): Promise<Response> {
  const page = await fromSite(request, path);
  return new Response(fill(await page.text()), {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      // The CDN also keeps answers for made-up ids; a new product purges them. Anything but the page
      // itself, such as the launch lock's redirect, is not cached.
      ...(page.ok && !page.redirected ? catalogueCaching(until, undefined, 0) : uncached),
    },
  });
}

function markdownAnswer(markdown: string, status: number, until: string | null): Response {
  return new Response(markdown, {
    status,
    headers: {
      'Content-Type': 'text/markdown; charset=utf-8',
      // Search engines should index the page itself.
      'X-Robots-Tag': 'noindex',
      ...catalogueCaching(until, undefined, 0),
    },
  });
}

/**
 * The page of a product or category added since the last build, any product's page as Markdown, a notice that a
 * product has left the shop (410), or the error page. netlify.toml rewrites addresses without a built page to here:
 * Netlify passes on the original address, its dev server the rewritten one, and both end in kind and id.
 */
export default async function getPageAddedSinceBuild(
  request: Request,
  { ip }: Visit,
): Promise<Response> {
  const { pathname } = new URL(request.url);
  const [name = '', kind = ''] = pathname.split('/').filter(Boolean).toReversed();
  const shell = kind.toLowerCase() === 'productlisting' ? 'category' : 'product';
  const twin = shell === 'product' && name.endsWith('.md');
  const id = twin ? name.slice(0, -'.md'.length) : name;
  const { listed, collection, left, until } = await isListed(shell, id);
  if (left) {
    if (twin) return markdownAnswer(leftMarkdown(left, new URL(siteOrigin(request))), 410, until);
    const fill = (html: string) => leftPage(html, left);
    return builtPage(request, { path: '/arrivals/left/', status: 410, until, fill });
  }
  const markdown = listed && twin && (await productTwin(request, Number(id), ip));
  if (markdown) return markdownAnswer(markdown, 200, until);
  const fill = (html: string) => (collection === null ? html : collectionPage(html, collection));
  return listed && !twin
    ? builtPage(request, { path: `/arrivals/${shell}/`, status: 200, until, fill })
    : builtPage(request, { path: '/404.html', status: 404, until });
}
