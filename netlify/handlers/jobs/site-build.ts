import type { JobResult } from '#server/jobs/job.ts';
import { askForBuild } from '#server/publishing/ask-for-build.ts';
import { purgeCatalogue } from '#server/publishing/purge-catalogue.ts';

/** Publishes catalogue changes: at once in the API's CDN cache, then in the built pages. */
export default async function siteBuild(): Promise<JobResult> {
  const purge = await purgeCatalogue();
  const build = await askForBuild();
  return {
    counts: { purges: Number(purge === 'purged'), builds: Number(build === 'asked') },
    failed: purge === 'failed' || build === 'failed',
  };
}
