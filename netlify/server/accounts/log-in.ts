import { accounts, database, dataOf } from '../database.ts';
import { HttpError } from '../http-error.ts';
import { authFailure } from './auth-failure.ts';

/**
 * Logs a shopper in by username and password.
 * @returns the answer of the login call; `access` is a JWT that lasts an hour.
 * @throws HttpError 401, alike for an unknown name and a wrong password: the database gives an
 *   unknown name an account whose password nobody knows, so that one is compared all the same.
 */
export async function logIn(username: string, password: string) {
  const email = dataOf(await database().rpc('login_email', { p_username: username }));
  const { data, error } = await accounts().signInWithPassword({ email, password });
  if (error && (error.status === undefined || error.status >= 500)) throw authFailure(error);
  if (error) throw new HttpError(401, 'Invalid username or password');
  const { user, session } = data;
  return {
    id: user.id,
    username: String(user.user_metadata['username'] ?? username),
    token: { access: session.access_token, refresh: session.refresh_token },
  };
}
