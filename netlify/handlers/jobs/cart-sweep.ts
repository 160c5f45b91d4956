import { database, dataOf } from '#server/database.ts';
import type { JobResult } from '#server/jobs/job.ts';

/** Owes the reminders of carts that were left, which mail-sweep sends. */
export default async function cartSweep(): Promise<JobResult> {
  const mails = dataOf(await database().rpc('owe_cart_mails'));
  return { counts: { mails } };
}
