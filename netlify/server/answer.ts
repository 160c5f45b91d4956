/** Seconds that Netlify's CDN serves a catalogue answer as fresh, then stale while revalidating. */
const freshSeconds = 60;
const staleSeconds = 600;

/** Freshness of a product's page, in seconds; never stale, as the product may have left the shop. */
const pageFreshSeconds = 3600;

/** Cache tag of all catalogue answers (see purge-catalogue.ts). */
export const catalogueTag = 'catalogue';

/**
 * The CDN's cache directives: fresh for a while, then stale while it revalidates. Both end at
 * `until`, to the second, so that no shopper gets an answer from before it.
 * @param until ISO 8601, when the catalogue next changes by itself; null for never.
 */
function freshness(until: string | null, stale: number, longest = freshSeconds): string {
  const left = until === null ? Infinity : Math.ceil((Date.parse(until) - Date.now()) / 1000);
  const fresh = Math.max(Math.min(longest, left), 1);
  const grace = Math.max(Math.min(stale, left - fresh), 0);
  return `public, s-maxage=${fresh}${grace > 0 ? `, stale-while-revalidate=${grace}` : ''}`;
}

/** A query parameter that no call reads. */
const noParameter = 'none';

/** A personal or momentary answer: never cached. */
export function answer(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } });
}

/**
 * A page rendered on request: never indexed.
 * @param caching headers that let the CDN keep it; it does not by default.
 */
export function pageAnswer(
  html: string,
  status = 200,
  caching: Record<string, string> = { 'Cache-Control': 'no-store' },
): Response {
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'X-Robots-Tag': 'noindex',
      ...caching,
    },
  });
}

/**
 * The headers of an answer that the CDN keeps until the catalogue changes; browsers revalidate with the CDN.
 * @param until when the catalogue next changes by itself, because products open (ISO 8601); null for never,
 *   or if the answer does not depend on it.
 * @param parameter the one query parameter that changes the answer. Without naming it Netlify keeps an
 *   answer for each query string, so that `?x=1`, `?x=2` … would each cost a database call.
 * @param stale seconds that an outdated answer is served while the CDN revalidates.
 * @see https://docs.netlify.com/build/caching/caching-overview/
 */
export function catalogueCaching(
  until: string | null,
  parameter: string = noParameter,
  stale: number = staleSeconds,
): Record<string, string> {
  return cachedWith(freshness(until, stale), parameter);
}

/**
 * The headers of a product's page, which costs more to render than an answer's JSON: kept for an hour by all of the
 * CDN's machines together. A catalogue change purges it, as all catalogue answers.
 * @param until as in `catalogueCaching`.
 * @see https://docs.netlify.com/build/caching/caching-overview/#durable-directive
 */
export function productPageCaching(until: string | null): Record<string, string> {
  return cachedWith(`durable, ${freshness(until, 0, pageFreshSeconds)}`, noParameter);
}

/** The headers of a 404 that the CDN keeps for a minute: made-up addresses cost one run each, and new ones purge it. */
export function missingCaching(): Record<string, string> {
  return catalogueCaching(null, noParameter, 0);
}

function cachedWith(directives: string, parameter: string): Record<string, string> {
  return {
    'Cache-Control': 'public, max-age=0, must-revalidate',
    'Netlify-CDN-Cache-Control': directives,
    'Netlify-Cache-Tag': catalogueTag,
    'Netlify-Vary': `query=${parameter}`,
  };
}

/** A catalogue answer, whatever the query string. @param until as in `catalogueCaching`. */
export function catalogueAnswer(body: unknown, until: string | null): Response {
  return Response.json(body, { headers: catalogueCaching(until) });
}
