import type { Config } from '@netlify/functions';
import { askForBuild } from '#server/publishing/ask-for-build.ts';
import { purgeCatalogue } from '#server/publishing/purge-catalogue.ts';

export const config: Config = { schedule: '*/2 * * * *' };

/** Publishes catalogue changes: at once in the API's CDN cache, then in the built pages. */
export default async (): Promise<void> => {
  const purge = await purgeCatalogue();
  if (purge === 'purged') console.log('The catalogue has changed: purged the CDN cache');
  const outcome = await askForBuild();
  if (outcome === 'asked') console.log('The catalogue has changed: requested a build of the site');
  if (outcome === 'failed') console.error('The build hook failed; the next run tries again');
};
