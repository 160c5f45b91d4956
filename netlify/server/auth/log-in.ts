import type { Session } from '@supabase/auth-js';
import { HttpError } from '../http-error.ts';
import { authClient } from './auth-client.ts';
import { authFailure, isRefusal } from './auth-failure.ts';
import { loginMessages } from '../messages/logins.ts';

/**
 * The body of the login answer, whose `access` is a JWT valid for an hour, and the refresh token, which scripts must
 * not read.
 * @param username fallback for accounts without a username of their own.
 */
export function loginOf({ user, access_token, refresh_token }: Session, username: string) {
  const body = {
    id: user.id,
    username: String(user.user_metadata['username'] ?? username),
    token: { access: access_token },
  };
  return { body, refresh: refresh_token };
}

/**
 * Logs a shopper in at Supabase Auth.
 * @param username fallback for accounts without a username of their own.
 * @returns as `loginOf`.
 * @throws HttpError 401, identical for unknown names and wrong passwords; 429 when Auth is rate limited.
 */
export async function logIn(username: string, email: string, password: string, ip: string) {
  const { data, error } = await authClient(ip).signInWithPassword({ email, password });
  if (error && !isRefusal(error)) throw authFailure(error);
  if (error) throw new HttpError(401, loginMessages.credentialsInvalid);
  return loginOf(data.session, username);
}
