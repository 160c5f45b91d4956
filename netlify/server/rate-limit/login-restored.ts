import { database, dataOf } from '../database.ts';
import { loginAttempt } from './attempt.ts';
import { knownLoginSeconds } from './limits.ts';

/**
 * Lets a shopper log in after a password reset by e-mail, whatever was tried for the name
 * before, and remembers the name as known at its address. If it fails, they have to wait at most.
 */
export async function loginRestored(username: string, ip: string): Promise<void> {
  const { attempt, known } = loginAttempt(username, ip);
  const named = attempt.filter(({ action }) => action !== 'login-address');
  const asked = { p_limits: named, p_known: known, p_known_seconds: knownLoginSeconds };
  dataOf(await database().rpc('login_restored', asked));
}
