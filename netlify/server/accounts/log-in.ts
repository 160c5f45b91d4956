import type { AuthError } from '@supabase/supabase-js';
import { accounts, database, dataOf } from '../database.ts';
import { HttpError } from '../http-error.ts';
import { authFailure } from './auth-failure.ts';

/** Whether Auth looked at e-mail and password and said no; a user may also be banned. */
function isRefusal({ status }: AuthError): boolean {
  return status === 400 || status === 403;
}

/**
 * Logs a shopper in by username and password.
 * @returns the answer of the login call; `access` is a JWT that lasts an hour.
 * @throws HttpError 401, alike for an unknown name and a wrong password: the database gives an
 *   unknown name an account whose password nobody knows, so that one is compared all the same. 429 when Auth itself has had too many.
 */
export async function logIn(username: string, password: string, ip: string) {
  const email = dataOf(await database().rpc('login_email', { p_username: username }));
  const { data, error } = await accounts(ip).signInWithPassword({ email, password });
  if (error && !isRefusal(error)) throw authFailure(error);
  if (error) throw new HttpError(401, 'Invalid username or password');
  const { user, session } = data;
  return {
    id: user.id,
    username: String(user.user_metadata['username'] ?? username),
    token: { access: session.access_token, refresh: session.refresh_token },
  };
}
