import type { Asked } from '#domain/contracts/staff-call.ts';
import type { confirmLogin as call } from '#domain/contracts/staff-me.ts';
import { afterAnswer } from '../after-answer.ts';
import { answer } from '../answer.ts';
import { databaseFor } from '../database.ts';
import { HttpError } from '../http-error.ts';
import { authClient } from '../auth/auth-client.ts';
import { authFailure, isRefusal } from '../auth/auth-failure.ts';
import { beginLogin } from '../auth/begin-login.ts';
import { endSession } from '../auth/end-session.ts';
import { refreshCookie } from '../auth/refresh-cookie.ts';
import { requireLogin } from '../caller.ts';
import { requireOwnPage } from '../own-page.ts';
import { loginAttempt } from '../rate-limit/attempt.ts';
import { loginSucceeded } from '../rate-limit/login-succeeded.ts';
import { shopperOf } from '../token.ts';
import { type GivenLogin, giveCode } from './second-factor.ts';
import { type StaffCaller, staffDataOf } from './staff-data.ts';
import { log } from '../log.ts';
import { loginMessages } from '../messages/logins.ts';

/**
 * The caller's username. They may lack the second factor: this is how it is asked for.
 * @throws HttpError 404 if the caller is not staff, 401 when the session has ended.
 */
async function staffUsername(caller: StaffCaller): Promise<string> {
  return staffDataOf(await databaseFor(caller).rpc('staff_username'));
}

/** Ends a session that a client began and whose tokens are never handed out. */
async function forget(auth: ReturnType<typeof authClient>): Promise<void> {
  const { error } = await auth.signOut({ scope: 'local' });
  if (error) log.error('A session that nobody has was not ended', { error: authFailure(error) });
}

/**
 * Begins a new login for the logged-in caller, by the password and, where the account has an authenticator
 * app, its code. Wrong ones count as failed logins.
 * @param username as `staffUsername` returns it. @param code six digits; '' where none was asked for.
 * @throws HttpError 400 with the field `password` or `code` that is wrong; 403 `second_factor_missing` when a
 *   code is needed; 409 `code_used`; 429 after too many attempts.
 */
async function logInAgain(
  caller: StaffCaller,
  username: string,
  { password, code }: { password: string; code: string },
  { attempt }: ReturnType<typeof loginAttempt>,
  ip: string,
): Promise<GivenLogin> {
  const email = await beginLogin(attempt, username);
  const auth = authClient(ip);
  const { data, error } = await auth.signInWithPassword({ email, password });
  if (error && !isRefusal(error)) throw authFailure(error);
  if (error || data.user.id !== caller.id) {
    throw new HttpError(400, { password: [loginMessages.passwordInvalid] });
  }
  const { session, user } = data;
  const withApp = user.factors?.some(
    ({ factor_type, status }) => factor_type === 'totp' && status === 'verified',
  );
  if (!withApp) return { access: session.access_token, refresh: session.refresh_token };
  if (code === '') {
    await forget(auth);
    const detail = loginMessages.codeRequired;
    throw new HttpError(403, { detail, reason: 'second_factor_missing' });
  }
  const begun = await shopperOf(session.access_token);
  if (!begun) throw new Error('Supabase Auth gave a token that is not valid');
  try {
    return await giveCode(auth, begun, code);
  } catch (refusal) {
    await forget(auth);
    throw refusal;
  }
}

/** Begins a new login in place of the caller's, whose age and factors let money move again. @throws as `logInAgain` */
export async function confirmLogin(
  caller: StaffCaller,
  body: Asked<typeof call>,
  { request, ip }: { request: Request; ip: string },
): Promise<Response> {
  requireOwnPage(request);
  const username = await staffUsername(caller);
  const counted = loginAttempt(username, ip);
  const { access, refresh } = await logInAgain(caller, username, body, counted, ip);
  const old = await requireLogin(request);
  afterAnswer('Crediting a login attempt failed', () =>
    loginSucceeded(counted.attempt, counted.known),
  );
  afterAnswer('Ending the login before it failed', () => endSession(old, null, ip));
  return answer(200, { id: caller.id, token: { access } }, refreshCookie(request, refresh));
}
