import type { loginAttempt } from '../rate-limit/attempt.ts';
import { loginSucceeded } from '../rate-limit/login-succeeded.ts';
import { HttpError } from '../http-error.ts';
import { usernameOf } from './username-of.ts';
import type { Shopper } from '../token.ts';
import { authClient } from './auth-client.ts';
import { authFailure, isRefusal } from './auth-failure.ts';
import { beginLogin } from './begin-login.ts';
import { log } from '../log.ts';
import { loginMessages } from '../messages/logins.ts';

/**
 * Asks a logged-in shopper for the password again. Wrong ones count as failed logins, so
 * that a stolen token cannot be used to guess it.
 * @throws HttpError 400 with the field `password` when it is wrong; 401 when the session has ended; 429 after too many
 * attempts.
 */
export async function confirmPassword(
  shopper: Shopper,
  username: string,
  password: string,
  { attempt, known }: ReturnType<typeof loginAttempt>,
  ip: string,
): Promise<void> {
  const email = await beginLogin(attempt, username);
  const auth = authClient(ip);
  const { data, error } = await auth.signInWithPassword({ email, password });
  if (error && !isRefusal(error)) {
    // Auth also fails if the account is closed between the password check and the new session.
    await usernameOf(shopper);
    throw authFailure(error);
  }
  if (error || data.user.id !== shopper.id) {
    throw new HttpError(400, { password: [loginMessages.passwordInvalidOnClosing] });
  }
  // This session's tokens are never handed out, so one that survives cannot be used.
  const { error: stillIn } = await auth.signOut({ scope: 'local' });
  if (stillIn)
    log.error('A session that nobody has was not ended', { error: authFailure(stillIn) });
  await loginSucceeded(attempt, known);
}
