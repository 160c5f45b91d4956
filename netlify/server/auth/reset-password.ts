import type { AuthError } from '@supabase/auth-js';
import { namesOwner, passwordIsName } from '#domain/password.ts';
import { database, dataOf } from '../database.ts';
import { HttpError } from '../http-error.ts';
import { unconfirmedEmailAttempt } from '../rate-limit/attempt.ts';
import { shopperOf } from '../token.ts';
import { authClient } from './auth-client.ts';
import { authFailure } from './auth-failure.ts';
import { log } from '../log.ts';

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
 * Records that the user reads the address that the link was mailed to. The first time, whatever somebody else
 * registered the address with ends, such as an authenticator app, which would keep the password from being replaced.
 * @param access token of the link's own session, which goes on.
 */
async function proveAddress(user: string, access: string): Promise<void> {
  try {
    const session = (await shopperOf(access))?.session ?? null;
    if (!session) throw new Error('The link gave no session');
    dataOf(await database().rpc('prove_address', { p_user: user, p_session: session }));
  } catch (error) {
    // The link is used up, so the password is replaced all the same; the next link counts as the first.
    console.error('Recording a confirmed address failed', error);
  }
}

/**
 * Sets a new password with a reset link's one-time token, and ends all sessions of the account.
 * @returns the username to log in with; '' for an account without one.
 * @throws HttpError 400 for a token that is used, expired or invalid, and for a password that the
 *   project's own rules reject; 409 for an account with an authenticator app; 429 when Auth is rate limited.
 */
export async function resetPassword(token: string, password: string, ip: string): Promise<string> {
  const auth = authClient(ip);
  const { data, error } = await auth.verifyOtp({ type: 'recovery', token_hash: token });
  if (error && isTransient(error)) throw authFailure(error);
  if (error || !data.user) {
    throw new HttpError(400, 'This link has been used or has expired. Please ask for a new one.');
  }
  await proveAddress(data.user.id, data.session?.access_token ?? '');
  const username = String(data.user.user_metadata['username'] ?? '');
  if (namesOwner(password, username, data.user.email ?? '')) {
    throw new HttpError(400, `${passwordIsName} Please ask for a new link.`);
  }
  const { error: refusal } = await auth.updateUser({ password });
  if (refusal?.code === 'weak_password') {
    throw new HttpError(400, `${refusal.message} Please ask for a new link.`);
  }
  if (refusal?.code === 'insufficient_aal') {
    const { error: stillIn } = await auth.signOut({ scope: 'local' });
    if (stillIn)
      log.error('A session that nobody has was not ended', { error: authFailure(stillIn) });
    throw new HttpError(
      409,
      'This account has an authenticator app, without which its password cannot be replaced. Have the app reset first, then ask for a new link.',
    );
  }
  // Setting the current password again is a success.
  if (refusal && refusal.code !== 'same_password') throw authFailure(refusal);
  const { error: stillIn } = await auth.signOut({ scope: 'global' });
  if (stillIn) log.error('Sessions outlive a password reset', { error: authFailure(stillIn) });
  return username;
}
