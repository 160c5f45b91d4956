import type { APIRoute } from 'astro';

/** The pages of one shopper, the door before the opening, and what only our own pages call. */
const PRIVATE = ['/api/', '/arrivals/', '/billing', '/cart', '/launch', '/login', '/stripesuccess'];

/** What search engines need not fetch: https://www.rfc-editor.org/rfc/rfc9309 */
export const GET: APIRoute = ({ site }) =>
  new Response(
    [
      'User-agent: *',
      ...PRIVATE.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${new URL('/sitemap.xml', site).href}`,
      '',
    ].join('\n'),
  );
