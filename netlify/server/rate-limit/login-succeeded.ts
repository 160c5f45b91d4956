import { database, dataOf } from '../database.ts';
import type { Attempt } from './attempt.ts';
import { knownLoginSeconds } from './limits.ts';

/**
 * Gives a login's attempt back, because it was right, and remembers the name at its address as
 * known. The shopper need not wait for this, and nobody is kept out because it failed: the attempt
 * stays counted until then.
 */
export async function loginSucceeded(attempt: Attempt, known: string): Promise<void> {
  const named = { p_limits: attempt, p_known: known, p_known_seconds: knownLoginSeconds };
  dataOf(await database().rpc('attempt_succeeded', named));
}
