import { database, dataOf } from '../database.ts';
import type { Attempt } from './attempt.ts';
import { knownLoginSeconds } from './limits.ts';

/**
 * Credits a successful login's attempt and remembers the name as known at its address. Run it after
 * the response: if it fails, the attempt merely stays counted until it is refilled.
 */
export async function loginSucceeded(attempt: Attempt, known: string): Promise<void> {
  const named = { p_limits: attempt, p_known: known, p_known_seconds: knownLoginSeconds };
  dataOf(await database().rpc('attempt_succeeded', named));
}
