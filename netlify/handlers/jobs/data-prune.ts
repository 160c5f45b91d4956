import type { JobResult } from '#server/jobs/job.ts';
import { prunePersonalData } from '#server/privacy/prune.ts';
import { database, dataOf } from '#server/database.ts';
import { sweepPhotos } from '#server/returns/sweep-photos.ts';

/** Plus the batch in progress, this stays below Netlify's limit of 30 s. */
const budgetMs = 25_000;

/** Maximum number of gift cards that a run announces the end of, and of those that it ends. */
const batch = 500;

export default async function dataPrune(): Promise<JobResult> {
  const end = Date.now() + budgetMs;
  const { erased, cutShort } = await prunePersonalData();
  const [cards] = dataOf(await database().rpc('end_gift_cards', { p_limit: batch }));
  const photos = await sweepPhotos(end);
  return {
    counts: {
      ...erased,
      'files of photos': photos.deleted,
      'gift cards expired': cards?.expired ?? 0,
    },
    cutShort: cutShort || photos.cutShort || cards?.warned === batch || cards?.expired === batch,
  };
}
