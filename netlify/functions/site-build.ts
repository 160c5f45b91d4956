import type { Config } from '@netlify/functions';
import { askForBuild } from '#server/catalogue/ask-for-build.ts';

export const config: Config = { schedule: '*/2 * * * *' };

export default async (): Promise<void> => {
  const outcome = await askForBuild();
  if (outcome === 'asked') console.log('The catalogue has changed: asked for a build of the site');
  if (outcome === 'failed') console.error('The build hook failed; the next run tries again');
};
