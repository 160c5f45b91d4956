import { database, dataOf } from '../database.ts';
import { Unavailable } from '../http-error.ts';
import { log } from '../log.ts';
import type { JobResult } from './job.ts';

/** Milliseconds to wait for the check, which takes longer in a large shop: below Netlify's limit of 30 s. */
const patienceMs = 25_000;

/**
 * Has the database look for contradictions in its data, and store their numbers with the run. If that takes longer,
 * the database goes on alone and ends the run itself; a dead one is begun again.
 * @see https://github.com/PostgREST/postgrest/issues/699 (a lost client does not cancel a statement)
 */
export default async function checkInvariants(run: string): Promise<JobResult | null> {
  let violations: unknown;
  try {
    violations = dataOf(await database(patienceMs).rpc('check_invariants', { p_run: run }));
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    log.warn('The check of the invariants has not answered', { error });
    return null;
  }
  if (violations === null) return { counts: {}, cutShort: true };
  if (JSON.stringify(violations) !== '{}') log.error('DATA CONTRADICTORY', { violations });
  return null;
}
