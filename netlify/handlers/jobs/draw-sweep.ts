import { database, dataOf } from '#server/database.ts';
import { fetchSeed } from '#server/draws/fetch-seed.ts';
import type { JobResult } from '#server/jobs/job.ts';

/** Seals draws that have closed, draws those whose seed exists, and passes on pieces that winners left. */
export default async function drawSweep(): Promise<JobResult> {
  const sealed = dataOf(await database().rpc('seal_draws'));
  const counts = { sealed, drawn: 0, without_seed: 0 };
  for (const { id, seed_round, entries } of dataOf(await database().rpc('draws_to_draw'))) {
    const signature = entries === 0 ? null : await fetchSeed(seed_round);
    if (entries > 0 && signature === null) counts.without_seed += 1;
    else {
      const seed = { p_draw: id, ...(signature && { p_signature: signature }) };
      dataOf(await database().rpc('record_draw_seed', seed));
      counts.drawn += 1;
    }
  }
  const offered = dataOf(await database().rpc('step_draws'));
  return { counts: { ...counts, offered }, failed: counts.without_seed > 0 };
}
