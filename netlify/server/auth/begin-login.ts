import { z } from 'zod';
import type { Attempt } from '../rate-limit/attempt.ts';
import { refuseToWait } from '../rate-limit/take-attempt.ts';
import { database, dataOf } from '../database.ts';

const Begun = z.union([
  z.object({ wait: z.literal(0), email: z.string() }),
  z.object({ wait: z.int().positive() }),
]);

/**
 * Counts a login and looks up whose it is, in one round trip.
 * @returns the e-mail to log in with, for an unknown name that of an account whose password nobody
 *   knows, so that one is compared all the same.
 * @throws HttpError 429 with `Retry-After` when there were too many; Error when it cannot be counted.
 */
export async function beginLogin(attempt: Attempt, username: string): Promise<string> {
  const asked = { p_limits: attempt, p_username: username };
  const begun = Begun.parse(dataOf(await database().rpc('begin_login', asked)));
  return 'email' in begun ? begun.email : refuseToWait(begun.wait);
}
