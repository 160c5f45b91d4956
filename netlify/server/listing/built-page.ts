import { catalogueCaching } from '../answer.ts';
import { fromSite } from '../from-site.ts';

interface BuiltPage {
  path: string;
  status: number;
  until: string | null;
  fill?: (html: string) => string;
  /** Headers that let the CDN keep the answer. */
  caching?: Record<string, string>;
}

/** A built page with the given status, cached until a moment; the page fetches its own content or is filled in. */
export async function builtPage(
  request: Request,
  {
    path,
    status,
    until,
    fill = (html) => html,
    // The CDN also keeps answers for made-up ids; a new product purges them.
    caching = catalogueCaching(until, undefined, 0),
  }: BuiltPage,
): Promise<Response> {
  const page = await fromSite(request, path);
  // Anything but the page itself, such as the launch lock's redirect, is passed on and not cached.
  // A server may answer the error page's own address with 404.
  const isPage = (page.ok || page.status === status) && !page.redirected;
  if (status === 200 && !page.ok) throw new Error(`${path} answered ${page.status}`);
  const html = await page.text();
  return new Response(isPage ? fill(html) : html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      ...(isPage ? caching : { 'Cache-Control': 'no-store' }),
    },
  });
}
