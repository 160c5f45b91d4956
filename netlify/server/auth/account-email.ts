import { databaseFor, dataOf } from '../database.ts';
import { unconfirmedEmailAttempt } from '../rate-limit/attempt.ts';
import type { Shopper } from '../token.ts';

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
