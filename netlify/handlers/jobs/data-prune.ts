import type { JobResult } from '#server/jobs/job.ts';
import { prunePersonalData } from '#server/privacy/prune.ts';
import { sweepPhotos } from '#server/returns/sweep-photos.ts';

/** Plus the batch in progress, this stays below Netlify's limit of 30 s. */
const budgetMs = 25_000;

export default async function dataPrune(): Promise<JobResult> {
  const end = Date.now() + budgetMs;
  const { erased, cutShort } = await prunePersonalData();
  const photos = await sweepPhotos(end);
  return {
    counts: { ...erased, 'files of photos': photos.deleted },
    cutShort: cutShort || photos.cutShort,
  };
}
