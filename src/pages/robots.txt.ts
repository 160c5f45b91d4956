import type { APIRoute } from 'astro';

/** Personal pages, the launch page, and URLs requested only by the shop's own pages. */
const PRIVATE = [
  '/api/',
  '/arrivals/',
  '/billing',
  '/cart',
  '/launch',
  '/login',
  '/stripesuccess',
  '/studio',
];

/** Robots Exclusion Protocol: https://www.rfc-editor.org/rfc/rfc9309 */
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
