import type { AuthError } from '@supabase/auth-js';
import { namesOwner, passwordIsName } from '#domain/browsing/password.ts';
import { database, DatabaseRefusal, dataOf } from '../database.ts';
import { HttpError } from '../http-error.ts';
import { unconfirmedEmailAttempt } from '../rate-limit/attempt.ts';
import { shopperOf } from '../token.ts';
import { refusalText } from '../messages/refusal-text.ts';
import { authClient } from './auth-client.ts';
import { authFailure } from './auth-failure.ts';
import { log } from '../log.ts';
import { loginMessages } from '../messages/logins.ts';

/** Whether Supabase Auth was unreachable or overloaded, rather than rejecting the request. */
function isTransient({ status }: AuthError): boolean {
  return status === undefined || status === 0 || status === 429 || status >= 500;
}

/**
 * Has Supabase Auth e-mail a reset link, if the address has an account and may be mailed: an
 * unconfirmed address gets one e-mail a day. The answer must not wait for this: its timing would
 * reveal who has an account.
 * @throws when Supabase Auth is unreachable or cannot send e-mails.
 */
export async function mailResetLink(email: string, ip: string): Promise<void> {
  const asked = { p_email: email, p_limits: unconfirmedEmailAttempt(email) };
  if (!dataOf(await database().rpc('may_mail_account', asked))) return;
  const { error } = await authClient(ip).resetPasswordForEmail(email);
  if (error?.status === 429) {
    // Too soon after the last link, which still works; or the project's own limit is reached.
    log.error('RESET LINK NOT SENT: Supabase Auth is rate limited', { code: error.code ?? 'none' });
  } else if (error) throw authFailure(error);
}

/**
 * Ends whatever could outlive the reset, and lets the password be replaced, because the user reads the address that the
 * link was mailed to.
 * @param access token of the link's own session, which goes on.
 * @returns the username.
 */
async function beginReset(user: string, access: string): Promise<string> {
  const session = (await shopperOf(access))?.session;
  if (!session) throw new Error('The link gave no session');
  const begun = { p_user: user, p_session: session };
  return dataOf(await database().rpc('begin_password_reset', begun));
}

/** Ends the link's own session. */
async function forget(auth: ReturnType<typeof authClient>): Promise<void> {
  const { error } = await auth.signOut({ scope: 'local' });
  if (error) log.error('A session that nobody has was not ended', { error: authFailure(error) });
}

/**
 * Sets a new password with a reset link's one-time token, and ends all sessions of the account.
 * @returns the username to log in with.
 * @throws HttpError 400 for a token that is used, expired or invalid, and for a password that the
 *   project's own rules reject; 409 for staff with an authenticator app; 429 when Auth is rate limited.
 */
export async function resetPassword(token: string, password: string, ip: string): Promise<string> {
  const auth = authClient(ip);
  const { data, error } = await auth.verifyOtp({ type: 'recovery', token_hash: token });
  if (error && isTransient(error)) throw authFailure(error);
  if (error || !data.user) {
    throw new HttpError(400, loginMessages.resetLinkExpired);
  }
  const { email = '', user_metadata: chosen, id } = data.user;
  // Before anything ends: the old password has to do until the next link.
  if (namesOwner(password, String(chosen['username'] ?? ''), email)) {
    await forget(auth);
    throw new HttpError(400, loginMessages.passwordRefused(passwordIsName));
  }
  let username: string;
  try {
    username = await beginReset(id, data.session?.access_token ?? '');
  } catch (failure) {
    await forget(auth);
    if (!(failure instanceof DatabaseRefusal)) throw failure;
    throw new HttpError(failure.status, refusalText(failure, 'shopper'));
  }
  const { error: refusal } = await auth.updateUser({ password });
  if (refusal?.code === 'weak_password') {
    throw new HttpError(400, loginMessages.passwordRefused(refusal.message));
  }
  // Setting the current password again is a success.
  if (refusal && refusal.code !== 'same_password') throw authFailure(refusal);
  const { error: stillIn } = await auth.signOut({ scope: 'global' });
  if (stillIn) log.error('Sessions outlive a password reset', { error: authFailure(stillIn) });
  return username;
}
