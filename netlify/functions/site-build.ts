import type { Config } from '@netlify/functions';
import { askForBuild } from '#server/catalogue/ask-for-build.ts';
import { purgeCatalogue } from '#server/catalogue/purge-catalogue.ts';

export const config: Config = { schedule: '*/2 * * * *' };

/** Lets a change of the catalogue be seen: at once in what the CDN answers, then in the pages. */
export default async (): Promise<void> => {
  const purge = await purgeCatalogue();
  if (purge === 'purged') console.log('The catalogue has changed: purged the CDN’s answers');
  const outcome = await askForBuild();
  if (outcome === 'asked') console.log('The catalogue has changed: asked for a build of the site');
  if (outcome === 'failed') console.error('The build hook failed; the next run tries again');
};
