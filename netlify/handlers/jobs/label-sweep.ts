import { carryOutLabel } from '#server/carriers/carry-out-label.ts';
import { trackLabels } from '#server/carriers/track-labels.ts';
import { database, dataOf } from '#server/database.ts';
import type { JobResult } from '#server/jobs/job.ts';

/** Milliseconds after which no further call is begun: plus one call to a carrier, below Netlify's limit of 30 s. */
const budgetMs = 5000;

export default async function labelSweep(): Promise<JobResult> {
  const until = Date.now() + budgetMs;
  const due = dataOf(await database().rpc('due_labels', { p_limit: 20 }));
  const counts = { labels: 0, stuck_labels: 0, tracked: 0, silent: 0 };
  for (const label of due) {
    if (Date.now() > until) return { counts, cutShort: true };
    counts.labels += 1;
    if (!(await carryOutLabel(label))) counts.stuck_labels += 1;
  }
  const { asked, silent } = await trackLabels(until);
  return { counts: { ...counts, tracked: asked, silent } };
}
