import { database, dataOf } from '../database.ts';
import type { Attempt } from './attempt.ts';
import { knownLoginSeconds } from './limits.ts';

/**
 * Gives a login's attempt back, because it was right, and remembers the name at its address as
 * known. Nobody is kept out because this failed: it is logged, and the attempt stays counted.
 */
export async function loginSucceeded(attempt: Attempt, known: string): Promise<void> {
  try {
    const named = { p_limits: attempt, p_known: known, p_known_seconds: knownLoginSeconds };
    dataOf(await database().rpc('attempt_succeeded', named));
  } catch (error) {
    console.error('A login could not be given back', error);
  }
}
