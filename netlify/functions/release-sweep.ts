import type { Config } from '@netlify/functions';
import { publishDueReleases } from '#server/publishing/publish-due-releases.ts';

export const config: Config = { schedule: '* * * * *' };

/** Publishes the releases whose time has come. */
export default async (): Promise<void> => {
  for (const { title, failure } of await publishDueReleases()) {
    if (failure === null) console.log(`Published the release “${title}”`);
    else console.error(`The release “${title}” could not be published: ${failure}`);
  }
};
