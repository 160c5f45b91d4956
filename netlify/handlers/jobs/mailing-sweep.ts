import type { JobResult } from '#server/jobs/job.ts';
import { sendMailings } from '#server/mail/send-mailings.ts';

/** Plus the call in progress, this stays below Netlify's limit of 30 s. */
const enough = 15_000;

export default async function mailingSweep(): Promise<JobResult> {
  return { counts: { batches: await sendMailings(Date.now() + enough) } };
}
