import type { AuthError } from '@supabase/auth-js';
import { HttpError } from '../http-error.ts';
import { accounts } from './auth-client.ts';
import { authFailure } from './auth-failure.ts';

/** Whether Supabase Auth was away or too busy, rather than refusing. */
function isPassing({ status }: AuthError): boolean {
  return status === undefined || status === 0 || status === 429 || status >= 500;
}

/**
 * Has Supabase Auth send the link to choose a new password; nothing is sent to an address that
 * nobody has. The answer must not wait for this: how long it takes would tell who has an account.
 * @throws when Supabase Auth is away or sends no e-mails.
 */
export async function mailResetLink(email: string, ip: string): Promise<void> {
  const { error } = await accounts(ip).resetPasswordForEmail(email);
  // Too soon after the last one, which still works.
  if (error && error.status !== 429) throw authFailure(error);
}

/**
 * Sets a new password by the token of such a link, which this uses up, and ends the account's other
 * logins.
 * @returns the name to log in with; '' for an account without one.
 * @throws HttpError 400 for a token that is used, too old or made up, and for a password that the
 * project's own rules refuse; 429 when Auth itself has had too many.
 */
export async function resetPassword(token: string, password: string, ip: string): Promise<string> {
  const auth = accounts(ip);
  const { data, error } = await auth.verifyOtp({ type: 'recovery', token_hash: token });
  if (error && isPassing(error)) throw authFailure(error);
  if (error || !data.user) {
    throw new HttpError(400, 'This link has been used or is too old. Please ask for a new one.');
  }
  const { error: refusal } = await auth.updateUser({ password });
  if (refusal?.code === 'weak_password') {
    throw new HttpError(400, `${refusal.message} Please ask for a new link.`);
  }
  // The password that it is already is the one that was wanted.
  if (refusal && refusal.code !== 'same_password') throw authFailure(refusal);
  const { error: stillIn } = await auth.signOut({ scope: 'global' });
  if (stillIn) console.error('Logins outlive their password', authFailure(stillIn));
  return String(data.user.user_metadata['username'] ?? '');
}
