import { databaseFor, DatabaseRefusal, dataOf } from '../database.ts';
import { HttpError } from '../http-error.ts';
import { unconfirmedEmailAttempt } from '../rate-limit/attempt.ts';
import type { Shopper } from '../token.ts';
import { refusalText } from '../messages/refusal-text.ts';

/** A shopper's address, and whether a link mailed to it was ever used. */
export async function accountEmail(shopper: Shopper) {
  return dataOf(await databaseFor(shopper).rpc('account_email_state').single());
}

/**
 * Queues the e-mail that confirms a shopper's address, unless one was sent today.
 * @returns the e-mail to send now, and the seconds until the address may be mailed again.
 */
export async function oweConfirmEmail(shopper: Shopper, email: string) {
  const asked = { p_limits: unconfirmedEmailAttempt(email) };
  return dataOf(await databaseFor(shopper).rpc('owe_confirm_email', asked).single());
}

/**
 * Confirms a shopper's address by the e-mail whose link was used, and ends the account's other logins the first time.
 * @returns false if the e-mail is unknown or too old.
 * @throws HttpError 401 when the session has ended; 409 when the e-mail is another account's.
 */
export async function confirmEmail(shopper: Shopper, mail: string): Promise<boolean> {
  try {
    return dataOf(await databaseFor(shopper).rpc('confirm_email', { p_mail: mail }));
  } catch (error) {
    if (!(error instanceof DatabaseRefusal)) throw error;
    throw new HttpError(error.status, refusalText(error, 'shopper'));
  }
}
