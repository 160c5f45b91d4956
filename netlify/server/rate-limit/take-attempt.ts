import { database, dataOf } from '../database.ts';
import { HttpError } from '../http-error.ts';
import type { Attempt } from './attempt.ts';
import { requestMessages } from '../messages/requests.ts';

const minute = 60;

/** e.g. "1 second", "90 seconds", "3 minutes". */
function inWords(seconds: number): string {
  if (seconds === 1) return '1 second';
  return seconds <= 2 * minute ? `${seconds} seconds` : `${Math.ceil(seconds / minute)} minutes`;
}

/** @throws HttpError 429 with `Retry-After`: too many attempts. @param wait in seconds. */
export function refuseToWait(wait: number): never {
  throw new HttpError(429, requestMessages.tooManyAttempts(inWords(wait)), {
    'Retry-After': String(wait),
  });
}

/** Undoes the count of an attempt that did not do the limited action. If it fails, the caller has one less at most. */
export async function giveBackAttempt(attempt: Attempt): Promise<void> {
  if (attempt.length === 0) return;
  dataOf(await database().rpc('give_back_attempt', { p_limits: attempt }));
}

/** Counts an attempt, and returns whether it is within its limits. @throws Error when it cannot be counted. */
export async function isWithinLimits(attempt: Attempt): Promise<boolean> {
  return dataOf(await database().rpc('take_attempt', { p_limits: attempt })) === 0;
}

/**
 * Counts an attempt, in one round trip. Fails closed: every limited call needs the same database
 * next, so carrying on uncounted would help only an attacker who can stop the counting.
 * @throws HttpError 429 with `Retry-After` after too many attempts; Error when it cannot be counted.
 */
export async function takeAttempt(attempt: Attempt): Promise<void> {
  if (attempt.length === 0) return;
  const wait = dataOf(await database().rpc('take_attempt', { p_limits: attempt }));
  if (wait > 0) refuseToWait(wait);
}
