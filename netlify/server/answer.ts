/** Seconds that Netlify's CDN serves a catalogue answer as fresh, then stale while revalidating. */
const freshSeconds = 60;
const staleSeconds = 600;

/** Cache tag of all catalogue answers (see purge-catalogue.ts). */
export const catalogueTag = 'catalogue';

/** A personal or momentary answer: never cached. */
export function answer(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } });
}

/** A catalogue answer: the CDN caches it, browsers revalidate with the CDN. */
export function catalogueAnswer(body: unknown): Response {
  return Response.json(body, {
    headers: {
      'Cache-Control': 'public, max-age=0, must-revalidate',
      'Netlify-CDN-Cache-Control': `public, s-maxage=${freshSeconds}, stale-while-revalidate=${staleSeconds}`,
      'Netlify-Cache-Tag': catalogueTag,
    },
  });
}
