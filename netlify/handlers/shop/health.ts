import type { Health } from '#domain/contracts/health.ts';
import { database, dataOf } from '#server/database.ts';
import { deploy } from '#server/environment.ts';
import { patienceMs, readHealth } from '#server/health/read-health.ts';

/** Seconds for which an answer is reused, so that frequent requests do not load the database. */
const keepSeconds = 10;

let kept: { health: Promise<Health>; until: number } | undefined;

const read = async () => dataOf(await database(patienceMs).rpc('health'));

/** The shop's health, for monitors outside and managers in the studio: 200 or 503. It needs no login, because it shows nothing personal. `deploy` is Netlify's id of the deploy that answers. */
export default async function health(request: Request): Promise<Response> {
  if (kept === undefined || Date.now() >= kept.until) {
    kept = { health: readHealth(request, read), until: Date.now() + keepSeconds * 1000 };
  }
  const found = await kept.health;
  return Response.json(
    { ...found, deploy: deploy()?.id || null },
    {
      status: found.status === 'ok' ? 200 : 503,
      headers: {
        'Cache-Control': 'no-store',
        'Netlify-CDN-Cache-Control': `public, s-maxage=${keepSeconds}`,
        'Netlify-Vary': 'query=none',
      },
    },
  );
}
