import { database, dataOf } from '../database.ts';
import { HttpError } from '../http-error.ts';
import type { Attempt } from './attempt.ts';

const minute = 60;

/** e.g. "1 second", "90 seconds", "3 minutes". */
function inWords(seconds: number): string {
  if (seconds === 1) return '1 second';
  return seconds <= 2 * minute ? `${seconds} seconds` : `${Math.ceil(seconds / minute)} minutes`;
}

/** @throws HttpError 429 with `Retry-After`: too many attempts. @param wait in seconds. */
export function refuseToWait(wait: number): never {
  throw new HttpError(429, `Too many attempts. Please wait ${inWords(wait)}.`, {
    'Retry-After': String(wait),
  });
}

/**
 * Counts an attempt, in one round trip. When it cannot be counted the call fails: whatever is
 * limited needs the same database right afterwards, so going on uncounted would help no shopper,
 * but everybody who can bring the counting to a halt.
 * @throws HttpError 429 with `Retry-After` when there were too many; Error when it cannot be counted.
 */
export async function takeAttempt(attempt: Attempt): Promise<void> {
  const wait = dataOf(await database().rpc('take_attempt', { p_limits: attempt }));
  if (wait > 0) refuseToWait(wait);
}
