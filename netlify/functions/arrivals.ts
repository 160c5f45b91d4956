import type { Config } from '@netlify/functions';
import { isListed } from '#server/listing/is-listed.ts';
import { endpoint } from '#server/endpoint.ts';

// netlify.toml rewrites product and category addresses without a built page to here.
export const config: Config = { path: '/api/arrivals/:kind/:id' };

/** A built page, answered with the given status; the page fetches its own content. */
async function builtPage(request: Request, path: string, status: number): Promise<Response> {
  // The launch lock reads the visitor's cookies.
  const cookie = request.headers.get('cookie') ?? '';
  const page = await fetch(new URL(path, request.url), { headers: { cookie } });
  return new Response(await page.text(), {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
  });
}

/** The page of a product or category added since the last build, else the error page. */
export default endpoint({
  GET: async (request) => {
    const { pathname } = new URL(request.url);
    const [id = '', kind = ''] = pathname.split('/').filter(Boolean).toReversed();
    const shell = kind.toLowerCase() === 'productlisting' ? 'category' : 'product';
    return (await isListed(shell, id))
      ? builtPage(request, `/arrivals/${shell}/`, 200)
      : builtPage(request, '/404.html', 404);
  },
});
