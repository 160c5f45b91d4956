/** Seconds that Netlify's CDN serves a catalogue answer as fresh, then stale while revalidating. */
const freshSeconds = 60;
const staleSeconds = 600;

/** Cache tag of all catalogue answers (see purge-catalogue.ts). */
export const catalogueTag = 'catalogue';

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
 * The headers of an answer that the CDN keeps until the catalogue changes; browsers revalidate with the CDN.
 * @param parameter the one query parameter that changes the answer. Without naming it Netlify keeps an
 *   answer for each query string, so that `?x=1`, `?x=2` … would each cost the database.
 * @param stale seconds that an outdated answer is still given while the CDN asks again.
 * @see https://docs.netlify.com/build/caching/caching-overview/
 */
export function catalogueCaching(
  parameter: string = noParameter,
  stale: number = staleSeconds,
): Record<string, string> {
  const grace = stale > 0 ? `, stale-while-revalidate=${stale}` : '';
  return {
    'Cache-Control': 'public, max-age=0, must-revalidate',
    'Netlify-CDN-Cache-Control': `public, s-maxage=${freshSeconds}${grace}`,
    'Netlify-Cache-Tag': catalogueTag,
    'Netlify-Vary': `query=${parameter}`,
  };
}

/** A catalogue answer, whatever the query string. */
export function catalogueAnswer(body: unknown): Response {
  return Response.json(body, { headers: catalogueCaching() });
}
