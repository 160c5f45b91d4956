import { database, dataOf } from '#server/database.ts';
import type { JobResult } from '#server/jobs/job.ts';

/** Owes the week's e-mail about low stock, which mail-sweep sends. */
export default async function stockReport(): Promise<JobResult> {
  const mails = dataOf(await database().rpc('owe_stock_report'));
  return { counts: { mails } };
}
