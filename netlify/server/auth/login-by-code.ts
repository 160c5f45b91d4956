import { database, DatabaseRefusal, dataOf } from '../database.ts';
import { HttpError } from '../http-error.ts';
import { log } from '../log.ts';
import { isLoginCode } from '../login-code.ts';
import { codeGuess, loginCodeAttempt, unconfirmedCodeAttempt } from '../rate-limit/attempt.ts';
import { refuseToWait } from '../rate-limit/take-attempt.ts';
import { refusalText } from '../messages/refusal-text.ts';
import { authClient } from './auth-client.ts';
import { authFailure } from './auth-failure.ts';
import { loginOf } from './log-in.ts';
import { loginMessages } from '../messages/logins.ts';

/**
 * Records a request for a login code. Looks no account up, so that neither the answer nor its time reveals one.
 * @returns the request's id, by which its browser logs in.
 * @throws HttpError 429 with `Retry-After` after too many requests.
 */
export async function askLoginCode(email: string, ip: string): Promise<string> {
  const asked = { p_limits: loginCodeAttempt(email, ip) };
  const { wait, request } = dataOf(await database().rpc('ask_login_code', asked).single());
  return request ?? refuseToWait(wait);
}

/**
 * Owes the e-mail with a request's code, if the address has an account and may be mailed. The answer must not wait for
 * it.
 * @returns the e-mail to send now; null without one.
 */
export async function oweLoginCode(request: string, email: string): Promise<string | null> {
  const owed = { p_request: request, p_email: email, p_limits: unconfirmedCodeAttempt(email) };
  return dataOf(await database().rpc('owe_login_code', owed));
}

function wrongCode(left: number): HttpError {
  return new HttpError(400, { code: [loginMessages.codeInvalid(left)] });
}

/**
 * Begins a session for an account whose owner has proved to read its e-mails: with a one-time token of Supabase Auth's
 * that nobody sees. It replaces an unused link for a new password.
 */
async function beginSession(email: string, ip: string) {
  const auth = authClient(ip);
  // Unlike a `magiclink`, which would register an account that was closed meanwhile.
  const made = await auth.admin.generateLink({ type: 'recovery', email });
  if (made.error) throw authFailure(made.error);
  const token = made.data.properties.hashed_token;
  const { data, error } = await auth.verifyOtp({ type: 'recovery', token_hash: token });
  if (error) throw authFailure(error);
  if (!data.session) throw new Error('Supabase Auth gave a code no session');
  return loginOf(data.session, '');
}

/**
 * Logs a shopper in with the code of a request.
 * @returns as `logIn`.
 * @throws HttpError 400 for a code that is wrong, expired, used or was guessed too often, identical for addresses
 *   without an account; 429 after too many wrong ones.
 */
export async function logInByCode(request: string, code: string, ip: string) {
  const guess = {
    p_limits: codeGuess(ip),
    p_request: request,
    p_right: isLoginCode(request, code),
  };
  const tried = await database().rpc('try_login_code', guess).single();
  let outcome;
  try {
    outcome = dataOf(tried);
  } catch (error) {
    if (!(error instanceof DatabaseRefusal)) throw error;
    throw new HttpError(error.status, {
      detail: refusalText(error, 'shopper'),
      reason: error.reason,
    });
  }
  const { wait, guesses_left: left, user, email } = outcome;
  if (wait > 0) refuseToWait(wait);
  if (user === null || email === null) throw wrongCode(left ?? 0);
  try {
    return await beginSession(email, ip);
  } catch (error) {
    await database()
      .rpc('reopen_login_code', { p_request: request })
      .then(dataOf, (lost: unknown) => log.error('A login code stays used', { error: lost }));
    throw error;
  }
}
