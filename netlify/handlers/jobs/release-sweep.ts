import type { JobResult } from '#server/jobs/job.ts';
import { log } from '#server/log.ts';
import { publishDueReleases } from '#server/publishing/publish-due-releases.ts';

/** Publishes the releases whose time has come. */
export default async function releaseSweep(): Promise<JobResult> {
  const due = await publishDueReleases();
  for (const { release, failure } of due) {
    if (failure !== null) log.error(`RELEASE FAILED: ${failure}`, { release });
  }
  const failed = due.filter(({ failure }) => failure !== null).length;
  return { counts: { published: due.length - failed, refused: failed } };
}
