/** Seconds that Netlify's CDN may serve a catalogue answer, and then may serve it stale meanwhile. */
const freshSeconds = 60;
const staleSeconds = 600;

/** Names all of those answers to Netlify's CDN (see purge-catalogue.ts). */
export const catalogueTag = 'catalogue';

/** An answer about one shopper or of the moment: kept by nobody. */
export function answer(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } });
}

/** An answer about the catalogue: the CDN keeps it, browsers ask the CDN again. */
export function catalogueAnswer(body: unknown): Response {
  return Response.json(body, {
    headers: {
      'Cache-Control': 'public, max-age=0, must-revalidate',
      'Netlify-CDN-Cache-Control': `public, s-maxage=${freshSeconds}, stale-while-revalidate=${staleSeconds}`,
      'Netlify-Cache-Tag': catalogueTag,
    },
  });
}
