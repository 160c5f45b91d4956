import type { JobResult } from '#server/jobs/job.ts';
import { sweepPayouts } from '#server/payouts/sweep-payouts.ts';

export default async function payoutSweep(): Promise<JobResult> {
  const { cutShort, ...counts } = await sweepPayouts();
  return { counts, cutShort };
}
