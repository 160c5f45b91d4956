import { sweepCheckouts } from '#server/checkout/sweep-checkouts.ts';
import type { JobResult } from '#server/jobs/job.ts';
import { log } from '#server/log.ts';

/** Out of time, it continues with the rest at its next regular time: Stripe may be what is slow. */
export default async function checkoutSweep(): Promise<JobResult> {
  const { looked, stuck, stuckRefunds, cutShort } = await sweepCheckouts();
  if (cutShort) log.error('SWEEP CUT SHORT: unfinished checkouts wait for the next sweep');
  return { counts: { checkouts: looked, stuck, stuck_refunds: stuckRefunds } };
}
