import { WhatWeCount } from '#domain/contracts/what-we-count.ts';
import { database, dataOf } from '#server/database.ts';

/** Seconds for which an answer is reused, so that frequent requests do not load the database. */
const keepSeconds = 10;

/** Today's sums with the query that they are from, for everybody (`/what-we-count`). */
export default async function whatWeCount(): Promise<Response> {
  const counted = WhatWeCount.parse(dataOf(await database().rpc('what_we_count')));
  return Response.json(counted, {
    headers: {
      'Cache-Control': 'no-store',
      'Netlify-CDN-Cache-Control': `public, s-maxage=${keepSeconds}`,
      'Netlify-Vary': 'query=none',
    },
  });
}
