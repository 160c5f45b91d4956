import type { AuthError } from '@supabase/auth-js';
import { HttpError } from '../http-error.ts';
import { accounts } from './auth-client.ts';
import { authFailure } from './auth-failure.ts';

/** Whether Auth looked at e-mail and password and said no; a user may also be banned. */
function isRefusal({ status }: AuthError): boolean {
  return status === 400 || status === 403;
}

/**
 * Logs a shopper in at Supabase Auth.
 * @param username what to call a shopper by whose account has no name of its own.
 * @returns the answer of the login call; `access` is a JWT that lasts an hour.
 * @throws HttpError 401, alike for every name and password; 429 when Auth itself has had too many.
 */
export async function logIn(username: string, email: string, password: string, ip: string) {
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
