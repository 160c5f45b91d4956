import type { APIRoute } from 'astro';

/** Everything may be found but the pages of one shopper, which say `noindex` themselves. */
export const GET: APIRoute = ({ site }) =>
  new Response(
    `User-agent: *\nDisallow: /api/\n\nSitemap: ${new URL('/sitemap.xml', site).href}\n`,
  );
