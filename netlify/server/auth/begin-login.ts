import type { Attempt } from '../rate-limit/attempt.ts';
import { refuseToWait } from '../rate-limit/take-attempt.ts';
import { database, dataOf } from '../database.ts';

/**
 * Counts a login attempt and looks up its account, in one round trip.
 * @returns the e-mail to log in with; for an unknown name, that of a decoy account with a random
 *   password, so that a hash is compared either way and timing reveals nothing.
 * @throws HttpError 429 with `Retry-After` after too many attempts; Error when it cannot be counted.
 */
export async function beginLogin(attempt: Attempt, username: string): Promise<string> {
  const asked = { p_limits: attempt, p_username: username };
  const { wait, email } = dataOf(await database().rpc('begin_login', asked).single());
  return email ?? refuseToWait(wait);
}
