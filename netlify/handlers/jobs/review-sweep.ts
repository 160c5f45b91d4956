import { database, dataOf } from '#server/database.ts';
import type { JobResult } from '#server/jobs/job.ts';

/** Owes the e-mails that ask buyers for reviews, which mail-sweep sends. */
export default async function reviewSweep(): Promise<JobResult> {
  const mails = dataOf(await database().rpc('owe_review_mails'));
  return { counts: { mails } };
}
